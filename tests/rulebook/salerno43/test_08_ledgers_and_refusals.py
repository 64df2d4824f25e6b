"""Attacks that the ledger, the refusals and the die once told differently."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.rulebook.salerno43.field import field, kind, offers, refused, run

from grognard import Game, IllegalAction

PZ, PG, PG2, PG3 = (f"GE-16Pz-{x}" for x in ("IIa", "I64", "II64", "I79"))
US142, US141, BN142 = (f"US-36-{x}" for x in ("142", "141", "1-142"))


def told(g: Game, order: str) -> dict[str, Fraction]:
    """The chances of the results as the ledger has them."""
    return {chance.result: chance.chance for chance in g.odds(order).chances}


def thrown(g: Game, share: Fraction = Fraction(1)) -> dict[str, Fraction]:
    """The chances of the results, found by throwing every die of the game that may come next."""
    found: dict[str, Fraction] = {}
    assert kind(g) != "attack"
    for face in range(1, 7):
        after = g.copy()
        events = after.play(f"roll {face}")
        codes = [event.facts["result"] for event in events if event.kind == "result"]
        part = {codes[0]: share / 6} if codes else thrown(after, share / 6)
        for code, chance in part.items():
            found[code] = found.get(code, Fraction(0)) + chance
    return found


def ledger_refuses(g: Game, order: str) -> str:
    """The rule by which the ledger of an attack is refused."""
    with pytest.raises(IllegalAction) as caught:
        g.odds(order)
    return caught.value.rule


@pytest.mark.rule("salerno43:19.3c", "salerno43:8.4.6a", "salerno43:8.3c")
@pytest.mark.parametrize(
    "company", ["GE-16Pz-ASU", "GE-16Pz-ASU GE-14Pz", "GE-G-C", "GE-G-C GE-14Pz", f"{PG3}(f)", PG3]
)
def test_the_ledger_knows_who_defends_when_a_garrison_melts_away(company: str) -> None:
    """A garrison of no strength is gone: artillery left alone in the hex counts its strength then."""
    g = field({"0505": f"GE-G-B {company}", "0504": f"{US142} {BN142}"}, phase="combat allied")
    order = f"attack 0505 with {US142}+{BN142} maf 36"
    assert told(g, order) == thrown(run(g, f"{order} go"))


@pytest.mark.rule("salerno43:19.3g", "salerno43:8.7.1b")
def test_an_automatic_ds_counts_a_garrison_as_two() -> None:
    """7 to 2 is 3-1, too little: told by its odds and as it would be played."""
    g = field({"0505": "GE-G-B", "0504": f"{US142} {BN142}"}, phase="movement allied")
    with pytest.raises(IllegalAction, match="needs 10-1, and this is 3-1") as caught:
        g.odds(f"autods 0505 with {US142}+{BN142} maf 36")
    assert caught.value.rule == refused(g, "autods 0505") == "8.7.1"
    assert "autods 0505" not in offers(g)


@pytest.mark.rule("salerno43:8.2d")
def test_the_ledger_counts_no_unit_twice() -> None:
    g = field({"0505": US142, "0504": f"{PZ} {PG}"}, phase="combat german")
    assert ledger_refuses(g, f"attack 0505 with {PZ}+{PG}+{PZ}") == "8.2d"
    assert ledger_refuses(g, f"attack 0505 from 0504 with {PG}") == "8.2d"


@pytest.mark.rule("salerno43:8.1c")
def test_no_ledger_of_a_second_attack_on_a_hex() -> None:
    g = field(
        {"0505": f"{US142}(s)", "0504": PZ, "0901": PG2, "0902": US141}, phase="combat german"
    )
    assert ledger_refuses(g, f"attack 0505 with {PZ}") == "8.1c"


@pytest.mark.rule("salerno43:20.4b")
def test_no_ledger_of_an_attack_out_of_a_hex_with_a_replacement() -> None:
    units = {"0505": US142, "0504": f"{PZ} {PG}(p)", "0901": PG2, "0902": US141}
    g = field(units, phase="combat german")
    assert ledger_refuses(g, f"attack 0505 with {PZ}") == "20.4"


@pytest.mark.rule("salerno43:21.3.4b", "salerno43:21.5a")
def test_no_ledger_of_an_attack_by_a_unit_that_entered_its_area_now() -> None:
    north = {"N1": "0501 0601"}
    g = field({"N1": f"{PZ}(e) {PG}", "0501": US142}, features=north, phase="combat german")
    assert ledger_refuses(g, f"attack 0501 with {PZ}") == "21.3.4"
    assert g.odds(f"attack 0501 with {PG}").column == "1-1"
    crowd = "GE-29PG-71+GE-HG-I1+GE-HG-I2+GE-HG-II1+GE-HG-II2"
    units = {"N1": f"{crowd.replace('+', ' ')} {PG}", "0501": US142}
    g = field(units, features={"N1": "0501"}, phase="combat german")
    assert ledger_refuses(g, f"attack 0501 with {crowd}+{PG}") == "21.3.4"
    assert g.odds(f"attack 0501 with {crowd}").column == "3-1"


@pytest.mark.rule("salerno43:21.3.4b", "salerno43:8.1a")
def test_why_a_hex_cannot_be_attacked_out_of_an_area() -> None:
    north = {"N1": "0501 0601"}
    units = {"N1": f"{PZ}(e)", "0501": US142, "0508": PG, "0507": US141}
    assert refused(field(units, features=north, phase="combat german"), "attack 0501") == "21.3.4"
    units["N1"] = f"{PZ}(d)"
    assert refused(field(units, features=north, phase="combat german"), "attack 0501") == "13.2.1"


# -- why some support is refused


def why(g: Game, order: str) -> str:
    """The rule of a refusal, the same whether the order is played or its ledger asked for."""
    assert refused(g, f"{order} go") == ledger_refuses(g, order)
    return refused(g, f"{order} go")


@pytest.mark.rule("salerno43:9.2b", "salerno43:17.4", "salerno43:17.5a", "salerno43:17.6.3a")
@pytest.mark.rule("salerno43:9.5.1", "salerno43:17.6.3b", "salerno43:21.5a")
@pytest.mark.parametrize(
    ("where", "guns", "rule"),
    [
        ("0503", "US-36-ASU(u)", "17.5"),
        ("0503", "US-36-ASU(d)", "17.6.3"),
        ("0503", "US-36-ASU(h)", "17.6.3"),
        ("0503", "US-45-ASU", "9.5.1"),
        ("0912", "US-36-ASU", "17.4"),
        ("0912", "US-VI", "17.4"),
        ("0503", "BR-X", "17.6.3"),
        ("0503", "US-36-143", "17.1"),
        ("S1", "US-36-ASU(e)", "21.5"),
        ("eliminated", "US-36-ASU", "17.1"),
        ("0503", "GE-14Pz", "17.1"),
    ],
)
def test_why_artillery_cannot_support(where: str, guns: str, rule: str) -> None:
    units = {"0505": PG, "0504": US142, where: guns, "0901": PZ}
    g = field(units, phase="combat allied", size=(9, 12), features={"S1": "0505"}, lines="areas S1")
    name = guns.partition("(")[0]
    assert why(g, f"attack 0505 with {US142} asu {name}") == rule


@pytest.mark.rule("salerno43:9.2b", "salerno43:9.5.3", "salerno43:9.6c")
def test_one_support_of_a_division_and_one_of_a_corps() -> None:
    guns = "US-36-ASU US-45-ASU US-VI"
    units = {"0505": PG, "0504": f"{US142} US-45-179", "0503": guns}
    g = field(units, phase="combat allied", lines="naval US\nair US", terrain={"~": "0605"})
    attack = f"attack 0505 with {US142}+US-45-179 maf 36"
    assert why(g, f"{attack} asu US-36-ASU asu US-45-ASU") == "9.2"
    assert why(g, f"{attack} asu US-36-ASU asu US-36-ASU") == "9.2"
    assert why(g, f"{attack} asu US-VI naval US") == "9.2"
    assert why(g, f"{attack} naval US asu US-VI") == "9.2"
    assert why(g, f"{attack} naval US naval US") == "9.2"
    assert why(g, f"{attack} air US air US") == "9.4"


@pytest.mark.rule("salerno43:9.6a", "salerno43:9.2d", "salerno43:9.4a", "salerno43:9.4b")
def test_why_ships_and_aircraft_cannot_support() -> None:
    attack = f"attack 0505 with {US142}"
    units = {"0505": PG, "0504": US142}

    def reason(what: str, lines: str = "naval US CW\nair US CW", sea: str = "0605") -> str:
        g = field(units, phase="combat allied", lines=lines, terrain={"~": sea})
        return why(g, f"{attack} {what}")

    assert reason("naval US", lines="naval CW") == "9.6"
    assert reason("naval US", sea="0908") == "9.6"
    assert reason("naval CW") == "9.2"
    assert reason("air CW") == "9.4"
    assert reason("air US", lines="air CW") == "9.4"
    g = field({"0505": US142, "0504": PG}, phase="combat german", terrain={"~": "0605"})
    assert why(g, f"attack 0505 with {PG} naval US") == "9.6"


@pytest.mark.rule("salerno43:S2.3.1")
def test_artillery_of_the_fifth_army_does_not_support_the_eighth() -> None:
    units = {"0505": PG, "0504": "BR-5-13", "0503": "BR-X"}
    g = field(units, phase="combat allied", scenario="campaign", turn=12)
    assert why(g, "attack 0505 with BR-5-13 asu BR-X") == "S2.3.1"


@pytest.mark.rule("salerno43:8.4.3a", "salerno43:8.4.3b")
def test_why_a_unit_cannot_be_attached() -> None:
    units = {"0505": PG, "0504": f"{US142} US-45-179 US-45-2-157 US-Tk-191", "0405": "US-45-157"}
    g = field(units, phase="combat allied")
    attack = f"attack 0505 with {US142}+US-45-179+US-45-2-157+US-45-157 maf 36"

    def said(order: str) -> str:
        with pytest.raises(IllegalAction) as caught:
            g.copy().play(f"{order} go")
        assert caught.value.rule == "8.4.3"
        return str(caught.value)

    assert "battalion" in said(f"{attack} attach US-45-179")
    assert "stacked" in said(f"{attack} attach US-45-157")
    assert "no part" in said(f"{attack} attach US-Tk-191")
    assert "already" in said(f"{attack} attach {US142}")
    assert "one unit" in said(f"{attack} attach US-45-2-157 attach US-45-179")


@pytest.mark.rule("salerno43:8.1a", "salerno43:8.4.1a", "salerno43:5.3b")
def test_why_a_stack_or_a_formation_takes_no_part() -> None:
    units = {"0505": US142, "0504": PZ, "0605": f"{PG}(mx)", "0309": PG2}
    g = field(units, phase="combat german", size=(9, 9))
    run(g, "attack 0505")
    assert refused(g, "from 0309") == "8.1a"
    assert refused(g, "from 0101") == "8.1a"
    assert refused(g, "from 0605") == "5.3"
    assert refused(g, f"with {PZ} maf 29PG") == "8.4.1"


# -- what the ledger cites


@pytest.mark.rule("salerno43:9.8c", "salerno43:9.1c", "salerno43:9.1h", "salerno43:19.3b")
def test_the_ledger_cites_for_each_defender_what_changes_its_strength() -> None:
    def lines(who: str, **how: str) -> list[tuple[str, str]]:
        g = field({"0505": who, "0504": "US-36-143"}, phase="combat allied", terrain=how)
        found = g.odds("attack 0505 with US-36-143").lines
        return [(line.rule, line.amount) for line in found if "GE-" in str(line.what)]

    assert lines(PG, C="0505") == [("9.8c", "6")]
    assert lines(PZ, C="0505") == [("8.1e", "4")]
    assert lines(f"{PG}(d)", C="0505") == [("9.1", "3")]
    assert lines(f"{PG}(d)") == [("9.1", "2")]
    assert lines("GE-G-B", C="0505") == [("19.3", "2")]


@pytest.mark.rule("salerno43:8.7.1a")
def test_why_there_is_no_automatic_ds() -> None:
    g = field({"0505": US142, "0504": PZ})

    def said(order: str) -> str:
        with pytest.raises(IllegalAction) as caught:
            g.copy().play(order)
        assert caught.value.rule == "8.7.1"
        return str(caught.value)

    assert "10-1" in said("autods 0505")
    assert "no enemy unit in 0101" in said("autods 0101")


@pytest.mark.rule("salerno43:21.3.4a", "salerno43:8.1a")
def test_no_attack_into_an_entry_area() -> None:
    units = {"0101": US142, "0505": PG, "0504": US141, "N1": PZ}
    g = field(units, phase="combat allied", features={"N1": "0101"})
    assert refused(g, "attack N1") == "21.3.4"
    assert ledger_refuses(g, f"attack N1 with {US142}") == "21.3.4"
    assert ledger_refuses(g, "attack 0505 from 0101") == "8.1a"
    assert ledger_refuses(g, "attack 0505 from 0908") == "8.1a"


@pytest.mark.rule("salerno43:8.3a")
@pytest.mark.parametrize("order", ["attack", "attack 0505", "0505", "attack 0505 from 0504 maf"])
def test_the_ledger_of_half_an_order_says_how_an_attack_reads(order: str) -> None:
    g = field({"0505": PG, "0504": US141}, phase="combat allied")
    assert ledger_refuses(g, order) == "8.1"


@pytest.mark.rule("salerno43:19.3b", "salerno43:19.3c")
def test_odds_show_every_strength_that_a_garrison_may_turn_out_to_have() -> None:
    g = field({"0505": f"GE-G-B {PG3}", "0504": f"{US142} {BN142}"}, phase="combat allied")
    sheet = g.odds(f"attack 0505 with {US142}+{BN142} maf 36")
    ways = [(str(way.what), way.chance, way.sheet and way.sheet.column) for way in sheet.branches]
    assert ways == [
        ("GE-G-B has strength 2", Fraction(1, 6), "1-1"),
        ("GE-G-B has strength 1", Fraction(1, 3), "1-1"),
        ("GE-G-B has strength 0", Fraction(1, 2), "2-1"),
    ]
    assert sheet.column == "1-1"
    assert any(
        line.rule == "19.3" and "the figures are those for: GE-G-B has strength 2" in str(line.what)
        for line in sheet.notes
    )
    two = field({"0505": "GE-G-B GE-G-C", "0504": US142}, phase="combat allied")
    branches = two.odds(f"attack 0505 with {US142}").branches
    assert len(branches) == 9
    assert sum(way.chance for way in branches) == 1
    assert str(branches[-1].what) == "GE-G-B has strength 0, GE-G-C has strength 0"


@pytest.mark.rule("salerno43:8.6.1a", "salerno43:19.3b")
def test_ruling_whether_an_attack_may_be_made_is_seen_with_a_garrison_at_its_strongest() -> None:
    weak = "BR-46-138(rr)"
    g = field({"0505": f"GE-G-B {PG3}(r)", "0504": weak}, phase="combat allied")
    assert refused(g, "attack 0505 with BR-46-138 go") == "8.6.1"
    g = field({"0505": f"{PG3}(r)", "0504": weak}, phase="combat allied")
    assert kind(run(g, "attack 0505 with BR-46-138 go")) == "roll"
