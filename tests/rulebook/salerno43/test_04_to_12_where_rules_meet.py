"""Stacking to retreats: where rules meet."""

from __future__ import annotations

import re

import pytest
from tests.rulebook.salerno43.field import (
    field,
    hexes,
    kind,
    refused,
    run,
    status,
    steps,
    where,
)

from grognard import Game, IllegalAction


@pytest.mark.rule("salerno43:13.3.2d", "salerno43:12.2g", "salerno43:10.1i")
@pytest.mark.parametrize(
    ("defender", "attackers", "die", "closed"),
    [
        ("GE-29PG-I15", "US-36-143", 4, False),  # DR2: Disrupted
        ("GE-29PG-I15(d)", "US-36-143", 4, True),  # DR2 once more: Full Retreat
        ("GE-29PG-71(d)", "US-36-143", 1, True),  # Dis
        ("GE-29PG-I15(r)", "US-36-143 US-36-142 US-36-1-142", 4, True),  # DR4
    ],
)
def test_ruling_a_retreat_into_full_retreat_enters_no_city_of_the_enemy(
    defender, attackers, die, closed
):
    g = field(
        {"0504": defender, "0503": attackers},
        phase="combat allied",
        terrain={"C": "0505"},
        lines="control 0505",
    )
    run(g, "attack 0504 from 0503 maf 36 go", f"roll {die}")
    if kind(g) == "stand":
        run(g, "fallback")
    assert kind(g) == "retreat"
    assert ("0505" in hexes(g, "retreat")) is not closed
    if closed:
        assert refused(g, "retreat 0505") == "13.3.2"


@pytest.mark.rule("salerno43:12.1.3c", "salerno43:12.2c", "salerno43:12.2d", "salerno43:12.2e")
@pytest.mark.parametrize(
    ("friend", "end"),
    [("GE-1FJ-I3", "0506"), ("GE-1FJ-I3(dy)", "0507"), ("", "eliminated")],
)
def test_a_friend_that_retreated_before_calms_its_hex_for_those_who_pass(friend, end):
    """Down a strip of land past 0606: 0505 and 0506 lie in its zone, 0507 does not."""
    strip = {"0503", "0504", "0505", "0506", "0507", "0508", "0606"}
    sea = {f"{c:02d}{r:02d}" for c in range(1, 10) for r in range(1, 9)} - strip
    units = {"0504": "GE-29PG-I15(d)", "0503": "US-36-143", "0606": "US-45-157"}
    if friend:
        units["0506"] = friend
    g = field(units, phase="combat allied", terrain={"~": " ".join(sorted(sea))})
    run(g, "attack 0504 with US-36-143 maf 36 go", "roll 3")
    assert where(g, "GE-29PG-I15") == end


@pytest.mark.rule("salerno43:13.3.3", "salerno43:5.3b")
@pytest.mark.parametrize("stack", ["GE-29PG-I15(f)", "GE-29PG-I15(f) GE-16Pz-IIb"])
def test_no_extended_movement_next_to_full_retreat_across_mountains(stack):
    """The tanks have no zone over the mountains, and the routed battalion has none at all."""
    g = field(
        {"0510": "US-36-143", "0505": stack},
        phase="movement allied",
        size=(9, 12),
        sides={"mountain": "0505/0506"},
    )
    assert refused(g, "move US-36-143 0510-0509-0508-0507-0506") == "13.3.3"
    alone = field(
        {"0510": "US-36-143", "0505": "GE-16Pz-IIb"},
        phase="movement allied",
        size=(9, 12),
        sides={"mountain": "0505/0506"},
    )
    run(alone, "move US-36-143 0510-0509-0508-0507-0506")
    assert where(alone, "US-36-143") == "0506"


@pytest.mark.rule("salerno43:5.1a", "salerno43:5.4a", "salerno43:13.2.1a", "salerno43:20.4a")
@pytest.mark.parametrize(
    ("mover", "path", "rule"),
    [
        ("US-36-143", "0504-0503-0502-0501-0401-0301-0201-0101", "5.1"),  # six points
        ("US-36-143(d)", "0504-0503-0502-0501", "13.2.1"),
        ("US-36-143(p)", "0504-0503-0502", "20.4"),
        ("BR-7A-131(o)", "0504-0503-0502-0501", "16.4"),
        ("US-Tk-191", "0504-0505-0506-0507", "5.4"),  # over a river
        ("US-36-143", "0504-0604-0704-0703", "5.4"),  # over a mountain
    ],
)
def test_a_path_with_a_hex_too_many_is_refused_for_the_true_reason(mover, path, rule):
    sides = {"river": "0504/0505", "mountain": "0504/0604"}
    g = field({"0504": mover}, phase="movement allied", sides=sides)
    name, before = mover.partition("(")[0], g.position
    assert refused(g, f"move {name} {path}") == rule
    g.play(f"move {name} {path.rpartition('-')[0]}")
    assert where(g, name) == path.split("-")[-2]
    assert g.position != before


@pytest.mark.rule("salerno43:8.7.1d")
def test_a_drawn_automatic_ds_binds_its_units():
    """The line ``automatic`` says it all; marks need not be written."""
    units = {"0504": "GE-29PG-I15", "0503": "US-36-143 US-36-142"}
    line = "automatic 0404 US-36-143"
    g = field(units, phase="combat allied", lines=line)
    assert refused(g, "attack 0504 with US-36-143") == "8.7.1"
    g = field(units, phase="movement allied", lines=line)
    assert refused(g, "move US-36-143 0502") == "8.7.1"


@pytest.mark.rule("salerno43:20.4b", "salerno43:17.7a")
def test_an_attack_that_nobody_can_make_is_refused_for_those_who_fight():
    """Artillery and beachheads stand there too, but they are not the reason."""
    other = {"0901": "GE-1FJ-I3", "0902": "US-Rgr-1"}
    units = {"0504": "GE-29PG-I15", "0503": "US-BH-Red US-36-ASU(pu) US-36-142"}
    g = field({**units, **other}, phase="combat allied")
    assert refused(g, "attack 0504 with US-36-142") == "20.4"
    units["0503"] = "US-BH-Red US-36-ASU US-36-142"
    g = field({**units, **other}, phase="combat allied")
    assert refused(g, "attack 0504 with US-BH-Red") == "18.1.3"
    assert refused(g, "attack 0504 with US-36-ASU") == "17.7"


def best_stand(g: Game) -> int:
    """The modifier of a Determined Defense if both sides pick losses and Lead Unit well; -9 for none."""
    if kind(g) in ("lose", "lead"):
        ends = [best_stand(run(g.copy(), action.text)) for action in g.legal_actions]
        return max(ends) if g.side == "german" else min(ends)
    if kind(g) == "stand":
        return best_stand(run(g.copy(), "stand"))
    if kind(g) == "roll":
        (told,) = [e for e in g.copy().play("roll 3") if e.kind == "defence"]
        return int(told.facts["modified"]) - 3
    return -9


@pytest.mark.rule("salerno43:11.1a", "salerno43:11.2.1a", "salerno43:11.2.4a")
@pytest.mark.parametrize(
    "defenders",
    [
        "GE-1FJ-I3",  # one step
        "GE-16Pz-I79",  # elite in full strength only
        "GE-16Pz-I79 GE-1FJ-I3",
        "GE-1FJ-I3 GE-29PG-I15",
        "GE-16Pz-I79 GE-29PG-I15 GE-29PG-ASU(u)",
        "GE-29PG-I15(d)",
    ],
)
def test_the_ledger_foretells_the_determined_defence_after_the_losses(defenders):
    """Each note is what play finds: whoever picks a loss picks the one that serves him best."""
    g = field(
        {"0504": defenders, "0503": "US-36-143 US-36-142", "0604": "US-36-141"},
        phase="combat allied",
    )
    order = "attack 0504 from 0503 from 0604 maf 36"
    pattern = r"note: (\S+?)(, orange)?: (?:no Determined|\S+ stands with ([+-]\d))"
    foretold = {(code, int(drm or -9)) for code, _, drm in re.findall(pattern, str(g.odds(order)))}
    run(g, f"{order} go")
    found = set()
    for die in range(1, 7):
        after = g.copy()
        (told,) = [e for e in after.play(f"roll {die}") if e.kind == "result"]
        if told.facts["result"] not in ("A1", "Dis", "EX"):
            found.add((told.facts["result"], best_stand(after)))
    assert found == foretold


@pytest.mark.rule("salerno43:8.1c", "salerno43:12.5a")
def test_ruling_units_that_retreated_are_not_attacked_alone():
    other = {"0901": "GE-1FJ-I3", "0902": "US-Rgr-1"}
    for stack, rule in (("GE-29PG-I15(dy)", "12.5"), ("GE-29PG-I15(dy) GE-29PG-II15(s)", "8.1c")):
        g = field({"0504": stack, "0503": "US-36-143", **other}, phase="combat allied")
        assert refused(g, "attack 0504 with US-36-143") == rule
    fresh = "GE-29PG-I15(dy) GE-29PG-II15"
    g = field({"0504": fresh, "0503": "US-36-143", **other}, phase="combat allied")
    assert g.odds("attack 0504 with US-36-143").column == "2-1", "the retreated one adds nothing"


@pytest.mark.rule("salerno43:8.2b")
def test_several_hexes_after_one_from():
    units = {"0504": "GE-29PG-I15", "0503": "US-36-143", "0505": "US-36-142"}
    g = field(units, phase="combat allied")
    order = "attack 0504 from 0503 0505 maf 36"
    assert g.odds(order).column == "3-1"
    (told,) = [e for e in g.play(f"{order} go") if e.kind == "attack"]
    assert told.facts["units"] == "US-36-143, US-36-142"


@pytest.mark.rule("salerno43:16.4a", "salerno43:16.4b", "salerno43:9.1g")
@pytest.mark.parametrize("mark", ["o", "i"])
def test_a_drawn_unit_with_the_red_marker_is_out_of_supply(mark):
    units = {"0504": "US-36-142", "0503": f"GE-29PG-71({mark})"}
    g = field(units, phase="combat german")
    assert g.odds("attack 0504 with GE-29PG-71").column == "1-2", "2 to 4"
    g = field({"0503": f"GE-29PG-71({mark})"}, phase="movement german")
    assert refused(g, "move GE-29PG-71 0506") == "16.4"


def test_a_drawn_unit_that_used_extended_movement_has_moved():
    g = field({"0503": "US-36-143(x)"}, phase="movement allied")
    assert refused(g, "move US-36-143 0502") == "5.1"


RIVERS = {"river": "0504/0404 0504/0405 0504/0505 0504/0604 0504/0605"}
"""All ways out of 0504 but the one to 0503 lie across a river."""
RING = {"0405": "US-45-180", "0605": "US-45-179"}
"""With an enemy in 0503 no way leads out of 0504."""


@pytest.mark.rule("salerno43:11.2.2b", "salerno43:11.2.3b", "salerno43:10.1i")
@pytest.mark.parametrize(
    ("defender", "attackers", "die", "rule"),
    [
        ("GE-29PG-I15(r)", "US-36-143 US-36-142 US-36-1-142", 4, "11.2.2b"),  # DR4
        ("GE-29PG-I15(d)", "US-36-143", 3, "11.2.3b"),  # DR2, nobody in Good Order
        ("GE-29PG-71(d)", "US-36-143", 1, "10.1i"),  # Dis
    ],
)
def test_who_cannot_stand_is_told_why(defender, attackers, die, rule):
    g = field({"0504": defender, "0503": attackers}, phase="combat allied")
    run(g, "attack 0504 from 0503 maf 36 go", f"roll {die}")
    assert kind(g) == "retreat"
    assert refused(g, "stand") == refused(g, "desperate") == rule
    assert refused(g, "stop") == "12.1.1"


@pytest.mark.rule("salerno43:11.5.2a", "salerno43:11.5.3a", "salerno43:11.5.4")
@pytest.mark.parametrize(
    ("defenders", "around", "sides", "rule"),
    [
        ("GE-29PG-I15", {}, {}, "11.5.2"),
        ("GE-29PG-I15", RING, {}, None),
        ("GE-29PG-I15 GE-29PG-ASU(u)", {}, RIVERS, "11.5.4"),  # only the guns are lost
        ("GE-29PG-I15 GE-15PG-115Pz", {}, RIVERS, None),
    ],
)
def test_when_a_desperate_defence_can_be_declared(defenders, around, sides, rule):
    units = {"0504": defenders, "0503": "US-3-30 US-3-7", **around}
    g = field(units, phase="combat allied", sides=sides)
    order = "attack 0504 from 0503 maf 3 go"
    die = next(n for n in range(1, 7) if kind(run(g.copy(), order, f"roll {n}")) == "stand")
    run(g, order, f"roll {die}")
    if rule is not None:
        assert refused(g, "desperate") == rule
        return
    told = [e.kind for e in g.play("desperate")]
    assert "desperate" in told
    if around:
        assert kind(g) == "roll", "nobody can leave"
    else:
        assert kind(g) == "retreat", "the infantry must"


@pytest.mark.rule("salerno43:11.2.3b", "salerno43:11.3a", "salerno43:11.3b", "salerno43:17.6.3b")
def test_who_may_lead_and_what_may_support_is_told():
    units = {
        "0504": "US-36-142 BR-46-5H BR-46-ASU(d)",
        "0503": "GE-29PG-71 GE-29PG-I15 GE-29PG-II15",
        "0505": "US-VI(u) BR-X US-45-ASU US-36-ASU US-3-ASU(h)",
        "0509": "BR-7A-ASU BR-56-ASU",
    }
    g = field(units, phase="combat german", size=(9, 12), lines="air CW\nnaval US")
    run(g, "attack 0504 from 0503 maf 29PG go")
    assert refused(g, "air US") == "9.4"
    run(g, "none", "roll 5", "stand")
    assert {refused(g, f"lead {name}") for name in ("BR-46-ASU", "BR-X", "GE-29PG-71")} == {
        "11.2.3"
    }
    run(g, "lead US-36-142")
    assert hexes(g, "asu") == {"US-36-ASU"}
    why = {
        "asu US-VI": "17.5",
        "asu BR-X": "11.3",
        "asu US-45-ASU": "11.3",
        "asu US-3-ASU": "17.6.3",
        "asu GE-29PG-71": "17.1",
        "air CW": "11.3",
        "air US": "9.4",
        "naval US": "9.6",
    }
    assert {order: refused(g, order) for order in why} == why


@pytest.mark.rule("salerno43:8.7.1a", "salerno43:19.3g", "salerno43:8.6.1c")
def test_the_ledger_of_an_attack_on_a_garrison_promises_nothing_that_its_roll_decides():
    """Strength 2 for an Automatic DS; in combat 0, 1 or 2, and 14 to 2 is no 10-1."""
    units = {"0504": "GE-G-B", "0503": "US-3-30 US-3-7", "0505": "US-3-15"}
    moving, fighting = (field(units, phase=f"{phase} allied") for phase in ("movement", "combat"))
    with pytest.raises(IllegalAction, match="needs 10-1, and this is 7-1"):
        moving.odds("autods 0504 from 0503 maf 3")
    sheet = moving.odds("autods 0504 from 0503 0505 maf 3")
    assert [c.result for c in sheet.chances] == ["DS"]
    assert sheet.notes[-1].rule == "8.6"
    run(moving, "autods 0504 from 0503")
    assert moving.decision is not None
    assert moving.decision.ledger is not None
    gathering = moving.decision.ledger()
    assert (gathering.chances, gathering.notes[-1].rule) == ([], "8.7.1")
    for stacks, enough in (("from 0503", False), ("from 0503 0505", True)):
        sheet = fighting.odds(f"attack 0504 {stacks} maf 3")
        assert sum(c.chance for c in sheet.chances) == 1
        assert (len(sheet.chances) == 1) is enough
        cited = {line.rule for line in sheet.notes}
        assert ("8.6" in cited, "19.3" in cited) == (enough, not enough)


PANZERS = "GE-16Pz-IIa GE-16Pz-Dor GE-16Pz-I64 GE-16Pz-II64 GE-16Pz-I79"


@pytest.mark.rule(
    "salerno43:8.4.1b", "salerno43:8.6.2", "salerno43:9.1a", "salerno43:9.1c", "salerno43:9.3.1"
)
@pytest.mark.rule("salerno43:9.3.2", "salerno43:9.3.3a-b", "salerno43:9.3.4", "salerno43:9.7")
@pytest.mark.parametrize(
    ("defenders", "attackers", "maf", "how", "column"),
    [
        # one to four with the elite shift is still an attack at 1-3
        ("US-36-142", "GE-16Pz-II79(r)", "16Pz", "", "1-3"),
        # 16 to 2 with two shifts is 10-1; less the rain it is 9-1, the last column
        ("US-36-1-142", PANZERS, "16Pz", "", "DS"),
        ("US-36-1-142", PANZERS, "16Pz", "rain", "7-1"),
        # the rest halved once only: out of supply, outside the force, over the mountains
        ("US-36-1-142", "GE-29PG-71(o) GE-26Pz-I9", "26Pz", "mountain", "1-1"),
        # Disrupted infantry on a hill is as printed, Disrupted tanks are halved
        ("US-36-142(d)", "GE-29PG-71", "29PG", "hill", "1-1"),
        ("US-Tk-191(d)", "GE-29PG-71", "29PG", "hill", "4-1"),
        # tanks on a hill behind a river are doubled by the river
        ("US-Tk-191", "GE-29PG-71", "29PG", "hill river", "1-1"),
        # river and mountains on one hexside: halved and doubled
        ("US-36-1-142", "GE-29PG-71", "29PG", "river mountain", "1-2"),
        # tank destroyers attack with less: the defender's tanks shift
        ("GE-15PG-115Pz", "US-TD-645", "US-TD-645", "", "1-2"),
        # but the best rating may come from outside the force
        ("GE-15PG-115Pz", "US-TD-645 US-Tk-191", "US-TD-645", "", "2-1"),
        # tanks over a river earn nothing and deny
        ("GE-15PG-115Pz", "US-Tk-191", "US-Tk-191", "river", "1-2"),
        # Disrupted tanks and elites still deny, those in Full Retreat do not
        ("GE-15PG-115Pz(d)", "US-Tk-191", "US-Tk-191", "", "3-1"),
        ("GE-29PG-I15 GE-15PG-115Pz(f)", "US-Tk-191", "US-Tk-191", "", "2-1"),
        ("US-Rgr-1(d)", "GE-16Pz-I79", "16Pz", "", "2-1"),
        ("US-36-1-142 US-Rgr-1(dy)", "GE-16Pz-I79", "16Pz", "", "2-1"),
    ],
)
def test_strengths_and_shifts_that_meet(defenders, attackers, maf, how, column):
    words = how.split()
    g = field(
        {"0504": defenders, "0503": attackers},
        phase="combat german" if attackers.startswith("GE") else "combat allied",
        terrain={"h": "0504"} if "hill" in words else None,
        sides={side: "0503/0504" for side in words if side in ("river", "mountain")},
        lines="weather F" if "rain" in words else "",
    )
    assert g.odds(f"attack 0504 from 0503 maf {maf}").column == column


@pytest.mark.rule("salerno43:7.1a", "salerno43:7.3a", "salerno43:7.6.1a-c", "salerno43:19.3a")
@pytest.mark.parametrize(
    ("west", "east", "south", "how", "closed"),
    [
        ("GE-29PG-I15", "GE-29PG-II15", "", "", True),
        ("GE-G-A", "GE-29PG-II15(io)", "", "", True),
        ("GE-29PG-I15(d) GE-16Pz-IIb GE-16Pz-ASU", "GE-29PG-II15", "", "", False),
        # broken by a unit on the other side, even one in Full Retreat
        ("GE-29PG-I15", "GE-29PG-II15", "US-36-142(f)", "", False),
        # the mover sits in 0604, so the bond runs by 0605
        ("GE-29PG-I15", "GE-29PG-II15", "", "0504/0604 0604/0704", True),
        ("GE-29PG-I15", "GE-29PG-II15", "", "0504/0605 0605/0704", False),
        ("GE-16Pz-Dor", "GE-29PG-II15", "", "0604/0704", True),
        ("GE-16Pz-Dor", "GE-29PG-II15", "", "0605/0704", False),
        ("GE-16Pz-Dor GE-16Pz-I64", "GE-29PG-II15", "", "0605/0704", True),
    ],
)
def test_a_bond_over_a_hexside_and_what_breaks_it(west, east, south, how, closed):
    units = {"0504": west, "0704": east, "0604": "US-36-143"}
    if south:
        units["0605"] = south
    g = field(units, phase="movement allied", sides={"mountain": how} if how else None)
    if closed:
        assert refused(g, "move US-36-143 0604-0605") == "7.2a"
    else:
        assert where(run(g, "move US-36-143 0604-0605"), "US-36-143") == "0605"


@pytest.mark.rule("salerno43:10.1i", "salerno43:13.1.3b", "salerno43:18.1.3a")
def test_a_dis_result_on_a_mixed_stack():
    """Good Order becomes Disrupted and stays; the Disrupted retreat two, and nobody advances."""
    g = field({"0504": "GE-29PG-71(d) GE-29PG-I15", "0503": "US-36-143"}, phase="combat allied")
    run(g, "attack 0504 with US-36-143 maf 36 go", "roll 2", "retreat 0506")
    assert (where(g, "GE-29PG-71"), status(g, "GE-29PG-71")) == ("0506", "full")
    assert (where(g, "GE-29PG-I15"), status(g, "GE-29PG-I15")) == ("0504", "disrupted")
    assert kind(g) not in ("advance", "breakthrough group")
    g = field({"0504": "GE-29PG-71(d)", "0503": "US-36-143"}, phase="combat allied")
    run(g, "attack 0504 with US-36-143 maf 36 go", "roll 1", "retreat 0506")
    assert where(g, "GE-29PG-71") == "0506"
    assert kind(g) not in ("advance", "breakthrough group")


@pytest.mark.rule("salerno43:11.6.1b", "salerno43:11.6.1c", "salerno43:11.5.3a")
def test_the_second_delay_of_a_desperate_defence_holds():
    g = field(
        {"0504": "GE-29PG-71", "0503": "US-36-143", **RING}, phase="combat allied", size=(9, 12)
    )
    run(g, "attack 0504 from 0503 0405 0605 maf 45 go", "roll 4", "stand")
    run(g, "roll 4")
    assert (steps(g, "GE-29PG-71"), kind(g)) == (2, "roll")
    run(g, "roll 4", "remnant")
    assert (steps(g, "GE-29PG-71"), where(g, "GE-29PG-71")) == (1, "0504")
    assert status(g, "GE-29PG-71") == "good"
    assert kind(g) != "advance"
