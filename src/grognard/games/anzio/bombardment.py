"""11.0 Off-map bombardment: the German welcome to the landing, then guns, ships and aircraft."""

from __future__ import annotations

from ...engine.decision import Ask, Asking, Modifier, Procedure, Roll, led_to
from ...engine.words import IllegalAction, Say
from ...hexes import members
from .counters import ALLIED, GERMAN, SIDES
from .situation import Situation


def landing(g: Situation) -> Procedure:
    """11.1 Once, before Turn 1, if the weather is clear (6.2b: in any case): a 6 flips a unit."""
    if g.weather != "clear" and "6.2" not in g.game.options:
        g.tell("bombardment", "11.1", "the sky is not clear: the beachhead is not bombarded")
        return
    die = yield Roll("11.1", "the bombardment of the beachhead", "german")
    if die < g.game.charts.landing:
        facts = led_to(die, "miss")
        g.tell("bombardment", "11.1", "the bombardment of the beachhead misses", **facts)
        return
    g.tell("bombardment", "11.1", "the bombardment of the beachhead hits", **led_to(die, "hit"))
    targets = [u for u in g.on_map(ALLIED) if g.steps[u] == 2]
    unit = yield from _hit_which(g, GERMAN, targets, "11.1")
    if unit is not None:
        g.lose_step(unit, "11.1")


def bombardment(g: Situation) -> Procedure:
    """11.2 Each side may bombard once a turn, the side with the initiative first."""
    if not targets(g, g.active):
        g.tell("bombardment", "11.2b", "no target can be observed")
        g.closes(SIDES[g.active])
        return
    choice = yield Ask(
        SIDES[g.active],
        "bombard",
        "11.2",
        Say("bombard the enemy?"),
        [g.game.actions.bombard, g.game.actions.pass_],
        top=True,
        outcome=lambda a: said(g) if a is g.game.actions.bombard else [],
        refuse=lambda verb, word: None,
    )
    if choice.verb == "pass":
        return
    side = SIDES[g.active]
    planes = yield from air_attack(g)
    needed = g.game.charts.bombardment[g.weather]
    hits = 0
    for _ in range(dice(g, g.active)):
        die = yield Roll("11.2", "the bombardment", side)
        hit = die + sum(each.amount for each in planes) >= needed
        facts = led_to(die, "hit" if hit else "miss", planes) | {"needed": needed}
        if hit:
            hits += 1
            g.tell("bombardment", "11.2d", "{sum}: the bombardment hits", **facts)
        else:
            g.tell(
                "bombardment",
                "11.2d",
                "{sum}, {needed} needed: the bombardment misses",
                **facts,
            )
    struck = 0
    for _ in range(hits):
        struck |= yield from _apply_hit(g, struck)
    g.closes(side)


def said(g: Situation) -> list[Say]:
    """11.2d What a bombardment can do, and how likely."""
    needed = g.game.charts.bombardment[g.weather]
    told = [
        Say(
            "dice: {n}; each hits on {needed} or more ({share}) and costs a unit a step",
            n=dice(g, g.active),
            needed=needed,
            share=f"{round(100 * (7 - needed) / 6)}%",
        )
    ]
    if g.active == GERMAN and g.weather == "clear":
        told.append(Say("an air attack may add 1, on {die} or more", die=g.game.charts.air))
    return told


def dice(g: Situation, side: int) -> int:
    """11.2c One roll a side; two for the Allies from Turn 4."""
    return 2 if side == ALLIED and g.turn >= g.game.charts.allied_dice_from else 1


def air_attack(g: Situation) -> Asking[list[Modifier]]:
    """11.3 In clear weather a German air attack may add 1 to the German roll."""
    if g.active != GERMAN or g.weather != "clear":
        return []
    die = yield Roll("11.3", "the German air attack", "german")
    if die < g.game.charts.air:
        g.tell("air", "11.3", "no German air attack", **led_to(die, "no"))
        return []
    g.tell("air", "11.3", "a German air attack: +1 to the bombardment", **led_to(die, "yes"))
    return [Modifier("11.3", Say("a German air attack"), 1)]


def targets(g: Situation, side: int) -> int:
    """11.2b The hexes that may be bombarded."""
    enemies = g.occupied[1 - side]
    return enemies if g.weather == "clear" else enemies & g.zoc(side)


def _apply_hit(g: Situation, struck: int) -> Asking[int]:
    """11.2d-f The bombarding side picks a hex not hit before, and who suffers there."""
    open_ = targets(g, g.active) & ~struck
    if not open_:
        g.tell("bombardment", "11.2f", "no other hex can be hit")
        return 0
    side = SIDES[g.active]
    hexes = members(open_)
    choice = g.game.actions.target[hexes[0]]
    if len(hexes) == 1:
        g.closes(side, "target", lambda now, word: refuse_target(now, word, struck))
    else:
        choice = yield Ask(
            side,
            "target",
            "11.2d",
            Say("which hex is hit?"),
            [g.game.actions.target[h] for h in hexes],
            refuse=lambda verb, word: refuse_target(g, word, struck),
        )
    group = g.group(choice.value)
    full = [u for u in group if g.steps[u] == 2]
    unit = yield from _hit_which(g, g.active, full or list(group), "11.2e")
    if unit is not None:
        g.lose_step(unit, "11.2e")
    return 1 << choice.value


def _hit_which(g: Situation, side: int, candidates: list[int], rule: str) -> Asking[int | None]:
    """11.1, 11.2e The bombarding player picks the unit."""
    if len(candidates) < 2:
        g.closes(SIDES[side], "hit", lambda now, word: _refuse_hit(now, candidates, rule, word))
        return candidates[0] if candidates else None
    choice = yield Ask(
        SIDES[side],
        "hit",
        rule,
        Say("which unit is hit?"),
        [g.game.actions.hit[u] for u in candidates],
        about=g.about(hexes=[g.hex[candidates[0]]]),
        refuse=lambda verb, word: _refuse_hit(g, candidates, rule, word),
    )
    unit: int = choice.value
    return unit


def _refuse_hit(g: Situation, candidates: list[int], rule: str, word: str) -> IllegalAction | None:
    """11.1, 11.2e Why a unit cannot be hit."""
    unit = g.game.units.find(word)
    if unit is None or unit.index in candidates:
        return None
    return IllegalAction(
        rule,
        "{unit} cannot be hit: a full-strength unit is hit first, in the hex chosen",
        unit=unit.id,
    )


def missed(g: Situation, word: str) -> IllegalAction | None:
    """11.2b-c Why there was no bombardment, none of this hex, or no other one."""
    if targets(g, g.active):
        return IllegalAction("11.2c", "a side bombards only once a turn")
    return refuse_target(g, word, 0) or IllegalAction("11.2b", "no target can be observed")


def refuse_target(g: Situation, word: str, struck: int) -> IllegalAction | None:
    """11.2b, f Why a hex may not be bombarded."""
    if not g.game.is_hex(word):
        return None
    h = g.game.board.index(word)
    if not g.occupied[g.enemy] >> h & 1:
        return IllegalAction("11.2b", "there is no enemy in {hex}", hex=word)
    if (targets(g, g.active) & ~struck) >> h & 1:
        return None
    if struck >> h & 1:
        return IllegalAction("11.2f", "{hex} has been hit: another hit must go elsewhere", hex=word)
    return IllegalAction(
        "11.2b", "in this weather {hex} must be next to one of your units", hex=word
    )
