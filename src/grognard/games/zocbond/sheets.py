"""What is at stake, drawn up before the die: an attack, a Determined Defense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ...engine.ledger import Branch, Chance, Ledger, Line
from ...engine.words import Say
from . import attacks, losses, odds
from .assault import Attack, Prospect, Reckoning
from .battle import Battle, Fighting
from .charts import Cell, Stand

DICE = range(1, 7)


def ledger(g: Battle[Fighting], attack: Attack) -> Ledger:
    """The ledger of an attack: strengths, shifts, and the exact chance of every result.

    Where dice come before its own it is that of the first way they can fall, with the chances of all.
    """
    ways = g.prospects(attack)
    sheets = [_sheet(g, way.attack) for way in ways]
    if len(ways) == 1:
        return sheets[0]
    chances: dict[str, Chance] = {}
    for way, sheet in zip(ways, sheets, strict=True):
        for each in sheet.chances:
            share = way.chance * each.chance
            if each.result in chances:
                share += chances[each.result].chance
            chances[each.result] = replace(each, chance=share)
    branches = [
        Branch(way.rule, way.what, way.chance, sheet)
        for way, sheet in zip(ways, sheets, strict=True)
        if way.what is not None
    ]
    return replace(sheets[0], chances=list(chances.values()), branches=branches)


def _sheet(g: Battle[Fighting], attack: Attack) -> Ledger:
    """The ledger of an attack before its own die."""
    charts = g.game.charts
    r = g.reckon(attack)
    title = Say("attack on {hex}", hex=g.word(attack.target))
    aim = g.aim(attack.target, attack.units)
    if g.sure_only(attack) and charts.fixed(r.column) is None:
        name = odds.name(max(r.column, 0))
        return Ledger(title, _lines(g, attack, r), name, 0, [], [], aim=aim)
    faces = [(die, charts.cell(r.column, die + attack.drm).result.code) for die in DICE]
    chances: dict[str, Fraction] = {}
    for _, code in faces:
        chances[code] = chances.get(code, Fraction(0)) + Fraction(1, len(DICE))
    return Ledger(
        title,
        _lines(g, attack, r),
        charts.name(r.column),
        attack.drm,
        faces,
        [Chance(code, chance, g.MEANING[code]) for code, chance in chances.items()],
        aim=aim,
    )


def _lines(g: Battle[Fighting], attack: Attack, r: Reckoning) -> list[Line]:
    cites = g.CITES
    lines = []
    for u, strength, halved in r.attackers:
        rule = cites.attach if u == attack.attached else cites.force
        rule = cites.halving if halved and u in attack.maf else rule
        lines.append(Line(rule, _attacker(g, attack, u, halved), str(strength)))
    lines.append(Line(cites.limit, Say("total attack"), str(r.attack)))
    for u, strength in r.defenders:
        cause = r.causes.get(u, cites.defenders)
        lines.append(Line(cause, Say("{unit}", unit=g.id(u)), str(strength)))
    lines += [Line(extra.rule, extra.what, str(extra.amount)) for extra in r.extras]
    lines.append(Line(cites.limit, Say("total defense"), str(r.defence)))
    lines.append(Line(cites.ratio, Say("odds {odds}", odds=odds.name(r.base)), ""))
    lines += [Line(s.rule, s.what, f"{s.amount:+d}") for s in r.shifts]
    return lines


def _attacker(g: Battle[Fighting], attack: Attack, unit: int, halved: bool) -> Say:
    if not halved and unit == attack.attached:
        return Say("{unit}, attached", unit=g.id(unit))
    if not halved:
        return Say("{unit}", unit=g.id(unit))
    why = g.halved_by(attack, unit) if unit in attack.maf else None
    if why is None:
        return Say("{unit}, halved", unit=g.id(unit))
    return Say("{unit}, halved ({why})", unit=g.id(unit), why=why)


def of_attack(g: Battle[Fighting], attack: Attack) -> Ledger:
    """The ledger with the Determined Defense that may follow each result."""
    return _with_defence(g, attack, ledger(g, attack))


def of_die(g: Battle[Fighting], attack: Attack) -> Ledger:
    """The same for the die of the combat itself, when all dice before it have fallen."""
    return _with_defence(g, attack, _sheet(g, attack))


def _with_defence(g: Battle[Fighting], attack: Attack, sheet: Ledger) -> Ledger:
    force = Say(
        "the Main Assault Force: {units}; others are halved",
        units=", ".join(g.id(u) for u in attack.maf),
    )
    notes = [*sheet.notes, Line(g.CITES.force, force, ""), *_stands(g, attack)]
    return replace(sheet, notes=notes)


def of_join(g: Battle[Fighting], target: int, units: Sequence[int], kind: str) -> Ledger:
    """An attack that still gathers, with the Main Assault Force that brings most strength."""
    force = attacks.best_force(g, target, units, kind)
    if force is None:
        return ledger(g, Attack(target, tuple(units), (), kind=kind))
    return of_attack(g, attacks.under(target, units, force, kind))


def _stands(g: Battle[Fighting], attack: Attack) -> list[Line]:
    """For each result that lets the defender stand: how a Determined Defense would go."""
    charts = g.game.charts
    fixed: Cell | None = None
    found: dict[tuple[str, str], Line] = {}
    sure = True
    ways = g.prospects(attack)
    for way in ways:
        r = g.reckon(way.attack)
        fixed = charts.fixed(r.column)
        if r.defenders and fixed is None:
            sure = False
            _foretell(g, way.attack, r, found)
    if sure and fixed is not None:
        return [_without_die(g, fixed)]
    if g.sure_only(attack) and (reason := g.forbidden(attack)):
        return [Line(reason.rule, reason.reason, "")]
    return [*_first(ways), *found.values()]


def _first(ways: Sequence[Prospect]) -> list[Line]:
    """That a die comes first, and which of its ends the sheet shows."""
    if len(ways) == 1:
        return []
    text = Say("a die comes first; the figures are those for: {what}", what=ways[0].what)
    return [Line(ways[0].rule, text, "")]


def _without_die(g: Battle[Fighting], cell: Cell) -> Line:
    charts, code = g.game.charts, cell.result.code
    text = Say("below {odds}: {code} without a die", odds=charts.columns[0], code=code)
    if cell is charts.beyond:
        best = odds.name(charts.beyond_from)
        text = Say("{odds} or better: {code} without a die", odds=best, code=code)
    return Line(g.CITES.limits, text, "")


def _foretell(
    g: Battle[Fighting], attack: Attack, r: Reckoning, found: dict[tuple[str, str], Line]
) -> None:
    """Note each result of a column, by its code and colour."""
    contributed, defenders = [u for u, _ in r.defenders], g.at[attack.target]
    for die in DICE:
        cell = g.game.charts.cell(r.column, die + attack.drm)
        code = cell.result.code
        if not cell.result.retreat or (code, cell.colour) in found:
            continue
        reason = g.no_stand(cell, defenders, contributed)
        modifier, lead = _lead(g, attack, cell, contributed)
        if reason is None and lead >= 0:
            line = _prospect(g, attack.target, g.spoken(cell), lead, modifier)
        else:
            rule = reason.rule if reason is not None else g.CITES.stand
            line = Line(rule, Say("{code}: no Determined Defense", code=code), "")
        found[code, cell.colour] = line


def _lead(
    g: Battle[Fighting], attack: Attack, cell: Cell, contributed: Sequence[int]
) -> tuple[int, int]:
    """The best modifier and its Lead Unit after the loss of a result; -1 if nobody can lead.

    Whoever picks the loss picks it for the best.
    """
    defenders = g.at[attack.target]
    ends = []
    losers = [-1]
    if cell.result.defender:
        losers = losses.first_choice(g, losses.exposed(g, attack, defenders), contributed)
    for loser in losers:
        after = g
        if loser >= 0:
            after = g.copy()
            after.set_steps(loser, after.steps[loser] - 1)
        able = [u for u in after.leads(defenders, contributed) if after.steps[u]]
        ends.append(max(((after.drm(attack, cell, u), -u) for u in able), default=(-9, 1)))
    modifier, lead = min(ends) if cell.result.opponent_picks else max(ends)
    return modifier, -lead


def _prospect(g: Battle[Fighting], h: int, code: Say | str, lead: int, modifier: int) -> Line:
    shares = {
        end: f"{round(100 * chance)}%" for end, chance in chances(g, h, lead, modifier).items()
    }
    text = g.prospect(code, lead, f"{modifier:+d}", shares)
    return Line(g.CITES.determined, text, "")


def chances(g: Battle[Fighting], h: int, lead: int, modifier: int) -> dict[str, Fraction]:
    """How a first Determined Defense ends if the defender holds where the table lets him."""
    found = dict.fromkeys(g.OUTLOOKS, Fraction(0))
    column = g.ground(h, lead)
    for die in DICE:
        end = g.outlook(h, g.game.charts.stand(column, die + modifier))
        found[end] += Fraction(1, len(DICE))
    return found


def of_stand(
    g: Battle[Fighting], attack: Attack, cell: Cell, able: Sequence[int], support: int = 0
) -> Ledger:
    """A Determined Defense against a result: the best Lead Unit, its modifiers, each result."""
    h = attack.target
    lead = max(able, key=lambda u: g.drm(attack, cell, u))
    column = g.ground(h, lead)
    modifier = g.drm(attack, cell, lead) + support
    lines = [Line(g.CITES.lead, Say("{unit} leads", unit=g.id(lead)), "")]
    for shift in g.stand_modifiers(attack, cell, lead):
        lines.append(Line(shift.rule, shift.what, f"{shift.amount:+d}"))
    if support:
        lines.append(Line(g.CITES.stand_support, Say("support of the defense"), f"{support:+d}"))
    faces = {die: g.game.charts.stand(column, die + modifier) for die in DICE}
    shares: dict[tuple[Stand, ...], Fraction] = {}
    for found in faces.values():
        shares[found] = shares.get(found, Fraction(0)) + Fraction(1, len(DICE))
    others = {u: g.drm(attack, cell, u) + support for u in able if u != lead}
    return Ledger(
        Say("Determined Defense of {hex} against {code}", hex=g.word(h), code=g.spoken(cell)),
        lines,
        g.GROUNDS[column].template,
        modifier,
        [(die, _codes(found)) for die, found in faces.items()],
        [Chance(_codes(found), share, _meaning(g, found, lead)) for found, share in shares.items()],
        [_prospect(g, h, cell.result.code, u, drm) for u, drm in others.items() if drm != modifier],
        g.aim(h, attack.units),
        ground=True,
    )


def _codes(found: Sequence[Stand]) -> str:
    return " | ".join(stand.code for stand in found)


def _meaning(g: Battle[Fighting], found: Sequence[Stand], lead: int) -> Say:
    """A result in words; where there are two, the defender chooses."""
    words = [g.told(stand, lead) for stand in found]
    return words[0] if len(words) == 1 else Say("{one}; or {other}", one=words[0], other=words[1])
