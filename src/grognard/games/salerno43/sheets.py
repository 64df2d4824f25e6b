"""8.3, 11.2 What is at stake, drawn up before the die: an attack, a Determined Defense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ...engine.ledger import Chance, Ledger, Line
from ...engine.words import Say
from ..zocbond import odds
from . import attacks, defence, results
from .charts import DISRUPTS, ORANGE, RED, Cell, Stand
from .modifiers import Attack, Reckoning, reckon
from .situation import DISRUPTED, Situation

COLUMNS = {"clear": Say("open ground"), "other": Say("other"), "city": Say("city")}
ENDS = {
    "H": Say("the defence holds"),
    "D": Say("the defence delays and retreats 1 to 3"),
    "P": Say("partial success"),
    "": Say("the defence fails"),
}


def ledger(g: Situation, attack: Attack) -> Ledger:
    """8.3 The ledger of an attack: strengths, shifts, and the exact chance of every result."""
    garrisons = _garrisons(g, attack)
    r = reckon(g, attack, dict.fromkeys(garrisons, 1))
    if attack.kind == "automatic" and g.game.charts.fixed(r.column) is None:
        return Ledger(
            Say("attack on {hex}", hex=g.word(attack.target)),
            _lines(g, attack, r),
            odds.name(max(r.column, 0)),
            0,
            [],
            [],
            aim=g.aim(attack.target, attack.units),
        )
    chances: dict[str, Fraction] = {}
    for rolled, share in _strengths(g, garrisons):
        if garrisons and not any(rolled.values()) and len(garrisons) == len(g.at[attack.target]):
            chances["DS"] = chances.get("DS", Fraction(0)) + share
            continue
        column = max(reckon(g, _without(attack, rolled), rolled).column, 0)
        for die in range(1, 7):
            code = g.game.charts.cell(column, min(die + attack.valiant, 6)).result.code
            chances[code] = chances.get(code, Fraction(0)) + share / 6
    column = max(r.column, 0)
    table = [
        (die, g.game.charts.cell(column, min(die + attack.valiant, 6)).result.code)
        for die in range(1, 7)
    ]
    return Ledger(
        Say("attack on {hex}", hex=g.word(attack.target)),
        _lines(g, attack, r),
        g.game.charts.name(column),
        int(attack.valiant),
        table,
        [Chance(code, chance, results.MEANING[code]) for code, chance in chances.items()],
        aim=g.aim(attack.target, attack.units),
    )


def _garrisons(g: Situation, attack: Attack) -> list[int]:
    """19.3 The defenders whose strength is rolled; 19.3g for an Automatic DS it is fixed."""
    units = g.game.units.units
    return [u for u in g.at[attack.target] if units[u].variable and attack.kind != "automatic"]


def _without(attack: Attack, rolled: Mapping[int, int]) -> Attack:
    """19.3c The attack without garrisons that turn out to have no strength."""
    melted = tuple(u for u, strength in rolled.items() if not strength)
    return replace(attack, aside=(*attack.aside, *melted))


def _strengths(g: Situation, garrisons: Sequence[int]) -> list[tuple[dict[int, int], Fraction]]:
    """19.3b All strengths that garrisons may turn out to have, with their chances."""
    branches: list[tuple[dict[int, int], Fraction]] = [({}, Fraction(1))]
    for u in garrisons:
        branches = [
            ({**known, u: value}, share / 6)
            for known, share in branches
            for value in g.game.charts.variable
        ]
    return branches


def _lines(g: Situation, attack: Attack, r: Reckoning) -> list[Line]:
    lines = []
    for u, strength, halved in r.attackers:
        rule = "9.1" if halved and u in attack.maf else "8.4.1"
        what = Say("{unit}, halved", unit=g.id(u)) if halved else Say("{unit}", unit=g.id(u))
        lines.append(Line(rule, what, str(strength)))
    lines.append(Line("8.4.5", Say("attack in all"), str(r.attack)))
    lines += [Line(_cause(g, r, u, n), Say("{unit}", unit=g.id(u)), str(n)) for u, n in r.defenders]
    lines += [
        Line("18.1.4", Say("{unit} beside the beachhead", unit=g.id(u)), str(n))
        for u, n in r.helpers
    ]
    lines.append(Line("8.4.5", Say("defence in all"), str(r.defence)))
    lines.append(Line("8.3a", Say("odds {odds}", odds=odds.name(r.base)), ""))
    lines += [Line(s.rule, s.what, f"{s.columns:+d}") for s in r.shifts]
    return lines


def _cause(g: Situation, r: Reckoning, unit: int, strength: int) -> str:
    """8.1e, 9.1, 9.8, 19.3 The rule by which a defender has this strength."""
    if g.game.units[unit].variable:
        return "19.3"
    if strength > g.defense(unit):
        return r.doubled
    return "9.1" if g.status[unit] == DISRUPTED else "8.1e"


def of_attack(g: Situation, attack: Attack) -> Ledger:
    """8.3, 11.2 The ledger with the Determined Defense that may follow each result."""
    sheet = ledger(g, attack)
    force = Say(
        "the Main Assault Force: {units}; others are halved",
        units=", ".join(g.id(u) for u in attack.maf),
    )
    return replace(sheet, notes=[*sheet.notes, Line("8.4.1", force, ""), *_stands(g, attack)])


def of_join(g: Situation, target: int, units: Sequence[int], kind: str) -> Ledger:
    """8.4.1 An attack that still gathers, with the Main Assault Force that brings most strength."""
    force = attacks.force(g, units, attacks.best_force(g, target, units, kind))
    return of_attack(g, Attack(target, tuple(units), force, kind=kind))


def _stands(g: Situation, attack: Attack) -> list[Line]:
    """11.2 For each result that lets the defender stand: how a Determined Defense would go."""
    garrisons = _garrisons(g, attack)
    sure = True
    found: dict[tuple[str, str], Line] = {}
    for rolled, _ in _strengths(g, garrisons):
        left = _without(attack, rolled)
        r = reckon(g, left, rolled)
        if r.defenders and g.game.charts.fixed(r.column) is None:
            sure = False
            _foretell(g, left, r, found)
    if sure:
        return [Line("8.6", Say("10-1 or better: DS without a die"), "")]
    if attack.kind == "automatic":
        return [Line("8.7.1", Say("an Automatic DS needs 10-1"), "")]
    rolls = [
        Line("19.3", Say("the strength of {unit} is rolled; above it counts 1", unit=g.id(u)), "")
        for u in garrisons
    ]
    return [*rolls, *found.values()]


def _foretell(
    g: Situation, attack: Attack, r: Reckoning, found: dict[tuple[str, str], Line]
) -> None:
    """11.2 Note each result of a column, by its code and colour."""
    contributed = [u for u, _ in r.defenders]
    able = defence.leads(g, g.at[attack.target], contributed)
    for die in range(1, 7):
        cell = g.game.charts.cell(max(r.column, 0), min(die + attack.valiant, 6))
        code = cell.result.code
        if not cell.result.retreat or (code, cell.colour) in found:
            continue
        modifier, lead = _lead(g, attack, cell, contributed)
        if cell.colour == RED or lead < 0:
            rule = "11.2.2b" if cell.colour == RED else "11.1" if able else "11.2.3b"
            line = Line(rule, Say("{code}: no Determined Defense", code=code), "")
        else:
            line = _prospect(g, attack.target, _code(cell), lead, modifier)
        found[code, cell.colour] = line


def _lead(g: Situation, attack: Attack, cell: Cell, contributed: Sequence[int]) -> tuple[int, int]:
    """10.2, 11.2.1 The best modifier and its Lead Unit after the loss of a result; -1 if nobody can lead.

    Whoever picks the loss picks it for the best.
    """
    defenders = g.at[attack.target]
    ends = []
    losers = [-1]
    if cell.result.defender:
        losers = results.first_choice(g, results.exposed(g, attack, defenders), contributed)
    for loser in losers:
        after = g
        if loser >= 0:
            after = g.copy()
            after.set_steps(loser, after.steps[loser] - 1)
        able = [u for u in defence.leads(after, defenders, contributed) if after.steps[u]]
        ends.append(max(((defence.drm(after, u, cell), -u) for u in able), default=(-9, 1)))
    modifier, lead = min(ends) if cell.result.opponent_picks else max(ends)
    return modifier, -lead


def _code(cell: Cell) -> Say | str:
    code = cell.result.code
    return Say("{code}, orange", code=code) if cell.colour == ORANGE else code


def _prospect(g: Situation, h: int, code: Say | str, lead: int, modifier: int) -> Line:
    ends = chances(g, h, modifier)
    text = Say(
        "{code}: {unit} stands with {drm}: {hold} holds, {delay} delays, {fail} fails",
        code=code,
        unit=g.id(lead),
        drm=f"{modifier:+d}",
        **{end: f"{round(100 * chance)}%" for end, chance in ends.items()},
    )
    return Line("11.2", text, "")


def chances(g: Situation, h: int, modifier: int) -> dict[str, Fraction]:
    """11.2.1 How a first Determined Defense ends if the defender holds where the table lets him."""
    found = dict.fromkeys(("hold", "delay", "fail"), Fraction(0))
    column = defence.column(g, h)
    for die in range(1, 7):
        ends = {stand.end for stand in g.game.charts.stand(column, die + modifier)}
        battle = "P" in ends and not g.city_battles >> h & 1
        end = "hold" if "H" in ends or battle else "delay" if ends & {"D", "P"} else "fail"
        found[end] += Fraction(1, 6)
    return found


def of_stand(
    g: Situation, attack: Attack, cell: Cell, able: Sequence[int], support: int = 0
) -> Ledger:
    """11.2 A Determined Defense against a result: the best Lead Unit, its modifiers, each result."""
    h = attack.target
    lead = max(able, key=lambda u: defence.drm(g, u, cell))
    column = defence.column(g, h)
    modifier = defence.drm(g, lead, cell) + support
    lines = [Line("11.2.3", Say("{unit} leads", unit=g.id(lead)), "")]
    quality = {"elite": Say("Elite troops"), "low": Say("Low Quality troops")}.get(g.quality(lead))
    if quality is not None:
        lines.append(Line("11.2.4", quality, "+1" if g.quality(lead) == "elite" else "-1"))
    if cell.colour == ORANGE:
        lines.append(Line("11.2.2a", Say("an orange result"), "-1"))
    if support:
        lines.append(Line("11.3", Say("support of the defence"), f"{support:+d}"))
    faces = {die: g.game.charts.stand(column, die + modifier) for die in range(1, 7)}
    shares: dict[tuple[Stand, ...], Fraction] = {}
    for found in faces.values():
        shares[found] = shares.get(found, Fraction(0)) + Fraction(1, 6)
    others = [u for u in able if u != lead]
    return Ledger(
        Say("Determined Defense of {hex} against {code}", hex=g.word(h), code=_code(cell)),
        lines,
        COLUMNS[column].template,
        modifier,
        [(die, _codes(found)) for die, found in faces.items()],
        [Chance(_codes(found), share, _meaning(found)) for found, share in shares.items()],
        [
            _prospect(g, h, cell.result.code, u, defence.drm(g, u, cell) + support)
            for u in others
            if defence.drm(g, u, cell) + support != modifier
        ],
        g.aim(h, attack.units),
    )


def _codes(found: Sequence[Stand]) -> str:
    return " | ".join(stand.code for stand in found)


def _meaning(found: Sequence[Stand]) -> Say:
    """11.4.1 A result in words; where there are two, the defender chooses."""
    words = [told(stand) for stand in found]
    return words[0] if len(words) == 1 else Say("{one}; or {other}", one=words[0], other=words[1])


def told(stand: Stand) -> Say:
    """11.4.1 How a defence ends, and at what price."""
    if stand.lead and stand.attacker:
        return Say("{end}; the Lead Unit and the attacker lose a step", end=ENDS[stand.end])
    if stand.lead:
        return Say("{end}; the Lead Unit loses a step", end=ENDS[stand.end])
    if stand.attacker:
        disrupted = Say(
            "{end}; the attacker loses a step, the Lead Unit is Disrupted", end=ENDS[stand.end]
        )
        plain = Say("{end}; the attacker loses a step", end=ENDS[stand.end])
        return disrupted if DISRUPTS in stand.also else plain
    return ENDS[stand.end]
