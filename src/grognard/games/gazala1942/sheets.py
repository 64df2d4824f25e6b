"""The ledgers of both combats: every factor with its rule, and exact chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ...engine.ledger import Chance, Ledger, Line
from ...engine.words import Say
from ...say import figure
from . import odds, pools, shifts, strength
from .counters import SIDE_NAMES
from .declaring import Attack, aim
from .situation import Situation


def least(g: Situation) -> pools.Least:
    """8.13 The faces that hit, from the chart."""
    armor = g.game.charts.armor
    return pools.Least(armor["hit"], armor["car"], armor["flak"])


def target(g: Situation, group: Sequence[int]) -> pools.Target:
    """8.2 The steps of vehicles that can be hit."""
    cars = matildas = tanks = 0
    for u in group:
        unit = g.game.units[u]
        if unit.car:
            cars += g.steps[u]
        elif unit.tank == "Matilda":
            matildas += g.steps[u]
        elif unit.type == strength.TANK:
            tanks += g.steps[u]
    return pools.Target(cars, matildas, tanks)


def armor(g: Situation, attack: Attack) -> Ledger:
    """8.13 The dice of both sides, and the chance of every pair of losses, the attacker's first."""
    defenders = g.stack(attack.target)
    label = g.game.board.label(attack.target)
    lines: list[Line] = []
    chances: list[Chance] = []
    sides = ((g.active, attack.units, True), (g.enemy, defenders, False))
    for side, group, attacking in sides:
        for u in group:
            count = strength.fires(g, u, attacking)
            if count:
                flak = g.game.units[u].type == strength.FLAK
                what = Say("{unit}, flak", unit=g.game.units[u].id) if flak else None
                name = Say("{unit}", unit=g.game.units[u].id)
                lines.append(Line("8.12", what or name, str(count)))
                lines += _divided(g, u, strength.armor_shares(g, u))
        plain, guns = strength.dice(g, group, attacking)
        lines.append(Line("8.13a", Say("{side}: dice", side=SIDE_NAMES[side]), str(plain + guns)))
    heavy = g.game.charts.armor["matilda_hits"]
    ours, theirs = (
        pools.losses(*strength.dice(g, foes, attacking), target(g, group), least(g), heavy)
        for group, foes, attacking in (
            (attack.units, defenders, False),
            (defenders, attack.units, True),
        )
    )
    for lost, chance in ours.items():
        for struck, other in theirs.items():
            meaning_ = Say(
                "{first}; {second}",
                first=_loss(SIDE_NAMES[g.active], *lost),
                second=_loss(SIDE_NAMES[g.enemy], *struck),
            )
            chances.append(Chance(f"{_span(*lost)}/{_span(*struck)}", chance * other, meaning_))
    notes = [
        Line("8.2a", _average(SIDE_NAMES[side], losses), "")
        for side, losses in ((g.active, ours), (g.enemy, theirs))
    ]
    title = Say("armor combat at {hex}", hex=label)
    return Ledger(title, lines, "", 0, [], chances, notes, aim(g, attack))


def _average(side: Say, losses: Mapping[tuple[int, int], Fraction]) -> Say:
    """8.2 The steps that a side loses in the long run; between two figures where players choose."""
    few, many = (
        figure(float(sum(lost[k] * chance for lost, chance in losses.items())), ".1f")
        for k in (0, 1)
    )
    mean = few if str(few) == str(many) else Say("{few}-{many}", few=few, many=many)
    return Say("{side}: steps lost on average {mean}", side=side, mean=mean)


def _divided(g: Situation, u: int, shares: Sequence[strength.Share]) -> list[Line]:
    """Everything that divides what a unit is worth, each with its rule."""
    name = g.game.units[u].id
    return [
        Line(rule, Say("{unit}: {why}", unit=name, why=why), f"1/{by}") for rule, why, by in shares
    ]


def _span(few: int, many: int) -> str:
    return str(few) if few == many else f"{few}-{many}"


def _loss(side: Say, few: int, many: int) -> Say:
    if many == 0:
        return Say("{side}: no loss", side=side)
    if few == many == 1:
        return Say("{side}: a step", side=side)
    return Say("{side}: {steps} steps", side=side, steps=_span(few, many))


def normal(g: Situation, attack: Attack, under_fire: Sequence[int] | None = None) -> Ledger:
    """9.2 Strengths, odds, shifts, column, and the chance of every result; of an attack under way too."""
    charts, units = g.game.charts, g.game.units
    defenders = exposed(g, attack.target) if under_fire is None else under_fire
    lines: list[Line] = []
    for u in attack.units:
        factor = str(strength.attack(g, u, attack.target))
        if units[u].type == strength.FLAK:
            flak = Say("attack by the armor factor: {unit}", unit=units[u].id)
            lines.append(Line("9.74", flak, factor))
        else:
            lines.append(Line("9.21", Say("attack: {unit}", unit=units[u].id), factor))
        lines += _divided(g, u, strength.shares(g, u, attack.target))
    lines += [
        Line("12.1", Say("co-operation in {hex}", hex=g.game.board.label(h)), "+1")
        for h in strength.cooperating(g, attack.units)
    ]
    for u in defenders:
        value = str(strength.defence(g, u))
        lines.append(Line("9.22", Say("defense: {unit}", unit=units[u].id), value))
        lines += _divided(g, u, strength.defence_shares(g, u))
    if strength.cooperates(g, defenders):
        label = g.game.board.label(attack.target)
        lines.append(Line("12.1", Say("co-operation in {hex}", hex=label), "+1"))
    ours = strength.attack_total(g, attack.units, attack.target)
    theirs = strength.defence_total(g, defenders)
    if theirs and not any(strength.defence(g, u) for u in defenders):
        lines.append(Line("10.11a", Say("an HQ on its own"), "+1"))
    if theirs:
        ratio = odds.spelled(odds.ladder(ours, theirs))
        what = Say("{attack} against {defence}", attack=ours, defence=theirs)
        lines.append(Line("9.23", what, ratio))
        for rule, why, by in shifts.shifts(g, attack, defenders):
            lines.append(Line(rule, why, f"{by:+d}"))
    else:
        lines.append(Line("9.24c", Say("nobody there can defend"), charts.columns[-1]))
    at = shifts.column(g, shifts.place(g, attack, defenders))
    title = Say("attack on {hex}", hex=g.game.board.label(attack.target))
    if at < 0:
        return Ledger(title, lines, "-", 0, [], [], [Line("9.24b", Say("too weak to attack"), "")])
    table = [(die, spell(result(g, at, die, theirs))) for die in range(1, len(charts.rows) + 1)]
    count: dict[str, int] = {}
    for _, cell in table:
        count[cell] = count.get(cell, 0) + 1
    chances = [
        Chance(cell, Fraction(many, len(table)), meaning(cell)) for cell, many in count.items()
    ]
    return Ledger(title, lines, charts.columns[at], 0, table, chances, aim=aim(g, attack))


def exposed(g: Situation, h: int) -> tuple[int, ...]:
    """9.72 The units in a hex that may be attacked: those not attacked in this impulse already."""
    return tuple(u for u in g.stack(h) if not g.beaten >> u & 1)


def result(g: Situation, at: int, die: int, defence: int) -> tuple[int, int]:
    """9.25, 9.24c The hits of attacker and defender; against strength 0 the attacker has none."""
    attacker, defender = g.game.charts.rows[die - 1][at]
    return (attacker if defence else 0), defender


def spell(hits: tuple[int, int]) -> str:
    """9.3 A result as printed."""
    return "/".join(str(n) if n else "-" for n in hits)


def meaning(cell: str) -> Say:
    """9.32 A result in words."""
    attacker, defender = (0 if part == "-" else int(part) for part in cell.split("/"))
    parts = [_hits(Say("attacker"), attacker), _hits(Say("defender"), defender)]
    said = [part for part in parts if part is not None]
    if not said:
        return Say("no effect")
    if len(said) == 1:
        return said[0]
    return Say("{first}; {second}", first=said[0], second=said[1])


def _hits(who: Say, hits: int) -> Say | None:
    if not hits:
        return None
    steps, hexes = odds.must_lose(hits), odds.must_retreat(hits)
    loss = Say("{who} loses a step", who=who)
    if steps > 1:
        loss = Say("{who} loses {steps} steps", who=who, steps=steps)
    if not hexes:
        return loss
    retreat = Say("retreats a hex") if hexes == 1 else Say("retreats {hexes} hexes", hexes=hexes)
    return Say("{loss}, {retreat}", loss=loss, retreat=retreat)
