"""The front door: new, load, play, undo, odds, texts; and what happens to bad input."""

from __future__ import annotations

import hashlib
import random
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import Action, DataError, Game, IllegalAction
from grognard.engine.record import write_record
from grognard.games import anzio

CONTACT = """\
grognard position 1
game anzio
turn 4
phase combat german
initiative german
weather clear
0602 GE-16SS-A GE-16SS-B
0503 GE-65-A GE-65-B
0603 AL-1UK-B
0604 AL-1UK-A
"""


def signed(body: str) -> str:
    """A record with a proper last line, whatever has been done to the rest."""
    lines = body.rstrip("\n").split("\n")
    body = "\n".join(lines[:-1] if lines[-1].startswith("end ") else lines) + "\n"
    return body + f"end 0 {hashlib.sha256(body.encode()).hexdigest()[:16]}\n"


@pytest.fixture(scope="module")
def finished() -> Game:
    chance = random.Random(5)
    g = grognard.new("anzio", seed=5, options=["10.5", "12.3"], players={"allied": "Ann"})
    while g.decision is not None:
        g.play(chance.choice(g.legal_actions))
    return g


@pytest.fixture
def begun() -> Game:
    g = grognard.new("anzio", seed=8)
    for _ in range(2):
        g.play("default")
    return g


# -- a new game


def test_ten_lines_to_a_legal_game() -> None:
    g = grognard.new("anzio", seed=8)
    assert (g.turn, g.phase, g.side) == (0, "set-up", "allied")
    assert g.decision is not None
    assert (g.decision.kind, g.decision.side, g.decision.rule) == ("set up", "allied", "4.0")
    assert "place" in str(g.decision.prompt)
    assert g.outcome is None
    events = g.play("default")
    assert "AL-3US-A sets up in 1009 [4.0]" in [str(event) for event in events]
    g.play("default")
    assert (g.turn, g.phase, g.side) == (1, "movement", "german")
    assert "turn 1" in repr(g)
    assert "anzio" in grognard.games()


def test_the_same_seed_gives_the_same_dice_another_seed_others() -> None:
    def dice(seed: int | str | None) -> list[int]:
        g = grognard.new("anzio", seed=seed)
        chance = random.Random(0)
        for _ in range(300):
            if g.decision is not None:
                g.play(chance.choice(g.legal_actions))
        return [roll.face for roll in g.rolls]

    assert dice(7) == dice("7")
    assert dice(7) != dice(8)
    assert grognard.new().seed != grognard.new().seed


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        (lambda: grognard.new("chess"), "no game is called 'chess'"),
        (lambda: grognard.new("anzio", options=["6.3"]), "no option '6.3'"),
        (lambda: grognard.new("anzio", scenario="breakout"), "no scenario 'breakout'"),
        (lambda: grognard.new("anzio", seed="two words"), "one word"),
        (lambda: grognard.new("anzio", seed=""), "one word"),
        (lambda: grognard.new("anzio", dice="loaded"), "'thrown' or 'asked'"),
    ],
)
def test_what_does_not_exist_is_named(call, fault: str) -> None:
    with pytest.raises((KeyError, ValueError)) as bad:
        call()
    assert fault in str(bad.value)


def test_every_option_can_be_switched_on() -> None:
    ids = [option.id for option in anzio.RULES.option_list]
    assert ids == ["6.2", "8.2", "10.5", "12.3", "solitaire"]
    assert grognard.new("anzio", options=ids, seed=1).rules.options == frozenset(ids)


def test_it_is_imported_in_a_blink_and_brings_nothing_along() -> None:
    code = (
        "import sys, grognard; grognard.new('anzio', seed=1);"
        "heavy = {'numpy', 'starlette', 'asyncio', 'rich', 'grognard.draw', 'grognard.table'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


# -- legal actions


def test_legal_actions_are_a_view(begun: Game) -> None:
    legal = begun.legal_actions
    assert len(legal) == len(list(legal)) == len({a.text for a in legal})
    assert legal[0] in legal
    assert str(legal[0]) in legal
    assert Action("move", "GE-65-A") in legal
    assert "move GE-65-A 0503" in legal
    assert "move AL-3US-A" not in legal
    assert 5 not in legal
    assert "legal" in repr(legal)
    begun.play("done")
    assert legal[0].word.startswith("AL-")  # it follows the game


def test_orders_of_a_unit(begun: Game) -> None:
    orders = begun.legal_actions.of("GE-65-A")
    assert orders == begun.legal_actions.of("65-a")
    assert {o.text for o in orders} == {f"move GE-65-A {h}" for h in begun.reach("GE-65-A")}
    assert begun.legal_actions.of("AL-3US-A") == []
    assert begun.legal_actions.of("GE-29PZG-A") == []
    begun.play("move GE-65-A")
    assert all(o.text.startswith("to ") for o in begun.legal_actions.of("GE-65-A"))


def test_why_not(begun: Game) -> None:
    legal = begun.legal_actions
    assert legal.why_not("move GE-65-A 0503") is None
    why = legal.why_not("move GE-65-A 0610")
    assert why is not None
    assert why.rule == "10.1b"
    assert "movement points" in str(why)
    wrong = legal.why_not("done", side="allied")
    assert wrong is not None
    assert wrong.rule == "10.1"


def test_reach_gives_cost_and_path(begun: Game) -> None:
    assert begun.reach("GE-65-A")["0603"] == ("3", ("0502", "0602", "0603"), "")
    begun.play("move GE-65-A 0603")
    assert "moving GE-65-A 1" in begun.position


# -- playing


def test_an_action_its_text_and_a_short_name_do_the_same(begun: Game) -> None:
    games = [begun.copy() for _ in range(4)]
    move = next(a for a in games[0].legal_actions if a.word == "GE-65-A")
    orders: list[Action | str] = [move, "move GE-65-A", "Move 65-a", Action("move", "GE-65-A")]
    for g, order in zip(games, orders, strict=True):
        g.play(order)
    assert len({g.position for g in games}) == 1


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("", ""),
        ("   ", ""),
        ("fly GE-65-A", ""),
        ("move GE-66-A", ""),
        ("move GE-65-A 9901", "2.0"),
        ("move GE-65-A 0503-9901", "2.0"),
        ("move AL-3US-A", "10.1a"),
        ("move GE-29PZG-A", "10.1"),
        ("attack 0307", "12.4a"),
        ("stay", "10.1a"),
        ("move GE-65-A+GE-66-A 0502", ""),
    ],
)
def test_a_malformed_or_illegal_order_changes_nothing(begun: Game, order: str, rule: str) -> None:
    before = begun.position, begun.record
    with pytest.raises(IllegalAction) as refusal:
        begun.play(order)
    assert refusal.value.rule == rule
    assert str(refusal.value.reason)
    assert (begun.position, begun.record) == before


def test_the_right_action_by_the_wrong_side_is_refused(begun: Game) -> None:
    before = begun.position
    for side in ("allied", "dice", "nobody"):
        with pytest.raises(IllegalAction) as refusal:
            begun.play("done", side=side)
        assert "german" in str(refusal.value)
    assert begun.position == before
    begun.play("done", side="german")
    assert begun.side == "allied"


def test_a_finished_game_takes_no_orders(finished: Game) -> None:
    assert (finished.decision, finished.side, len(finished.legal_actions)) == (None, None, 0)
    assert finished.outcome is not None
    assert finished.outcome.rule in repr(finished)
    with pytest.raises(IllegalAction, match="over"):
        finished.copy().play("done")
    assert finished.legal_actions.of("AL-RGR") == []


# -- undo and copies


def test_undo_is_free_back_to_the_last_die(begun: Game) -> None:
    positions = []
    for order in ("move GE-65-A 0603", "stay", "move GE-71-A", "to 1002"):
        positions.append(begun.position)
        begun.play(order)
    taken = [begun.undo().text for _ in range(2)]
    assert taken == ["to 1002", "move GE-71-A"]
    assert begun.position == positions[2]
    assert begun.undo().text == "stay"
    for _ in range(4):
        begun.undo()
    assert begun.position == positions[0]
    with pytest.raises(IllegalAction, match="die"):
        begun.undo()  # the weather was rolled after the set-up


def test_beyond_a_die_undo_is_by_agreement_and_the_dice_go_on() -> None:
    g = grognard.load(CONTACT, seed=3)
    before = g.position
    g.play("attack 0603 from 0602 go")
    faces = [roll.face for roll in g.rolls]
    assert faces
    with pytest.raises(IllegalAction):
        g.undo()
    while True:
        if g.undo(force=True).text == "go":
            break
    assert g.state.die == len(faces)  # what fell has fallen; the next die is a new one
    g.undo(force=True), g.undo(force=True)
    assert g.position.replace(f"dice {len(faces)}\n", "") == before
    g.play("attack 0603 from 0602 go")
    again = grognard.load(g.record)
    assert again.position == g.position
    assert grognard.verify(g.record) == []


def test_nothing_to_undo() -> None:
    with pytest.raises(IllegalAction, match="nothing"):
        grognard.new("anzio", seed=1).undo()


def test_a_copy_is_another_game(begun: Game) -> None:
    twin, before = begun.copy(), begun.position
    twin.play("move GE-65-A 0603")
    twin.players["german"] = "Bob"
    assert begun.position == before
    assert begun.players == {}
    early = twin.copy(1)
    assert (early.phase, early.side, len(early.trail)) == ("set-up", "german", 1)


def test_every_moment_of_a_game_can_be_returned_to(finished: Game) -> None:
    chance = random.Random(2)
    for length in sorted(chance.sample(range(len(finished.trail)), 25)):
        moment = finished.copy(length)
        # where a die fell next it has fallen already: the same faces, for it is the same game
        assert list(moment.trail)[:length] == list(finished.trail)[:length]
        assert list(finished.trail)[: len(moment.trail)] == list(moment.trail)


# -- odds and pictures


def test_odds_name_every_factor_and_the_chances_are_exact() -> None:
    g = grognard.load(CONTACT, dice="asked")
    ledger = g.odds("attack 0603 from 0602 support 0503")
    assert [(line.rule, line.amount) for line in ledger.lines] == [
        ("12.5a", "12"),
        ("12.5a", "5"),
        ("12.5a", "+7"),
        ("12.6a", "+1"),
        ("12.6c", "-1"),
        ("12.6f", "+1"),
    ]
    assert (ledger.column, ledger.modifier) == ("+6 or more", 1)
    assert {c.result: c.chance for c in ledger.chances} == {
        "-": Fraction(1, 6),
        "DR": Fraction(1, 6),
        "DL": Fraction(1, 6),
        "DLR": Fraction(1, 2),
    }
    assert "12.6f" in str(ledger)
    before = g.position
    g.odds("attack 0602 from 0603")  # the enemy's chances may be asked too
    assert g.position == before


@pytest.mark.parametrize(
    ("attack", "rule"),
    [
        ("attack", "12.1"),
        ("attack 0601", "12.1a"),
        ("attack 0603", "12.1"),
        ("attack 0603 from 0601", "12.1a"),
        ("attack 0603 from 0602 support 0604", "12.2a"),
        ("attack 0603 from GE-65-A", "12.1"),
        ("attack 0603 from 0602 support 0602", "12.2a"),
    ],
)
def test_odds_of_an_impossible_attack_are_refused(attack: str, rule: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        grognard.load(CONTACT, dice="asked").odds(attack)
    assert refusal.value.rule == rule


def test_a_game_draws_itself(begun: Game) -> None:
    picture = begun.svg()
    assert picture.lstrip().startswith("<svg")
    assert begun._repr_svg_().lstrip().startswith("<svg")


# -- texts


def test_a_position_round_trips_also_within_an_order() -> None:
    g = grognard.load(CONTACT, dice="asked")
    for order in (
        "attack 0603",
        "from 0602",
        "support 0503",
        "go",
        "roll 3",
        "retreat 0504",
        "advance",
    ):
        assert grognard.load(g.position, dice="asked").position == g.position
        g.play(order) if order in g.legal_actions else g.play(g.legal_actions[0])
    assert len(g.position.encode()) < 4096


def test_a_position_in_which_a_die_is_awaited_may_be_loaded_with_dice_thrown() -> None:
    g = grognard.load(CONTACT, dice="asked")
    g.play("attack 0603 from 0602 go")
    assert g.side == "dice"
    thrown = grognard.load(g.position, seed=1)
    assert thrown.side != "dice"
    assert len(thrown.rolls) == 1
    weather = grognard.load("grognard position 1\ngame anzio\nphase weather\n0404 AL-RGR\n", seed=1)
    assert weather.rolls
    assert [str(e) for e in weather.opening_events if e.kind == "weather"]
    assert grognard.load(weather.record).position == weather.position


def test_what_a_position_leaves_out_is_at_its_usual_value() -> None:
    text = "grognard position 1\ngame anzio\n0602 GE-65-A\n0610 GE-71-A\n0603 AL-1UK-B\n"
    g = grognard.load(text, dice="asked")
    assert (g.turn, g.phase, g.side, g.state.weather) == (1, "movement", "allied", "clear")
    assert "held 0610 1" in g.position
    late = grognard.load(text + "turn 6\nphase bombardment german\n", dice="asked")
    assert "held 0610 6" in late.position
    for order in ("bombard", "roll 1", "roll 6"):
        late.play(order)
    assert "0603 AL-1UK-B(r)" in late.rules.write(late.state)


def test_a_record_round_trips_and_is_verified(finished: Game, tmp_path: Path) -> None:
    record = finished.record
    back = grognard.load(record)
    assert back.record == record
    assert back.players == {"allied": "Ann"}
    assert back.position == finished.position
    assert grognard.verify(record) == []
    file = tmp_path / "game.txt"
    file.write_text(record)
    assert grognard.load(file).record == record
    assert grognard.load(str(file)).record == record
    assert file.read_text() == record


def test_a_record_of_a_game_under_way_goes_on_with_the_same_dice(begun: Game) -> None:
    back = grognard.load(begun.record)
    for g in (begun, back):
        g.play("done"), g.play("done")
        while g.turn == 1:
            g.play(g.legal_actions[-1])
    assert back.record == begun.record


def test_a_game_from_a_drawn_position_keeps_its_board_in_the_record() -> None:
    text = CONTACT.replace(
        "turn 4", "map flat even 0501 0704\n  . T .\n  . . .\n  . T .\n  . . .\nturn 4"
    )
    g = grognard.load(text, seed=4)
    assert g.rules.drawn
    assert len(g.rules.board.hexes) == 12
    g.play("attack 0603 from 0602 support 0503 go")
    back = grognard.load(g.record)
    assert (back.position, back.record) == (g.position, g.record)
    assert back.rules.board.text() == g.rules.board.text()


def test_before_the_end_the_seed_is_hidden_behind_its_commitment(begun: Game) -> None:
    hidden = write_record(begun, reveal=False)
    assert "\nseed " not in hidden
    assert f"commitment {begun.commitment}" in hidden
    assert [str(fault) for fault in grognard.verify(hidden)] == [
        "the seed has not been revealed yet: the dice cannot be checked"
    ]
    assert grognard.load(hidden).position == begun.position


def test_dice_entered_by_hand_prove_nothing() -> None:
    g = grognard.load(CONTACT, dice="asked")
    g.play("attack 0603 from 0602 go")
    g.play("roll 3")
    assert grognard.load(g.record).position == g.position
    (fault,) = grognard.verify(g.record)
    assert str(fault) == "the dice were entered by hand: nothing proves them"


# -- bad input


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("no such file", "no such file"),
        ("a\0b", "cannot be read"),
        ("\n", "neither a position nor a record"),
        ("grognard position 2\ngame anzio\n", "neither a position nor a record"),
        ("grognard position 1\n", "game"),
        ("grognard position 1\ngame chess\n", "no game is called"),
        ("grognard position 1\ngame anzio\noptions 6.9\n", "no option '6.9'"),
        ("grognard position 1\ngame anzio\ngame anzio\n", "text:3: 'game' appears twice"),
        ("grognard position 1\ngame anzio\nscenario x\n", "no scenario 'x'"),
    ],
)
def test_a_text_that_is_no_game_says_why(text: str, fault: str) -> None:
    with pytest.raises(DataError) as bad:
        grognard.load(text)
    assert fault in str(bad.value)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("turn 4", "turn four", "text:3: 'four' is not a whole number"),
        ("phase combat german", "phase supply", "text:4: 'supply' is none of set-up"),
        (
            "phase combat german",
            "phase combat russian",
            "text:4: 'russian' is none of allied, german",
        ),
        ("weather clear", "weather snow", "text:6: 'snow' is none of clear, cloudy, rainy"),
        ("GE-16SS-B", "GE-17SS-B", "text:7: no unit is called 'GE-17SS-B'"),
        ("GE-16SS-B", "GE-16SS-A", "text:7: GE-16SS-A appears twice"),
        ("GE-16SS-B", "GE-16SS-B(z)", "text:7: no mark 'z'"),
        ("GE-16SS-B", "AL-RGR", "text:7: 0602 holds units of both sides"),
        ("0604 AL-1UK-A", "0107 AL-1UK-A", "text:10: 0107 is sea"),
        ("0604 AL-1UK-A", "9904 AL-1UK-A", "text:10: 9904 is not on the map"),
        ("0604 AL-1UK-A", "0604", "text:10: not a line of a position: '0604'"),
        ("0604 AL-1UK-A", "held 0604 3", "text:10: 0604 is not a port"),
        ("0604 AL-1UK-A", "tactic Z", "text:10: 'Z' is not a tactic"),
        (
            "phase combat german",
            "phase movement german\nmoving GE-65-A 40",
            "cannot be on the move",
        ),
        ("phase combat german", "moving GE-65-A 2", "cannot be on the move"),
        (
            "0604 AL-1UK-A",
            "then allied attack 0602 go",
            "text:10: the record names the allied player where the german",
        ),
        ("0604 AL-1UK-A", "then german attack 0604 go", "text:10:"),
        ("0604 AL-1UK-A", "then die 0: 9 of 6 [12.5 german] the combat", "text:10:"),
        (
            "turn 4",
            "map flat even 0101 0202\n  . x\n  . .\nturn 4",
            "no terrain has the letter 'x'",
        ),
        ("turn 4", "map flat even 0101 0202\n  . .\nturn 4", "text:4: the board lacks 1 rows"),
    ],
)
def test_a_bad_position_names_the_line_and_the_fault(old: str, new: str, fault: str) -> None:
    with pytest.raises(DataError) as bad:
        grognard.load(CONTACT.replace(old, new), dice="asked")
    assert fault in str(bad.value)


def test_a_cut_or_altered_record_is_refused(finished: Game) -> None:
    record = finished.record
    for cut in (len(record) // 2, len(record) - 2, len(record) - 30):
        with pytest.raises(DataError, match=r"cut short|altered"):
            grognard.load(record[:cut])
    with pytest.raises(DataError, match="altered"):
        grognard.load(record.replace("german done", "german  done", 1))


def altered(record: str, old: str, new: str) -> str:
    assert old in record
    return signed(record.replace(old, new, 1))


def test_a_forged_record_is_found_out(finished: Game) -> None:
    record = finished.record
    lines = record.splitlines()
    number, die = next((n, x) for n, x in enumerate(lines, 1) if x.startswith("die 9:"))
    face = finished.rolls[9].face
    other = die.replace(f": {face} of", f": {face % 6 + 1} of")
    forged = altered(record, die, other)
    try:
        found = grognard.verify(forged)
    except DataError as bad:  # with another die the game may not go on as recorded
        found = [bad.fault]
    assert found

    with pytest.raises(DataError) as bad_die:
        grognard.load(altered(record, die, die.replace("die 9:", "die 8:")))
    assert bad_die.value.line == number
    with pytest.raises(DataError, match="the record says"):
        grognard.load(altered(record, lines[-2], "result nobody [13.0a]"))
    with pytest.raises(DataError, match="ruleset 99"):
        grognard.load(altered(record, f"ruleset {finished.rules.version}\n", "ruleset 99\n"))
    with pytest.raises(DataError, match="played on data 0000"):
        grognard.load(altered(record, f"data {finished.rules.digest}", "data 0000"))


def test_a_seed_that_does_not_match_its_commitment_is_found_out(finished: Game) -> None:
    record = finished.record
    wrong = [str(fault) for fault in grognard.verify(altered(record, "seed 5", "seed 6"))]
    assert wrong[0] == "the seed does not match the commitment made at the start"
    assert len(wrong) > 1  # and the dice are not those of that seed
    assert all("the seed gives" in fault for fault in wrong[1:])


@pytest.mark.parametrize("said", ["", " 00 00"])
def test_a_commitment_is_one_word(finished: Game, said: str) -> None:
    record = finished.record
    line = next(line for line in record.splitlines() if line.startswith("commitment "))
    with pytest.raises(DataError, match="commitment"):
        grognard.verify(altered(record, line, f"commitment{said}"))


def test_after_a_take_back_dice_do_not_fall_again() -> None:
    g = grognard.load(CONTACT.replace("turn 4", "dice 8\nturn 4"), seed=3)
    g.play("attack 0603 from 0602 go")
    while g.undo(force=True).text != "go":
        pass
    g.play("go")
    with pytest.raises(DataError, match="not back"):
        grognard.load(altered(g.record, "takeback: dice go on at 9", "takeback: dice go on at 7"))


@pytest.mark.parametrize("seed", range(150))
def test_a_damaged_text_is_refused_or_read_never_a_crash(seed: int, finished: Game) -> None:
    chance = random.Random(seed)
    moment = finished.copy(chance.randrange(len(finished.trail)))
    text = moment.position if seed % 2 else moment.record
    lines = text.splitlines()
    for _ in range(chance.randint(1, 3)):
        n = chance.randrange(1, len(lines))
        words = lines[n].split()
        match chance.randrange(5):
            case 0:
                del lines[n]
            case 1:
                lines.insert(n, chance.choice(lines))
            case 2 if words:
                words[chance.randrange(len(words))] = chance.choice(
                    ["", "0", "-1", "99999", "0610", "GE-65-A", "allied", "x", "é", "(", "|", "end"]
                )
                lines[n] = " ".join(words)
            case 3 if words:
                at = chance.randrange(len(lines[n]))
                lines[n] = lines[n][:at] + chance.choice("0z (-|\t:") + lines[n][at + 1 :]
            case _:
                lines[n] = chance.choice(lines)
    damaged = "\n".join(lines) + "\n"
    if seed % 2 == 0:
        damaged = signed(damaged)
    try:
        g = grognard.load(damaged, dice="asked")
    except DataError:
        return
    assert g.rules.check(g.state) == []
    for _ in range(5):
        if g.decision is None:
            break
        assert len(g.legal_actions) > 0
        g.play(chance.choice(g.legal_actions))


# -- an owner's corrected data


def overlay(folder: Path, file: str, old: str, new: str) -> Path:
    text = (anzio.Anzio.data / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return folder


def test_corrected_data_are_used_and_remembered(tmp_path: Path) -> None:
    overlay(tmp_path, "units.csv", "inf,no,no,6,4,3,4,setup", "inf,no,no,9,8,3,4,setup")
    g = grognard.new("anzio", seed=1, data=tmp_path)
    unit: Any = g.rules.units.find("AL-3US-A")
    assert (unit.strength[2], unit.move[2]) == (9, 8)
    g.play("default")
    record = g.record
    assert grognard.load(record, data=tmp_path).position == g.position
    with pytest.raises(DataError, match="name the folder"):
        grognard.load(record)
    (tmp_path / "units.csv").unlink()
    assert grognard.new("anzio", seed=1, data=tmp_path).rules.digest == grognard.new().rules.digest


def test_a_very_fast_unit_can_be_moved(tmp_path: Path) -> None:
    overlay(tmp_path, "units.csv", "inf,no,no,6,4,3,4,setup", "inf,no,no,6,30,3,4,setup")
    g = grognard.new("anzio", seed=1, data=tmp_path, options=["6.2"])
    g.play("default"), g.play("default")
    assert "0704" in g.reach("AL-3US-A")
    g.play("move AL-3US-A 0704")


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (
            "units.csv",
            "inf,no,no,6,4,3,4,setup",
            "inf,no,no,six,4,3,4,setup",
            ":31: strength: 'six'",
        ),
        ("units.csv", "AL-3US-B,", "AL-3US-A,", "units.csv:32: unit AL-3US-A appears twice"),
        (
            "units.csv",
            "GE-65-A,german",
            "GE-65-A,allied",
            "units.csv:4: a German unit is not allied",
        ),
        (
            "units.csv",
            "GE-65-A,german,German",
            "GE-65-A,german,Prussian",
            "units.csv:4: nationality",
        ),
        ("units.csv", "red_star,", "", "units.csv:1: column 'red_star' is missing"),
        ("hexes.csv", "0102,clear", "0102,lava", "hexes.csv:3: terrain: 'lava'"),
        ("hexes.csv", "0102,clear", "0101,clear", "hexes.csv:3: hex 0101 appears twice"),
        ("hexes.csv", "0102,clear", "9902,clear", "hexes.csv:3: hex '9902' is not on the grid"),
        ("hexes.csv", "0102,clear,,38,geodata", "0102,clear", "hexes.csv:3: 2 cells, expected 5"),
        ("hexsides.csv", "1308,1408,canal", "1308,1608,canal", "hexsides.csv:2: 1308 and 1608"),
        ("hexsides.csv", "1308,1408,canal", "1308,1408,moat", "hexsides.csv:2: feature: 'moat'"),
        ("roads.csv", "0101 0102 0103", "0101 0103", "roads.csv:2: 0101 and 0103"),
        ("roads.csv", "road,Anzio", "path,Anzio", "roads.csv:2: class: 'path'"),
        ("places.csv", "0610,Anzio", "9910,Anzio", "places.csv:2: hex '9910' is not on the map"),
        ("charts.toml", '"ALR", "ALR", "ALR", "ALR", "AL", "AL"', '"ALR"', "[combat] bad row ALR"),
        ("charts.toml", "strength = 5", "", "charts.toml: 'strength' is missing"),
        ("charts.toml", "[support]", "[support", "charts.toml: "),
        ("charts.toml", '"clear", "clear"', '"clear", "fog"', "[weather] die needs six of"),
        ("scenarios.toml", '"AL-504"', '"AL-505"', "scenarios.toml: default: AL-505 in 1110"),
        ("map.toml", "places = [1, 11]", "", "map.toml: [grid] lacks 'places'"),
    ],
)
def test_a_bad_row_names_file_line_and_fault(
    tmp_path: Path, file: str, old: str, new: str, fault: str
) -> None:
    overlay(tmp_path, file, old, new)
    with pytest.raises(DataError) as bad:
        grognard.new("anzio", data=tmp_path)
    assert fault in str(bad.value)


def test_a_missing_folder_or_binary_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such folder"):
        grognard.new("anzio", data=tmp_path / "nowhere")
    (tmp_path / "units.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="not UTF-8"):
        grognard.new("anzio", data=tmp_path)


def test_a_whole_copy_of_the_data_is_the_same_data(tmp_path: Path) -> None:
    for file in anzio.Anzio.data.iterdir():
        shutil.copy(file, tmp_path)
    assert grognard.new("anzio", data=tmp_path).rules.digest == grognard.new("anzio").rules.digest
