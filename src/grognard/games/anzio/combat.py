"""12.1-12.6 Combat: one group attacks one group, others may support."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from ...engine.decision import Ask, Modifier, Procedure, Roll, led_to
from ...engine.ledger import Branch, Chance, Ledger, Line
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from . import retreat
from .counters import SIDES
from .situation import Situation

MEANING = {
    "-": Say("no effect"),
    "AL": Say("the attacker loses a step"),
    "DL": Say("the defender loses a step"),
    "AR": Say("the attacker retreats"),
    "DR": Say("the defender retreats"),
    "ALR": Say("the attacker loses a step and retreats"),
    "DLR": Say("the defender loses a step and retreats"),
    "test": Say("the armored units fail to cross: no combat"),
}


@dataclass(frozen=True)
class Attack:
    """An attack as declared: who attacks whom from where, and which groups support."""

    target: int
    origin: int
    attackers: tuple[int, ...]
    support: tuple[int, ...] = ()


def combat(g: Situation) -> Procedure:
    """12.4 The active side attacks, one combat after the other, as long as it likes and can."""
    if not attacks(g):
        g.tell("pass", "12.1", "no {side} group can attack", side=SIDES[g.active])
    while g.outcome is None:
        options = attacks(g)
        if not options:
            g.closes(SIDES[g.active])
            break
        attack = g.game.actions.attack
        choice = yield Ask(
            SIDES[g.active],
            "attack",
            "12.1",
            Say("attack a group, or end the combat"),
            [*(attack[h] for h in sorted(options)), g.game.actions.done],
            top=True,
            refuse=lambda verb, word: refuse_target(g, word) if verb in ("attack", "") else None,
            expand=lambda words: _not_theirs(g, words),
            of=lambda word: _orders_of(g, word),
        )
        if choice.verb == "done":
            break
        yield from _declare(g, choice.value, options[choice.value])


def _not_theirs(g: Situation, words: Sequence[str]) -> None:
    """12.4a An attack of the other side waits for its own part of the phase."""
    match list(words):
        case ["attack", target, "from", origin, *_] if g.game.is_hex(origin):
            h = g.game.board.index(origin)
            if g.game.is_hex(target) and g.occupied[g.enemy] >> h & 1:
                raise IllegalAction(
                    "12.4a",
                    "the group in {hex} is {enemy}; this is the {side} part",
                    hex=origin,
                    enemy=SIDES[g.enemy],
                    side=SIDES[g.active],
                )


def _declare(g: Situation, target: int, origins: list[int]) -> Procedure:
    """12.1-12.2 Which group attacks, which groups support; then the combat is fought."""
    side, acts = SIDES[g.active], g.game.actions
    label = g.game.board.label(target)
    if len(origins) > 1:
        choice = yield Ask(
            side,
            "attack from",
            "12.1",
            Say("which group attacks {hex}?", hex=label),
            [acts.from_[h] for h in origins],
            continues=True,
            about=g.about(hexes=[target], attack=g.aim(target)),
            refuse=lambda verb, word: refuse_origin(g, target, word),
        )
        origin = choice.value
    else:
        origin = origins[0]
    declared: list[int] = []
    while True:
        helpers = [h for h in supporters(g, target, origin) if h not in declared]
        choice = yield Ask(
            side,
            "support",
            "12.2",
            Say(
                "attack {hex} from {origin}: add support, or go",
                hex=label,
                origin=g.game.board.label(origin),
            )
            if helpers
            else Say(
                "attack {hex} from {origin}: nobody else can support; go?",
                hex=label,
                origin=g.game.board.label(origin),
            ),
            [*(acts.support[h] for h in helpers), acts.go],
            continues=True,
            about=g.about(hexes=[target, origin], attack=g.aim(target, [origin, *declared])),
            refuse=lambda verb, word: (
                refuse_second(g, target, word)
                if verb == "from"
                else refuse_support(g, target, origin, declared, word)
            ),
            expand=lambda words: _same_origin(g, origin, words),
            means="support",
        )
        if choice.verb == "go":
            break
        declared.append(choice.value)
    yield from battle(g, Attack(target, origin, g.at[origin], tuple(declared)))


def _same_origin(g: Situation, origin: int, words: Sequence[str]) -> list[list[str]] | None:
    """``from HEX`` said although only one group can attack; ``support`` with several hexes."""
    if words[0] == "from" and len(words) > 1 and words[1] == g.game.board.label(origin):
        return [list(words[2:])]
    return None


def battle(g: Situation, attack: Attack) -> Procedure:
    """12.5 Resolve one combat."""
    side, defenders = g.active, g.at[attack.target]
    label = g.game.board.label
    g.tell(
        "attack",
        "12.5",
        "{origin} attacks {hex}",
        origin=label(attack.origin),
        hex=label(attack.target),
        support=[label(h) for h in attack.support],
    )
    for h in (attack.origin, *attack.support):
        for u in g.at[h]:
            g.attacked |= 1 << u
    for h in attack.support:
        for u in g.at[h]:
            g.supported |= 1 << u
    for u in defenders:
        g.struck |= 1 << u
    if crossing(g, attack):
        sheet = partial(ledger, g, attack)
        die = yield Roll("12.3", "the armored attack across water", SIDES[side], ledger=sheet)
        if die >= g.game.charts.water_attack:
            g.tell("cross", "12.3a", "the armored units get across", **led_to(die, "across"))
        else:
            facts = led_to(die, "stuck")
            g.tell("stuck", "12.3b", "the armored units fail to cross and take no part", **facts)
            attack = without_armor(g, attack)
            if not attack.attackers:
                g.tell("attack", "12.3b", "nobody is left to attack")
                return
    die = yield Roll("12.5", "the combat", SIDES[side], ledger=partial(_sheet, g, attack))
    lines = modifiers(g, attack)
    differential = g.strength(attack.attackers) - g.strength(defenders)
    column = g.game.charts.column(differential)
    result = g.game.charts.result(column, die + sum(each.amount for each in lines))
    g.tell(
        "result",
        "12.5a",
        "differential {differential}, die {sum}: {result}",
        differential=f"{differential:+d}",
        **led_to(die, result, lines),
        column=g.game.charts.columns[column],
        target=label(attack.target),
        origin=label(attack.origin),
    )
    yield from retreat.apply(g, attack, defenders, result)


def attacks(g: Situation) -> dict[int, list[int]]:
    """12.1 The hexes that may be attacked, with the groups that may attack each."""
    tables, at = g.game.tables, g.at
    enemies = g.occupied[g.enemy]
    contact = g.occupied[g.active] & g.zoc(g.enemy)
    found: dict[int, list[int]] = {}
    for origin in members(contact):
        if any(g.attacked >> u & 1 for u in at[origin]):
            continue
        foes = tables.around[origin] & enemies
        wet = foes & tables.barrier[origin]
        if wet and not g.game.water_attack and _armored(g, at[origin]):
            foes &= ~wet
        for target in members(foes):
            found.setdefault(target, []).append(origin)
    return found


def supporters(g: Situation, target: int, origin: int) -> list[int]:
    """12.2 The groups that may support an attack."""
    near = g.game.tables.around[target] & g.occupied[g.active] & ~(1 << origin)
    return [h for h in members(near) if refuse_supporter(g, target, h) is None]


def refuse_supporter(g: Situation, target: int, h: int) -> IllegalAction | None:
    """12.2-12.3 Why a group next to the target may not support."""
    group = g.at[h]
    label = g.game.board.label(h)
    if any(g.attacked >> u & 1 for u in group):
        return IllegalAction(
            "12.2a", "the group in {hex} has attacked or supported already", hex=label
        )
    strength = g.strength(group)
    if strength < g.game.charts.support:
        return IllegalAction(
            "12.2a",
            "the group in {hex} has {strength} strength points; support needs {least}",
            hex=label,
            strength=strength,
            least=g.game.charts.support,
        )
    return _refuse_water(g, target, h)


def _refuse_water(g: Situation, target: int, h: int) -> IllegalAction | None:
    """12.3 Why a group may not attack across water."""
    if not _wet(g, h, target) or g.game.water_attack or not _armored(g, g.at[h]):
        return None
    label = g.game.board.label(h)
    return IllegalAction(
        "12.3a", "armored units in {hex} may not attack across the water there", hex=label
    )


def _armored(g: Situation, group: Sequence[int]) -> bool:
    units = g.game.units.units
    return any(units[u].armored for u in group)


def _wet(g: Situation, origin: int, target: int) -> bool:
    """Whether water without a road parts two hexes."""
    return bool(g.game.tables.barrier[origin] >> target & 1)


def crossing(g: Situation, attack: Attack) -> bool:
    """12.3 Whether armored units attack or support across water, so that the test is due."""
    if _wet(g, attack.origin, attack.target) and _armored(g, attack.attackers):
        return True
    return any(_wet(g, h, attack.target) and _armored(g, g.at[h]) for h in attack.support)


def without_armor(g: Situation, attack: Attack) -> Attack:
    """12.3b The attack without the armored units that failed the test."""
    units = g.game.units.units

    def able(h: int, group: tuple[int, ...]) -> tuple[int, ...]:
        if not _wet(g, h, attack.target):
            return group
        return tuple(u for u in group if not units[u].armored)

    return Attack(
        attack.target,
        attack.origin,
        able(attack.origin, attack.attackers),
        tuple(h for h in attack.support if g.strength(able(h, g.at[h])) >= g.game.charts.support),
    )


def modifiers(g: Situation, attack: Attack) -> list[Modifier]:
    """12.6 The modifiers of the combat die, cumulative, each with its rule."""
    tables, board = g.game.tables, g.game.board
    defenders, enemy = g.at[attack.target], g.game.units[g.at[attack.target][0]].side
    found = []
    if _armored(g, attack.attackers):
        found.append(("12.6a", Say("armor in the attack"), 1))
    if _armored(g, defenders):
        found.append(("12.6b", Say("armor in the defense"), -1))
    if tables.rough >> attack.target & 1:
        terrain = TERRAIN[board.terrain[attack.target]]
        found.append(("12.6c", Say("defender in {terrain}", terrain=terrain), -1))
    if tables.water[attack.origin] >> attack.target & 1:
        found.append(("12.6d", Say("across a river or canal"), -1))
    others = tables.around[attack.origin] & g.occupied[enemy] & ~(1 << attack.target)
    for h in members(others):
        if any(g.steps[u] == 2 for u in g.at[h]):
            found.append(
                (
                    "12.6e",
                    Say("next to another full-strength enemy, in {hex}", hex=board.label(h)),
                    -1,
                )
            )
            break
    found += [("12.6f", Say("support from {hex}", hex=board.label(h)), 1) for h in attack.support]
    return [Modifier(*each) for each in found]


TERRAIN = {
    "mountain": Say("mountain"),
    "town": Say("town"),
    "forest": Say("forest"),
    "clear": Say("open ground"),
    "marsh": Say("marsh"),
    "sea": Say("sea"),
}


def refuse_target(g: Situation, word: str) -> IllegalAction | None:
    """12.1 Why a hex may not be attacked."""
    if not g.game.is_hex(word):
        return None
    h = g.game.board.index(word)
    if not g.occupied[g.enemy] >> h & 1:
        return IllegalAction("12.1a", "there is no enemy group in {hex}", hex=word)
    near = members(g.game.tables.around[h] & g.occupied[g.active])
    if not near:
        return IllegalAction("12.1a", "no group of yours is next to {hex}", hex=word)
    return refuse_origin(g, h, g.game.board.label(near[0]))


def refuse_origin(g: Situation, target: int, word: str) -> IllegalAction | None:
    """12.1, 12.3 Why a group may not attack."""
    if not g.game.is_hex(word):
        return None
    h = g.game.board.index(word)
    if not g.occupied[g.active] >> h & 1:
        return IllegalAction("12.1a", "there is no group of yours in {hex}", hex=word)
    if not g.game.tables.around[target] >> h & 1:
        return IllegalAction(
            "12.1a", "{hex} is not next to {target}", hex=word, target=g.game.board.label(target)
        )
    return spent(g, h) or _refuse_water(g, target, h)


def refuse_second(g: Situation, target: int, word: str) -> IllegalAction | None:
    """12.1b, 12.2 Why another group does not attack too."""
    if not g.game.is_hex(word):
        return None
    return refuse_origin(g, target, word) or IllegalAction(
        "12.1a", "one group attacks; say that the one in {hex} supports", hex=word
    )


def spent(g: Situation, h: int) -> IllegalAction | None:
    """12.1c, 12.2 Why a group fights no more this turn; None if it may."""
    marked = [u for u in g.at[h] if g.attacked >> u & 1]
    if not marked:
        return None
    label = g.game.board.label(h)
    if all(g.supported >> u & 1 for u in marked):
        return IllegalAction("12.2a", "the group in {hex} has supported this turn", hex=label)
    return IllegalAction("12.1c", "the group in {hex} has attacked this turn", hex=label)


def refuse_support(
    g: Situation, target: int, origin: int, declared: Sequence[int], word: str
) -> IllegalAction | None:
    """12.2 Why a group, named by its hex or a unit, may not support."""
    unit = g.game.units.find(word)
    if unit is not None and g.hex[unit.index] >= 0:
        word = g.game.board.label(g.hex[unit.index])
    if not g.game.is_hex(word):
        return None
    h = g.game.board.index(word)
    if h == origin:
        return IllegalAction("12.2a", "the group in {hex} is the one that attacks", hex=word)
    if h in declared:
        return IllegalAction("12.2a", "the group in {hex} supports already", hex=word)
    if not g.occupied[g.active] >> h & 1:
        return IllegalAction("12.2a", "there is no group of yours in {hex}", hex=word)
    if not g.game.tables.around[target] >> h & 1:
        return IllegalAction(
            "12.2a", "{hex} is not next to {target}", hex=word, target=g.game.board.label(target)
        )
    return refuse_supporter(g, target, h)


def _orders_of(g: Situation, word: str) -> list[Action]:
    """The attacks open to a unit's group, without support: ``attack HEX from HEX go``."""
    unit = g.game.units.find(word)
    if unit is None or g.hex[unit.index] < 0:
        return []
    origin, label = g.hex[unit.index], g.game.board.label
    return [
        Action("attack", f"{label(target)} from {label(origin)} go", target, "commits")
        for target, origins in sorted(attacks(g).items())
        if origin in origins
    ]


def parse(g: Situation, words: Sequence[str]) -> Attack:
    """An attack from the words of an order; IllegalAction if it could not be made."""
    target = None
    origins: list[int] = []
    support: list[int] = []
    verb = ""
    for word in words:
        if word in ("attack", "from", "support", "go"):
            verb = word
            continue
        if not g.game.is_hex(word):
            raise IllegalAction("12.1", "'{word}' is not a hex of this map", word=word)
        h = g.game.board.index(word)
        if verb == "attack":
            target = h
        elif verb == "from":
            origins.append(h)
        elif verb == "support":
            support.append(h)
    if target is None:
        raise IllegalAction("12.1", "an attack reads: attack HEX from HEX support HEX")
    defenders = g.group(target)
    if not defenders:
        raise IllegalAction(
            "12.1a", "there is no enemy group in {hex}", hex=g.game.board.label(target)
        )
    g = _of_side(g, 1 - g.game.units[defenders[0]].side)
    label = g.game.board.label
    if not origins:
        origins = attacks(g).get(target, [])
        if len(origins) != 1:
            none = refuse_target(g, label(target)) if not origins else None
            raise none or IllegalAction(
                "12.1", "say from which hex {hex} is attacked", hex=label(target)
            )
    origin, *others = origins
    refusals = [
        refuse_origin(g, target, label(origin)),
        *(refuse_second(g, target, label(h)) for h in others if h != origin),
        *(refuse_support(g, target, origin, support[:n], label(h)) for n, h in enumerate(support)),
    ]
    for refusal in refusals:
        if refusal is not None:
            raise refusal
    return Attack(target, origin, g.at[origin], tuple(support))


def _of_side(g: Situation, side: int) -> Situation:
    """The situation if it were the part of this side."""
    if side == g.active:
        return g
    turned = g.copy()
    turned.active = side
    return turned


def ledger(g: Situation, attack: Attack) -> Ledger:
    """12.5-12.6 The ledger of an attack and the exact chance of every result, with the test at the water."""
    sheet = _sheet(g, attack)
    if not crossing(g, attack):
        return sheet
    needed = g.game.charts.water_attack
    passed = Fraction(7 - needed, 6)
    rest = without_armor(g, attack)
    dry = _sheet(g, rest) if rest.attackers else None
    shares = {each.result: each.chance * passed for each in sheet.chances}
    failed = {each.result: each.chance for each in dry.chances} if dry else {"test": Fraction(1)}
    for code, chance in failed.items():
        shares[code] = shares.get(code, Fraction(0)) + chance * (1 - passed)
    told = Say(
        "armored units cross only on {die} or more; the chances include the test", die=needed
    )
    return replace(
        sheet,
        chances=[Chance(code, chance, MEANING[code]) for code, chance in shares.items()],
        notes=[Line("12.3", told, f"{passed}")],
        branches=[
            Branch("12.3a", Say("the armored units get across"), passed, sheet),
            Branch(
                "12.3b",
                Say("the armored units fail to cross and take no part"),
                1 - passed,
                dry,
            ),
        ],
    )


def _sheet(g: Situation, attack: Attack) -> Ledger:
    """12.5-12.6 The ledger of an attack by those who take part in it."""
    charts, defenders, label = g.game.charts, g.at[attack.target], g.game.board.label
    ours, theirs = g.strength(attack.attackers), g.strength(defenders)
    names = [
        " + ".join(g.game.units[u].id for u in group) for group in (attack.attackers, defenders)
    ]
    lines = [
        Line("12.5a", Say("attack: {units}", units=names[0]), str(ours)),
        Line("12.5a", Say("defense: {units}", units=names[1]), str(theirs)),
        Line("12.5a", Say("differential"), f"{ours - theirs:+d}"),
    ]
    extra = modifiers(g, attack)
    lines += [Line(rule, what, f"{bonus:+d}") for rule, what, bonus in extra]
    modifier = sum(bonus for _, _, bonus in extra)
    column = charts.column(ours - theirs)
    table = [(die, charts.result(column, die + modifier)) for die in range(1, 7)]
    chances: dict[str, Fraction] = {}
    for _, code in table:
        chances[code] = chances.get(code, Fraction(0)) + Fraction(1, 6)
    return Ledger(
        Say("{origin} attacks {hex}", origin=label(attack.origin), hex=label(attack.target)),
        lines,
        charts.columns[column],
        modifier,
        table,
        [Chance(code, chance, MEANING[code]) for code, chance in chances.items()],
        aim=g.aim(attack.target, [attack.origin, *attack.support]),
    )
