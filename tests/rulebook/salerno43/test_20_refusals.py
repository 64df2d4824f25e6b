"""20.0 to 21.0 and S2: who refuses what, and whose artillery it is."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.salerno43.field import field, h, hexes, kind, refused, run, state, unit

import grognard
from grognard.games.salerno43 import support

PZ, PG, PG2 = "GE-16Pz-IIa", "GE-16Pz-I64", "GE-16Pz-II64"
US = "US-36-142"
NORTH = {"N1": "0501 0601", "N2": "0801 0901"}


def german(units, left, **how):
    how.setdefault("features", NORTH)
    return field({"0908": US, **units}, phase="initial german", lines=f"replacements {left}", **how)


@pytest.mark.rule("salerno43:S2.3.1", "salerno43:17.6.3b")
@pytest.mark.parametrize(("name", "division", "helped"), [("BR-46-138", "46", True), ("BR-5-13", "5", False)])  # fmt: skip
def test_artillery_of_the_fifth_army_supports_no_attack_of_the_eighth(name, division, helped):
    """Ruling 26: an ASU that supports an attack takes part in it."""
    units = {"0505": name, "0504": PG, "0506": "BR-X"}
    g = field(units, phase="combat allied", scenario="campaign", turn=12)
    run(g, f"attack 0504 with {name} maf {division}")
    assert (hexes(g, "asu") == {"BR-X"}) is helped
    assert support.asus(state(g), 0, [unit(g, name)], h(g, "0505"), attacking=False)


@pytest.mark.rule("salerno43:17.5a", "salerno43:17.5b", "salerno43:19.1a")
@pytest.mark.parametrize("phase", ["initial german", "refit german"])
def test_why_guns_are_not_readied(phase):
    guns = {"0504": "GE-16Pz-ASU(u)", "0505": "GE-29PG-ASU(ud)", "0506": "GE-14Pz GE-71Neb(u)"}
    g = field({**guns, "0908": US}, phase=phase, lines="supply 0 1", features=NORTH)
    assert refused(g, "ready GE-29PG-ASU") == "13.2.1"
    assert refused(g, "ready GE-14Pz") == "17.5"
    assert refused(g, "ready GE-71Neb") == "19.1"
    assert refused(g, "ready US-36-ASU") == "3.0"
    run(g, "ready GE-16Pz-ASU")
    assert state(g).sp == [0, 0]


@pytest.mark.rule("salerno43:20.1.1a", "salerno43:20.1.2a", "salerno43:20.2a", "salerno43:20.3.1d")
def test_why_a_replacement_is_not_taken():
    units = {"0504": f"{PG}(r) {PZ}", "0505": f"{PG2}(rd)", "eliminated": "GE-HG-I1"}
    g = german({**units, "dead": "GE-HG-I2"}, "GI")
    assert refused(g, f"replace {PZ}") == "20.1.2"
    assert refused(g, f"replace {PG2}") == "20.2a"
    assert refused(g, "replace GE-HG-I2") == "16.5.6"
    assert refused(g, f"replace {US}") == "3.0"
    assert refused(g, "place GE-HG-I1") == "21.1"
    full = german({"0504": f"{PG}(r) {PG2}"}, "GI")
    assert refused(full, f"replace {PG2}") == "20.1.1"
    cut = german({"0504": f"{PG}(r)", "0506": f"{PG2}(r)"}, "GI", features={"N1": "0501"})
    assert refused(cut, f"replace {PG2}") == "20.2a"


@pytest.mark.rule("salerno43:S2.2a")
def test_the_sixteenth_goes_first():
    units = {"0504": f"{PZ} {PG}", "0505": "GE-29PG-71", "0808": PG2, "0908": US}
    how: Any = {"phase": "initial german", "turn": 14, "features": {"N1": "0501"}}
    g = field(units, scenario="campaign", **how)
    assert hexes(g, "withdraw") == {PZ, PG}
    assert refused(g, "withdraw GE-29PG-71") == "S2.2"
    assert refused(g, f"withdraw {PG2}") == "S2.2"
    run(g, f"withdraw {PG}", f"withdraw {PZ}")
    assert hexes(g, "withdraw") == {"GE-29PG-71", "GE-26Pz-8-26"}
    run(g, "withdraw GE-29PG-71")
    assert kind(g) != "withdraw"
    assert kind(grognard.load(g.position, dice="asked")) != "withdraw"


@pytest.mark.rule("salerno43:S2.3.3")
def test_the_north_edge_lies_across_the_boundary():
    """One unit of the 8th Army on the map and one in N2 are two; those in the south and east are at home."""
    units = {"0501": "BR-5-13", "N2": "BR-5-15", "S1": "BR-5-17", "E3": "CAN-1-1", "0908": PG}
    how: Any = {"phase": "movement allied", "turn": 12, "scenario": "campaign"}
    g = field(units, features={"army8": "0505"}, lines="areas S1 S2 S3 E3", **how)
    run(g, "done")
    assert (kind(g), hexes(g, "remove")) == ("boundary", {"BR-5-13", "BR-5-15"})
    one = field(
        {**units, "0505": "BR-5-13", "0501": US},
        features={"army8": "0505"},
        lines="areas S1 E3",
        **how,
    )
    run(one, "done")
    assert kind(one) != "boundary"


@pytest.mark.rule("salerno43:21.2.1c", "salerno43:21.2.2", "salerno43:21.5d", "salerno43:20.4a")
@pytest.mark.parametrize(
    ("place", "name", "goal", "rule"),
    [
        ("N2", PZ, "E5", "21.5"),
        ("N2", f"{PZ}(p)", "N1", "20.4"),
        ("0501", PZ, "S1", "21.2.1"),
        ("0709", PZ, "N2", "21.3.2"),
        ("0901", US, "E3", "21.2.2"),
        ("S3", US, "E1", "21.2.2"),
        ("S3", "BR-5-13", "E2", "21.5"),
    ],
)
def test_why_an_entry_area_is_closed(place, name, goal, rule):
    features = {"N1": "0101", "N2": "0201", "S1": "0501", "E3": "0901"}
    side = "german" if name.startswith("GE") else "allied"
    g = field(
        {place: name, "0908": PG2, "0108": "US-36-141"},
        phase=f"movement {side}",
        features=features,
        size=(9, 9),
        lines="areas S1 S2 S3",
    )
    run(g, f"move {name.partition('(')[0]}")
    assert refused(g, f"to {goal}") == rule


@pytest.mark.rule("salerno43:21.3.4b", "salerno43:4.3")
@pytest.mark.parametrize(("target", "hexes_", "tanks"), [("0501", 1, 1), ("0601", 3, 3)])
def test_a_tank_stacks_free_in_each_hex_of_an_entry_area(target, hexes_, tanks):
    """Ruling 19: behind the edge lie as many hexes as the target lacks neighbours."""
    foot = ["GE-29PG-71", "GE-HG-I1", "GE-HG-I2", "GE-HG-II1", "GE-HG-II2"]
    foot += [
        "GE-29PG-I15",
        "GE-29PG-II15",
        "GE-29PG-III15",
        "GE-26Pz-I9",
        "GE-26Pz-II9",
        "GE-26Pz-I67",
    ]
    foot += [
        "GE-26Pz-II67",
        "GE-15PG-I115",
        "GE-15PG-II115",
        "GE-15PG-III115",
        "GE-3PG-II29",
        "GE-29PG-I71",
    ]
    armour = f"{PZ} GE-16Pz-IIb GE-HG-III GE-HG-I-II".split()
    g = field(
        {"N1": " ".join(foot + armour), target: US},
        features={"N1": "0501 0601"},
        phase="combat german",
    )
    run(g, f"attack {target}")
    for name in foot[: 6 * hexes_ - 1]:
        run(g, f"with {name}")
    assert not set(foot) & hexes(g, "with")
    for name in armour[:tanks]:
        run(g, f"with {name}")
    assert refused(g, f"with {armour[tanks]}") == "21.3.4"
