"""24 Three and four players: seats, who commands what, consent, shares of supply and the last word."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard import IllegalAction
from grognard.games.normandy44.situation import ARMY7, PANZER_WEST, Situation

from .field import clear, field, hexes, mark, offers, opened, put, refused, run, unit, where

BOTH = ("24a", "24b")


def seat(g: object) -> str:
    return str(g.side)  # type: ignore[attr-defined]


@pytest.mark.rule("normandy44:24a", "normandy44:24b")
@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ((), ["allied", "german"]),
        (("24a",), ["american", "commonwealth", "german"]),
        (("24b",), ["allied", "seventh_army", "panzer_west"]),
        (BOTH, ["american", "commonwealth", "seventh_army", "panzer_west"]),
    ],
)
def test_a_side_has_one_seat_or_two(options: tuple[str, ...], seats: list[str]) -> None:
    g = grognard.new("normandy44", scenario="seven", options=options, seed="24")
    assert list(g.rules.seats) == seats
    only = grognard.new("normandy44", scenario="cherbourg", options=options, seed="24")
    assert list(only.rules.seats) == ["allied", "german"]


@pytest.mark.rule("normandy44:24a")
def test_each_allied_player_moves_his_own_army() -> None:
    """The Americans act first, may let the others act before them, and command no Commonwealth unit."""
    g = field(
        {"0404": "US-1-16", "0604": "BR-50-69", "0408": "GE-352-1-914"},
        phase="movement",
        options=["24a"],
    )
    assert seat(g) == "american"
    assert "move US-1-16" in offers(g)
    assert "move BR-50-69" not in offers(g)
    assert refused(g, "move BR-50-69") == "24a"
    with pytest.raises(IllegalAction):
        g.copy().play("move US-1-16", side="commonwealth")
    first = g.copy()
    run(first, "over")
    assert seat(first) == "commonwealth"
    assert "move US-1-16" not in offers(first)
    run(first, "move BR-50-69 0605", "done")
    assert seat(first) == "american"
    assert "over" not in offers(first)
    run(first, "move US-1-16 0405", "done")
    assert first.phase != "movement"
    run(g, "move US-1-16 0405", "done")
    assert seat(g) == "commonwealth"
    run(g, "move BR-50-69 0605", "done")
    assert g.phase != "movement"
    assert (where(g, "US-1-16"), where(g, "BR-50-69")) == ("0405", "0605")


@pytest.mark.rule("normandy44:24a")
def test_each_allied_player_attacks_and_answers_for_his_own() -> None:
    g = field(
        {"0404": "US-1-16", "0604": "BR-50-69", "0405": "GE-352-1-914", "0605": "GE-352-2-914"},
        options=["24a"],
    )
    assert seat(g) == "american"
    assert hexes(g, "attack") == {"0405"}
    assert refused(g, "attack 0605") == "24a"
    run(g, "attack 0405 with US-1-16 go", 1, "fallback")
    while g.phase == "combat" and seat(g) != "commonwealth":
        g.play(g.decision.actions[-1])  # type: ignore[union-attr]
    assert seat(g) == "commonwealth"
    assert hexes(g, "attack") == {"0605"}


@pytest.mark.rule("normandy44:24a", "normandy44:22.1.1")
@pytest.mark.parametrize(
    ("stack", "asked"),
    [
        ("US-1-16 BR-50-69:1", "american"),
        ("US-1-16:1 BR-50-69", "commonwealth"),
        ("US-4-8 BR-50-69", "american"),
    ],
)
def test_the_stronger_part_answers_for_a_mixed_stack(stack: str, asked: str) -> None:
    g = field(
        {"0404": "GE-12SS-25 GE-12SS-26", "0405": stack}, side="german", options=["24a"], row=2
    )
    run(g, "attack 0405 with GE-12SS-25+GE-12SS-26 go")
    g.play("roll 4")
    assert g.decision is not None
    assert (g.decision.kind, seat(g)) == ("stand", asked)


@pytest.mark.rule("normandy44:24a", "normandy44:12.1f")
def test_the_defender_whose_unit_it_is_picks_the_attackers_loss() -> None:
    """EX: the Commonwealth was attacked, so its player picks."""
    g = field(
        {"0404": "GE-12SS-25 GE-12SS-26", "0405": "BR-50-69", "0409": "US-1-16"},
        side="german",
        options=["24a"],
    )
    run(g, "attack 0405 with GE-12SS-25+GE-12SS-26 maf 12SS go")
    g.play("roll 1")
    assert g.decision is not None
    assert (g.decision.kind, seat(g)) == ("lose", "commonwealth")


@pytest.mark.rule("normandy44:24a", "normandy44:19.1.4a")
@pytest.mark.parametrize("answer", ["agree", "object"])
def test_aircraft_fly_for_the_ally_only_with_consent(answer: str) -> None:
    """The American has no aircraft of his own; those of the Commonwealth strafe for him if it agrees."""

    def begin(state: Situation) -> None:
        state.air = [0, 2]

    g = field(
        {"0404": "US-1-16", "0604": "BR-50-69", "0405": "GE-21-1-22", "0605": "GE-21-2-22"},
        options=["24a"],
        change=begin,
    )
    assert seat(g) == "american"
    run(g, "strafe 0405")
    assert g.decision is not None
    assert (g.decision.kind, seat(g), g.decision.rule) == ("consent", "commonwealth", "24a")
    run(g, answer)
    if answer == "object":
        assert g.state.air == [0, 2]
        assert seat(g) == "american"
        assert refused(g, "strafe 0405") == "24a"
        run(g, "over")
        assert {"0405", "0605"} <= hexes(g, "strafe")
    else:
        assert g.state.air == [0, 1]
        g.play("roll 1")
        assert seat(g) == "american"


@pytest.mark.rule("normandy44:24a", "normandy44:5.3b", "normandy44:6.2.3d")
def test_replacements_and_purchases_are_each_armys_own() -> None:
    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active = 6, "replacement", 0
        state.stock[0] = state.stock[3] = 1
        state.points, state.harbour = [6, 6], [unit_hex(state, "2719"), unit_hex(state, "2524")]
        put(state, "US-Eng-5S", "2719")
        put(state, "US-1-18", "2719", 2)
        put(state, "BR-Eng-9", "2525")
        put(state, "BR-50-69", "2525", 2)

    def unit_hex(state: Situation, label: str) -> int:
        return state.game.board.index(label)

    g = opened(begin, options=["24a"])
    assert seat(g) == "american"
    assert {"replace US-1-18", "buy US"} <= offers(g)
    assert refused(g, "buy CW") == "24a"
    assert refused(g, "replace BR-50-69") == "24a"
    run(g, "done")
    assert seat(g) == "commonwealth"
    assert {"replace BR-50-69", "buy CW"} <= offers(g)
    assert not {"replace US-1-18", "buy US"} & offers(g)


@pytest.mark.rule("normandy44:24a", "normandy44:20.3.1")
def test_each_army_assaults_its_own_beaches() -> None:
    g = opened(options=["24a"])
    run(g, *[6] * 9)
    assert seat(g) == "american"
    assert hexes(g, "beach") == {"Utah", "Omaha", "Hoc"}
    run(g, "beach Utah", 6, 6, "done", "beach Hoc", 4, 4)
    while seat(g) in ("american", "dice") and g.decision is not None and g.decision.kind != "beach":
        g.play(g.decision.actions[-1])
    assert seat(g) == "commonwealth"
    assert hexes(g, "beach") == {"Gold", "Juno", "Sword"}


@pytest.mark.rule("normandy44:24a", "normandy44:6.2.7", "normandy44:21.1.1b", "normandy44:22.2")
def test_questions_of_one_army_go_to_its_player() -> None:
    """The choice of British or Canadian, the Mulberry of Omaha, an airborne division sent home."""

    def storm(state: Situation) -> None:
        state.turn, state.phase = 6, "initial"

    g = run(opened(storm, options=["24a"]), 1)
    while g.decision is not None and g.decision.kind == "supply point":
        g.play(g.decision.actions[0])
    assert g.decision is not None
    assert (g.decision.kind, seat(g)) == ("commonwealth", "commonwealth")

    def harbour(state: Situation) -> None:
        state.turn, state.phase, state.due = 7, "initial", [7, 0]

    g = run(opened(harbour, options=["24a"]), 4)
    assert g.decision is not None
    assert (g.decision.kind, seat(g)) == ("mulberry", "american")

    def home(state: Situation) -> None:
        for u in list(state.on_map(1)):
            state.take_off(u, state.AWAY)
        state.turn, state.phase, state.active = 5, "end", 0
        put(state, "US-Eng-1S", "2814")
        put(state, "BR-Eng-5", "2430")

    g = opened(home, options=["24a"])
    assert (seat(g), hexes(g, "division")) == ("american", {"82Abn", "101Abn"})
    run(g, "done")
    assert (seat(g), hexes(g, "division")) == ("commonwealth", {"6Abn"})


# -- the Germans


@pytest.mark.rule("normandy44:24b")
def test_german_units_are_under_who_faces_their_enemy() -> None:
    """By the army boundary; reinforcements by the colour at which they enter."""
    g = opened(options=["24b"])
    east = {u.id for u in g.rules.units if g.state.facing_cw >> u.index & 1}
    assert {"GE-21-125", "GE-21-21rec", "GE-195Sec"} <= east
    assert not {"GE-91-1057", "GE-HQ-Cotentin", "GE-709-729"} & east
    for u in g.rules.units:
        colour = u.arrival.split()[0]
        if colour in ("green", "orange", "red", "blue"):
            assert (u.id in east) == (colour != "green"), u.id


@pytest.mark.rule("normandy44:24b")
def test_a_german_unit_that_crosses_the_boundary_changes_its_commander() -> None:
    def begin(state: Situation) -> None:
        for u in list(state.on_map(0)):
            state.take_off(u, state.AWAY)
        state.turn, state.phase, state.active = 3, "movement", 1
        put(state, "GE-352-1-914", "2021")

    g = opened(begin, options=["24b"])
    u = unit(g, "GE-352-1-914")
    assert not g.state.facing_cw >> u & 1
    assert seat(g) == "seventh_army"
    assert "move GE-21-125" not in offers(g)
    assert refused(g, "move GE-21-125") == "24b"
    run(g, "move GE-352-1-914 2022")
    assert g.state.facing_cw >> u & 1
    run(g, "over")
    assert seat(g) == "panzer_west"
    assert "move GE-21-125" in offers(g)
    assert refused(g, "move GE-352-1-914") == "9.1"


@pytest.mark.rule("normandy44:24b", "normandy44:6.6a", "normandy44:6.6c")
def test_who_enters_at_a_green_hex_faces_the_americans() -> None:
    """A delayed orange unit that comes in at green is under the other player from then on."""

    def begin(state: Situation) -> None:
        orange = next(
            u.index
            for u in state.game.units
            if u.arrival.startswith("orange") and not u.silhouette and u.move
        )
        state.phase, state.active = "movement", 1
        state.turn = state.game.arrival_turn[orange] + 1

    g = opened(begin, options=["24b"], scenario="campaign")
    name = next(
        u.id
        for u in g.state.game.units
        if u.arrival.startswith("orange") and not u.silhouette and u.move
    )
    assert seat(g) == "seventh_army"
    assert f"move {name}" not in offers(g)
    run(g, "over", f"move {name}", "enter 0818", "stay")
    assert not g.state.facing_cw >> unit(g, name) & 1


@pytest.mark.rule("normandy44:24b")
def test_the_germans_share_their_points_and_one_has_the_last_word() -> None:
    """At the start and each turn: one proposes, who faces the Commonwealth agrees or decides."""
    g = opened(options=["24b"])
    assert (seat(g), offers(g)) == ("seventh_army", {"share 0", "share 1", "share 2", "share 3"})
    other = g.copy()
    run(g, "share 1")
    assert seat(g) == "panzer_west"
    assert offers(g) == {"agree", "share 0", "share 2", "share 3"}
    run(g, "agree")
    assert g.state.sp[ARMY7:] == [2, 3, 1]
    run(other, "share 0", "share 3")
    assert other.state.sp[ARMY7:] == [0, 3, 3]

    def begin(state: Situation) -> None:
        state.turn, state.phase, state.sp, state.shared = 6, "initial", [0] * 5, True

    g = run(opened(begin, options=["24b"]), 1)
    assert offers(g) == {"share 0", "share 1", "share 2", "share 3"}
    run(g, "share 2", "share 1")
    assert seat(g) == "seventh_army"
    run(g, "supply Cherbourg", "supply 7Army")
    assert g.state.sp[ARMY7:] == [1, 1, 1]


@pytest.mark.rule("normandy44:24b", "normandy44:17.2.7")
def test_each_german_player_has_his_own_supply_marker() -> None:
    """An HQ against the Commonwealth pays from Panzer Group West, never from the 7th Army."""

    def begin(state: Situation) -> None:
        state.sp = [0, 0, 2, 0, 0]
        mark(state, "facing_cw", "GE-HQ-1SS", "GE-12SS-25")

    g = field(
        {"0404": "GE-12SS-25", "0503": "GE-HQ-1SS", "0405": "US-1-16"},
        side="german",
        options=["24b"],
        features={"orange": "0101"},
        change=begin,
    )
    assert seat(g) == "panzer_west"
    run(g, "attack 0405 with GE-12SS-25 maf 12SS")
    assert refused(g, "hq GE-HQ-1SS") == "17.2.5"

    def rich(state: Situation) -> None:
        begin(state)
        state.sp[PANZER_WEST] = 1

    g = field(
        {"0404": "GE-12SS-25", "0503": "GE-HQ-1SS", "0405": "US-1-16"},
        side="german",
        options=["24b"],
        features={"orange": "0101"},
        change=rich,
    )
    run(g, "attack 0405 with GE-12SS-25 maf 12SS", "hq GE-HQ-1SS", "go", 1)
    assert g.state.sp == [0, 0, 2, 0, 0]


@pytest.mark.rule("normandy44:17.4a", "normandy44:24b")
@pytest.mark.parametrize("west", [True, False])
def test_panzer_group_west_never_pays_for_the_cotentin_headquarters(west: bool) -> None:
    """It is paid for by Fortress Cherbourg alone, which is the other player's."""

    def begin(state: Situation) -> None:
        state.sp = [0, 0, 0, 2, 2]
        if west:
            mark(state, "facing_cw", "GE-HQ-Cotentin", "GE-12SS-25")

    g = field(
        {"0404": "GE-12SS-25", "0503": "GE-HQ-Cotentin", "0405": "US-1-16"},
        side="german",
        options=["24b"],
        features={"orange": "0101", "cherbourg": "0202"},
        terrain={"city": "0202"},
        change=begin,
    )
    run(g, "attack 0405 with GE-12SS-25 maf 12SS")
    assert ("hq GE-HQ-Cotentin" in offers(g)) is not west
    if west:
        assert refused(g, "hq GE-HQ-Cotentin") == "17.2.5"


@pytest.mark.rule("normandy44:24b")
@pytest.mark.parametrize("answer", ["agree", "object"])
def test_a_joint_german_attack_needs_the_allys_consent(answer: str) -> None:
    def begin(state: Situation) -> None:
        mark(state, "facing_cw", "GE-12SS-25")

    g = field(
        {"0404": "GE-12SS-25", "0504": "GE-352-1-914", "0405": "US-1-16"},
        side="german",
        options=["24b"],
        change=begin,
    )
    assert seat(g) == "seventh_army"
    run(g, "attack 0405 with GE-352-1-914 with GE-12SS-25 maf 12SS go")
    assert g.decision is not None
    assert (g.decision.kind, seat(g), g.decision.rule) == ("consent", "panzer_west", "24b")
    run(g, answer)
    if answer == "object":
        assert seat(g) == "seventh_army"
        assert not g.state.attacked
        assert "attack 0405" in offers(g)
    else:
        assert g.state.attacked >> unit(g, "GE-12SS-25") & 1


@pytest.mark.rule("normandy44:24b", "normandy44:12.4.2")
def test_the_last_word_speaks_for_a_stack_of_both() -> None:
    def begin(state: Situation) -> None:
        mark(state, "facing_cw", "GE-352-2-914")

    g = field(
        {"0404": "US-1-16 US-1-18", "0405": "GE-352-1-914 GE-352-2-914"},
        options=["24b"],
        change=begin,
    )
    run(g, "attack 0405 with US-1-16+US-1-18 maf US1 go", 6)
    assert g.decision is not None
    assert (g.decision.kind, seat(g)) == ("lose", "panzer_west")


@pytest.mark.rule("normandy44:24a", "normandy44:24b")
def test_a_game_of_four_by_chance_through_the_front_door() -> None:
    """Everybody is asked; the record comes back; a position in the middle goes on with the same seat."""
    g = grognard.new("normandy44", scenario="seven", options=BOTH, seed="four")
    rng = random.Random(4)
    asked = set()
    for _ in range(1500):
        if g.decision is None:
            break
        asked.add(g.side)
        g.play(rng.choice(g.decision.actions))
        assert not g.rules.check(g.state)
    assert asked == {"american", "commonwealth", "seventh_army", "panzer_west"}
    again = grognard.load(g.record)
    assert again.position == g.position
    while g.decision is not None and not g.decision.top:
        g.play(rng.choice(g.decision.actions))
    back = grognard.load(g.position)
    assert (back.side, list(back.legal_actions)) == (g.side, list(g.legal_actions))
