"""14.0 The printed German, and the solitaire notes of chapters 11 and 12."""

from __future__ import annotations

import random

import pytest
from tests.rulebook.anzio.tabletop import PLAIN, REAL, plain, play, reduced, scene, where

import grognard
from grognard import Game, bots
from grognard.games.anzio import solitaire

PARA = "GE-4PARA-A GE-4PARA-B"
"""8 strength points."""


def at(
    units: str,
    phase: str,
    tactic: str,
    *,
    initiative: str = "german",
    board: str = PLAIN,
    options: str = "solitaire",
) -> Game:
    return scene(
        units,
        f"{phase} german",
        initiative=initiative,
        board=board,
        options=options,
        lines=[f"tactic {tactic}"],
    )


def asked(g: Game) -> solitaire.Order:
    assert g.decision is not None
    assert g.side == "german"
    return solitaire.order(g.state, g.decision)


def ordered(g: Game) -> str:
    """What the printed German answers now."""
    return str(asked(g).order)


def rules_cited(g: Game) -> set[str]:
    return {rule for rule, _ in asked(g).why}


def obey(g: Game, *dice: int) -> list[str]:
    """Let the Germans do as ordered until the Allies must decide or the dice run out."""
    faces, done = list(dice), []
    while g.side == "german" or (g.side == "dice" and faces):
        order = f"roll {faces.pop(0)}" if g.side == "dice" else ordered(g)
        done.append(order)
        g.play(order)
    return done


def march(units: str, tactic: str, *, board: str = REAL) -> dict[str, str]:
    """Where the German units of a scene are after their movement."""
    g = at(units, "movement", tactic, board=board)
    germans = [piece.id for piece in g.rules.pieces(g.state) if piece.side == "german"]
    while g.phase == "movement" and g.side == "german":
        g.play(ordered(g))
    return {
        unit: hex for unit, hex in zip(germans, where(g, *germans), strict=True) if hex[0] in "01"
    }


# -- 11.2, 14.2 bombardment

NORTH = "0201 GE-65-A; 0302 AL-3US-A(r); 0402 AL-3US-B; 0303 AL-1UK-A; 0206 AL-1UK-B"


@pytest.mark.rule("anzio:11.2g", "anzio:14.2")
def test_the_northernmost_full_strength_allies_are_bombarded() -> None:
    """0302 lies furthest north but is reduced already; even columns lie half a hex lower."""
    g = at(NORTH, "bombardment", "C")
    assert obey(g, 1, 6) == ["bombard", "roll 1", "roll 6", "target 0402"]
    assert reduced(g) == {"AL-3US-A", "AL-3US-B"}


@pytest.mark.rule("anzio:11.2g")
def test_if_all_are_reduced_the_northernmost_is_hit() -> None:
    g = at("0201 GE-65-A; 0402 AL-3US-B(r); 0302 AL-3US-A(r)", "bombardment", "C")
    obey(g, 1, 6)
    assert where(g, "AL-3US-A", "AL-3US-B") == ["eliminated", "0402"]


@pytest.mark.rule("anzio:14.2")
def test_in_one_hex_the_strongest_unit_is_hit() -> None:
    g = at("0201 GE-65-A; 0302 AL-RGR AL-3US-A; 0402 AL-3US-B", "bombardment", "C")
    assert obey(g, 1, 6)[-2:] == ["target 0302", "hit AL-3US-A"]


# -- 14.1 who plays what


@pytest.mark.rule("anzio:14.1")
def test_the_player_commands_the_allies() -> None:
    bot, rng = bots.make("orders", "anzio"), random.Random(1)
    g = grognard.new("anzio", seed=1, options=["solitaire"])
    assert g.side == "allied"
    with pytest.raises(bots.CannotPlay) as refusal:
        bot.choose(g, rng)
    assert refusal.value.rule == "14.1"
    bots.play(g, {"german": bot}, rng)
    assert g.side == "allied"
    g.play("default")
    assert g.side == "german"
    bots.play(g, {"german": bot}, rng)
    assert g.side == "allied"


@pytest.mark.rule("anzio:14.1")
def test_the_orders_need_a_solitaire_game() -> None:
    g = grognard.new("anzio", seed=1)
    g.play("default")
    with pytest.raises(bots.CannotPlay, match="solitaire"):
        bots.make("orders", "anzio").choose(g, random.Random(1))


# -- 14.3 the tactic


def drawn(counters: str, die: int) -> str:
    g = scene(f"{counters}; 0610 AL-RGR", "orders german", options="solitaire", board=REAL)
    events = g.play(f"roll {die}")
    assert any(event.rule == "14.3" for event in events)
    tactic: str = g.state.tactic
    return tactic


EIGHT = (
    "0101 GE-4PARA-A GE-4PARA-B; 0201 GE-65-A GE-65-B; 0301 GE-71-A GE-71-B; 0401 GE-362-A GE-362-B"
)
MORE = "0501 GE-HG-A GE-HG-B; 0601 GE-26PZ-A GE-26PZ-B; 0701 GE-3PZG-A GE-3PZG-B"
MOST = "0801 GE-16SS-A GE-16SS-B; 0901 GE-29PZG-A GE-29PZG-B; 1001 GE-715-A"


@pytest.mark.rule("anzio:14.3a")
@pytest.mark.parametrize(
    ("counters", "tactics"),
    [
        (EIGHT, "EEDDCC"),
        (f"{EIGHT}; 0501 GE-HG-A", "DDCCBB"),
        (f"{EIGHT}; {MORE}", "DCCBBA"),
        (f"{EIGHT}; {MORE}; {MOST}", "CBBAAA"),
    ],
    ids=["8", "9", "14", "19"],
)
def test_the_tactic_by_die_and_counters(counters: str, tactics: str) -> None:
    assert "".join(drawn(counters, die) for die in range(1, 7)) == tactics


@pytest.mark.rule("anzio:14.3a")
def test_one_tactic_is_drawn_each_turn_before_the_movement() -> None:
    g = grognard.new("anzio", seed=3, options=["solitaire"])
    seats = {"german": bots.make("orders", "anzio"), "allied": bots.make("random", "anzio")}
    bots.play(g, seats, random.Random(3))
    rolls = [roll.rule for roll in g.rolls]
    assert rolls.count("14.3") == rolls.count("8.1") == g.turn
    plain_game = grognard.new("anzio", seed=3)
    seats["german"] = bots.make("random", "anzio")
    bots.play(plain_game, seats, random.Random(3))
    assert "14.3" not in {roll.rule for roll in plain_game.rolls}


@pytest.mark.rule("anzio:14.3b")
@pytest.mark.parametrize("tactic", "ABCDE")
def test_attack_orders_and_defence_orders(tactic: str) -> None:
    g = at(f"0404 {PARA}; 0403 AL-RGR", "combat", tactic)
    if tactic in "AB":
        assert ordered(g) == "attack 0403 from 0404 go"
    else:
        assert ordered(g) == "done"
        assert any("0404 has defense orders" in str(say) for _, say in asked(g).why)


# -- 14.3, 14.4 movement

ALLIES = "0607 AL-3US-A AL-3US-B; 0707 AL-RGR; 0610 AL-1UK-A; 0710 AL-1UK-B"


@pytest.mark.rule("anzio:14.4")
def test_a_every_group_makes_for_the_ports() -> None:
    g = march(f"{ALLIES}; 0501 GE-65-A GE-65-B; 1001 GE-HG-A GE-HG-B; 0706 GE-71-A", "A")
    assert g["GE-65-A"] == g["GE-65-B"] == "0505"
    assert g["GE-HG-A"] == g["GE-HG-B"] == "0806"
    assert g["GE-71-A"] == "0706"  # in contact already


@pytest.mark.rule("anzio:14.4")
@pytest.mark.parametrize(
    ("west", "east", "goal"), [("AL-3US-A", "AL-RGR", "0506"), ("AL-RGR", "AL-3US-A", "0306")]
)
def test_a_stops_next_to_the_weakest_group_on_the_way(west: str, east: str, goal: str) -> None:
    """The ways round the lake are equally long."""
    lake = plain("place town 0407 Anzio", h0405="~", h0406="~")
    units = f"0404 GE-65-A; 0206 {west}; 0606 {east}"
    assert march(units, "A", board=lake)["GE-65-A"] == goal


@pytest.mark.rule("anzio:14.4")
def test_b_only_the_groups_along_the_albano_road_press_on() -> None:
    found = march(f"{ALLIES}; 0602 GE-65-A GE-65-B; 1403 GE-HG-A GE-HG-B", "B")
    assert found["GE-65-A"] == "0606"
    assert found["GE-HG-A"] == "1403"


@pytest.mark.rule("anzio:14.4")
def test_c_groups_in_contact_stay_and_others_join_the_line() -> None:
    units = "0404 AL-3US-A; 0403 GE-65-A GE-65-B; 0701 GE-71-A"
    found = march(units, "C", board=plain(h0602="F"))
    assert found["GE-65-A"] == "0403"
    assert found["GE-71-A"] == "0602"  # forest, two hexes from 0403 and three from the Allies


@pytest.mark.rule("anzio:14.4")
def test_d_a_group_of_two_goes_to_each_objective() -> None:
    units = f"{ALLIES}; 0503 GE-65-A GE-65-B; 1204 GE-HG-A GE-HG-B; 1006 GE-71-A"
    found = march(units, "D")
    assert found["GE-65-A"] == found["GE-65-B"] == "0502"
    assert found["GE-HG-A"] == found["GE-HG-B"] == "1303"
    assert found["GE-71-A"] in {"1104", "1204", "1203", "1105"}  # within two hexes of Cisterna


@pytest.mark.rule("anzio:14.4")
def test_e_groups_leave_the_allied_zones_for_good_ground_in_the_north() -> None:
    units = "0605 AL-3US-A AL-3US-B; 0604 GE-65-A GE-65-B; 0503 AL-1UK-A; 0502 GE-HG-A; 0610 AL-RGR"
    found = march(units, "E")
    assert found["GE-65-A"] == found["GE-65-B"] == "0702"  # by 0704, next to the mountains
    assert found["GE-HG-A"] == "0502"  # the garrison stays


@pytest.mark.rule("anzio:14.4")
def test_every_group_says_why_it_moved_or_held() -> None:
    g = at(f"{ALLIES}; 0706 GE-71-A; 0501 GE-65-A", "movement", "A", board=REAL)
    first = asked(g)
    assert first.order == "move GE-65-A 0505"
    assert {rule for rule, _ in first.why} == {"14.3", "14.3b"}
    play(g, "move GE-65-A 0505")
    last = asked(g)
    assert str(last.order) == "done"
    assert any("GE-71-A" in str(say) and "0707" in str(say) for _, say in last.why)


# -- 12.2, 12.4, 14.4, 14.5 attacks


@pytest.mark.rule("anzio:12.2b")
def test_a_weak_group_supports_rather_than_attack() -> None:
    """6 against 6 may attack; 5 against 6 may not and supports; 4 is too weak for either."""
    g = at("0404 GE-HG-A; 0304 GE-3PZG-A; 0504 GE-65-A; 0403 AL-3US-A", "combat", "A")
    assert ordered(g) == "attack 0403 from 0404 support 0304 go"
    assert "12.2b" in rules_cited(g)


@pytest.mark.rule("anzio:12.2b")
def test_a_group_strong_enough_attacks_by_itself() -> None:
    g = at(f"0404 GE-HG-A GE-HG-B; 0304 {PARA}; 0403 AL-RGR", "combat", "A")
    assert ordered(g) == "attack 0403 from 0404 go"
    play(g, "attack 0403 from 0404 go", "roll 1")
    assert ordered(g) == "attack 0403 from 0304 go"


@pytest.mark.rule("anzio:14.4")
def test_b_needs_three_with_the_support_counted() -> None:
    one = at("0404 GE-HG-A GE-HG-B(r); 0403 AL-3US-A AL-RGR(r)", "combat", "B")  # 9 against 7
    assert ordered(one) == "done"
    two = at("0404 GE-HG-A GE-HG-B(r); 0304 GE-3PZG-A; 0403 AL-3US-A AL-RGR(r)", "combat", "B")
    assert ordered(two) == "attack 0403 from 0404 support 0304 go"


@pytest.mark.rule("anzio:12.4b", "anzio:14.5a")
@pytest.mark.parametrize(("tactic", "order"), [("A", "attack 0403 from 0404 go"), ("C", "done")])
def test_without_the_initiative_attack_orders_are_carried_out(tactic: str, order: str) -> None:
    g = at(f"0404 {PARA}; 0403 AL-RGR", "combat", tactic, initiative="allied")
    assert ordered(g) == order


STRUCK = "0404 GE-4PARA-A(s) GE-4PARA-B(s); 0403 AL-RGR; 0704 GE-HG-A GE-HG-B; 0703 AL-509"


@pytest.mark.rule("anzio:14.5a")
def test_without_the_initiative_groups_that_were_attacked_do_not_attack() -> None:
    g = at(STRUCK, "combat", "A", initiative="allied")
    assert ordered(g) == "attack 0703 from 0704 go"
    play(g, "attack 0703 from 0704 go", "roll 1")
    assert ordered(g) == "done"
    assert "14.5a" in rules_cited(g)


@pytest.mark.rule("anzio:14.5a")
def test_a_unit_that_was_attacked_keeps_its_whole_group_down() -> None:
    """A group that joined another, fresh one is not free to attack by it."""
    for mark, order in (("", "attack 0403 from 0404 go"), ("(s)", "done")):
        units = f"0404 GE-4PARA-A GE-4PARA-B{mark}; 0403 AL-RGR"
        assert ordered(at(units, "combat", "A", initiative="allied")) == order


@pytest.mark.rule("anzio:14.5a")
def test_groups_that_were_attacked_do_not_support_either() -> None:
    units = "0404 GE-HG-A; 0304 GE-3PZG-A{}; 0403 AL-3US-A"
    assert "support" in ordered(at(units.format(""), "combat", "A", initiative="allied"))
    assert "support" not in ordered(at(units.format("(s)"), "combat", "A", initiative="allied"))


@pytest.mark.rule("anzio:14.5a")
def test_the_allied_attack_of_the_turn_is_remembered() -> None:
    units = f"0404 {PARA}; 0403 AL-3US-A AL-3US-B; 0704 GE-HG-A GE-HG-B; 0703 AL-509"
    g = scene(units, "combat allied", initiative="allied", options="solitaire", lines=["tactic A"])
    play(g, "attack 0404 from 0403 go", "roll 3", "done")
    assert where(g, "GE-4PARA-A") == ["0404"]
    assert obey(g, 1) == ["attack 0703 from 0704 go", "roll 1", "done"]


@pytest.mark.rule("anzio:14.4")
def test_with_the_initiative_all_groups_attack() -> None:
    g = at(STRUCK, "combat", "A")
    assert obey(g, 1, 2)[::2] == ["attack 0703 from 0704 go", "attack 0403 from 0404 go"]


@pytest.mark.rule("anzio:12.4b", "anzio:14.5b")
def test_the_weakest_adjacent_group_is_the_target() -> None:
    g = at(f"0404 {PARA}; 0403 AL-504; 0405 AL-RGR; 0304 AL-1UK-A", "combat", "A")
    assert ordered(g).startswith("attack 0405 ")


@pytest.mark.rule("anzio:12.4b", "anzio:14.5b")
@pytest.mark.parametrize(
    ("allies", "target"),
    [
        ("0710 AL-RGR; 0608 AL-509", "0710"),  # holds a port
        ("0610 AL-RGR; 0608 AL-509", "0610"),
        ("0709 AL-RGR; 0608 AL-509", "0709"),  # blocks the way to it
    ],
)
def test_among_equals_the_one_at_an_objective(allies: str, target: str) -> None:
    g = at(f"0609 {PARA}; {allies}", "combat", "A", board=REAL)
    assert ordered(g).startswith(f"attack {target} ")


@pytest.mark.rule("anzio:12.4b", "anzio:14.5b")
def test_who_holds_an_objective_comes_before_who_is_nearer_to_a_port() -> None:
    g = at(f"0503 {PARA}; 0502 AL-RGR; 0603 AL-509", "combat", "A", board=REAL)
    assert ordered(g).startswith("attack 0502 ")


# -- 12.5, 12.7, 12.8, 14.6 results


def attacked(group: str, rest: str, kind: str) -> Game:
    """A German group in 0404 attacked from 0403, at the first die that leads to such a question."""
    g = scene(
        f"0404 {group}; 0403 AL-3US-A AL-3US-B; {rest}",
        "combat allied",
        initiative="allied",
        options="solitaire",
        lines=["tactic C"],
    )
    g.play("attack 0404 from 0403")
    while any(action.verb == "support" for action in g.legal_actions):
        g.play(g.legal_actions[0])
    g.play("go")
    for die in range(6, 0, -1):
        trial = g.copy()
        trial.play(f"roll {die}")
        if trial.decision is not None and trial.decision.kind == kind:
            return trial
    raise AssertionError(f"no die leads to {kind}")


SUPPORT = "0304 AL-1UK-A AL-1UK-B; 0504 AL-45US-A AL-45US-B"


@pytest.mark.rule("anzio:12.5c")
@pytest.mark.parametrize(
    ("group", "unit"),
    [
        ("GE-26PZ-A GE-26PZ-B", "GE-26PZ-B"),  # 6 and 5
        ("GE-HG-A(r) GE-HG-B", "GE-HG-B"),  # the reduced one is smaller
    ],
)
def test_the_smallest_full_strength_unit_takes_the_loss(group: str, unit: str) -> None:
    assert ordered(attacked(group, SUPPORT, "lose")) == f"lose {unit}"


@pytest.mark.rule("anzio:14.6a")
def test_where_none_is_full_the_smallest_unit_takes_it() -> None:
    g = attacked("GE-HG-A(r) GE-71-B(r)", SUPPORT, "lose")
    assert ordered(g) == "lose GE-71-B"
    assert rules_cited(g) == {"14.6a"}


@pytest.mark.rule("anzio:12.7f")
@pytest.mark.parametrize(
    ("group", "unit"),
    [("GE-HG-A(r) GE-HG-B", "GE-HG-A"), ("GE-26PZ-A GE-26PZ-B", "GE-26PZ-B")],
)
def test_after_a_retreat_into_a_zone_a_full_strength_unit_remains(group: str, unit: str) -> None:
    g = attacked(group, "0205 AL-RGR; 0406 AL-509; 0605 AL-504", "retreat")
    g.play(ordered(g))
    assert g.decision is not None
    assert (g.decision.rule, ordered(g)) == ("12.7e", f"lose {unit}")


def beaten(board: str, tactic: str = "C") -> Game:
    """A German group that has to retreat from 0404, attacked from 0403."""
    g = scene(
        "0404 GE-65-A; 0403 AL-3US-A AL-3US-B; 0205 AL-RGR",
        "combat allied",
        initiative="allied",
        options="solitaire",
        board=board,
        lines=[f"tactic {tactic}"],
    )
    play(g, "attack 0404 from 0403 go", "roll 3")
    assert g.decision is not None
    assert g.decision.kind == "retreat"
    return g


@pytest.mark.rule("anzio:12.8c", "anzio:14.6b")
def test_germans_retreat_to_the_best_hex() -> None:
    assert ordered(beaten(plain(h0505="F"))) == "retreat 0505"
    assert ordered(beaten(plain(h0405="F"))) == "retreat 0405"
    assert ordered(beaten(plain("side river 0405/0406"))) == "retreat 0405"
    assert ordered(beaten(plain(h0305="F"))) != "retreat 0305"  # next to the rangers


@pytest.mark.rule("anzio:12.8c", "anzio:14.6b")
@pytest.mark.parametrize(("tactic", "order"), [("A", "advance"), ("B", "advance")])
def test_under_attack_orders_the_germans_advance(tactic: str, order: str) -> None:
    g = at(f"0404 {PARA}; 0403 AL-RGR", "combat", tactic)
    play(g, "attack 0403 from 0404 go", "roll 5", "retreat 0402")
    assert ordered(g) == order


@pytest.mark.rule("anzio:12.8c", "anzio:14.6b")
@pytest.mark.parametrize(("tactic", "order"), [("A", "advance"), ("C", "remain"), ("E", "remain")])
def test_advance_of_a_defender_depends_on_the_orders(tactic: str, order: str) -> None:
    g = scene(
        f"0404 {PARA}; 0403 AL-RGR",
        "combat allied",
        initiative="allied",
        options="solitaire",
        lines=[f"tactic {tactic}"],
    )
    play(g, "attack 0404 from 0403 go", "roll 6", "retreat 0402")
    assert ordered(g) == order
