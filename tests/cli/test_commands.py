"""What each command answers when all is well."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import grognard
from grognard.cli import seats
from grognard.cli.screen import Screen
from grognard.cli.views import text_map

from .conftest import Run

ON_THE_VIA_ANZIATE = """\
grognard position 1
game anzio
turn 3
phase combat allied
weather clear
0604 AL-1UK-A AL-1UK-B
0504 AL-45US-A AL-45US-B
0603 GE-65-A(r)
0502 GE-3PZG-A
"""


def test_games_lists_sides_scenarios_and_options(run: Run) -> None:
    code, out, err = run("games")
    assert (code, err) == (0, "")
    assert "anzio  Anzio  allied / german" in out
    assert "option    8.2" in out
    assert run("games", "anzio").out in out


def test_new_writes_a_record_that_can_be_loaded(run: Run, tmp_path: Path) -> None:
    code, out, _ = run(
        "new", "anzio", "g.grog", "--seed", "7", "--options", "6.2,8.2", "--players", "german=staff"
    )
    game = grognard.load(tmp_path / "g.grog")
    assert code == 0
    assert game.seed == "7"
    assert game.rules.options == {"6.2", "8.2"}
    assert game.players == {"german": "staff"}
    assert game.commitment is not None
    assert game.commitment in out


def test_new_without_a_seed_draws_another_each_time(run: Run, tmp_path: Path) -> None:
    run("new", "anzio", "a.grog")
    run("new", "anzio", "b.grog")
    assert grognard.load(tmp_path / "a.grog").seed != grognard.load(tmp_path / "b.grog").seed


def test_the_printed_orders_bring_their_option(run: Run, tmp_path: Path) -> None:
    run("new", "anzio", "g.grog", "--players", "german=orders")
    assert grognard.load(tmp_path / "g.grog").rules.options == {"solitaire"}


def test_new_from_a_position(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(ON_THE_VIA_ANZIATE)
    assert run("new", "anzio", "g.grog", "--from", "p.txt", "--seed", "3").code == 0
    assert run("play", "g.grog", "attack 0603 from 0604 support 0504 go").code == 0
    game = grognard.load(tmp_path / "g.grog")
    assert game.rolls[0].rule == "12.5"
    assert run("verify", "g.grog").code == 0


def test_dice_can_be_rolled_on_the_table(run: Run, tmp_path: Path) -> None:
    assert run("new", "anzio", "g.grog", "--dice", "asked").code == 0
    assert run("play", "g.grog", "default,", "default,", "roll", "1").code == 0
    assert grognard.load(tmp_path / "g.grog").rolls[0].face == 1


def test_show_tells_the_situation_and_the_question(run: Run, game: Path) -> None:
    code, out, err = run("show", str(game))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("Anzio: movement; turn 1 of 12; weather cloudy")
    assert "0307: AL-1UK-A 5-4 AL-1UK-B 5-4" in lines
    assert lines[-1] == "Allied: move a unit, or end the movement [10.1]"
    assert any("0307" in line and "0407" not in line for line in lines)


def test_the_map_in_letters_puts_each_stack_under_its_number(run: Run, game: Path) -> None:
    lines = run("show", str(game)).out.splitlines()
    rows = lines[1:24]
    at = next(i for i, row in enumerate(rows) if "0307" in row)
    column = rows[at].index("0307")
    assert rows[at + 1][column : column + 4] == ". A2"
    below = rows[at + 1].index("0407")
    assert below == column + 5
    assert rows[at + 2][below : below + 4] == "F A2"


@pytest.mark.parametrize(("width", "step"), [(84, 5), (83, 4), (68, 4), (67, 0)])
def test_the_map_in_letters_fits_the_screen(
    game: Path, width: int, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "width", width)
    out = io.StringIO()
    assert text_map(Screen(out), seats.eyes(grognard.load(game))) == bool(step)
    lines = out.getvalue().splitlines()
    assert max((len(line) for line in lines[:-1]), default=0) <= width
    if step:
        row = next(line for line in lines if "0307" in line)
        assert row.index("0507") - row.index("0307") == 2 * step


def test_a_pointed_map_in_letters_is_shifted_row_by_row() -> None:
    text = """grognard position 1
game anzio
map pointy even 0101 0302
  . . T
  . F .
turn 1
phase movement allied
weather clear
0201 AL-RGR
"""
    out = io.StringIO()
    assert text_map(Screen(out), seats.eyes(grognard.load(text)))
    assert out.getvalue().splitlines()[:6] == [
        "0101  0102",
        ".     .",
        "   0201  0202",
        "   . A1  F",
        "0301  0302",
        "T     .",
    ]


def test_the_language_of_the_environment_is_spoken(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    question = run("show", str(game)).out.splitlines()[-1]
    assert question == "Alleati: muovi un'unità, o termina il movimento [10.1]"
    english = grognard.new("anzio").rules.rulebook
    assert run("rules", "anzio", "12.8a").out.splitlines()[0] == english.text("12.8a", "it")
    assert english.text("12.8a", "it") != english.text("12.8a")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert run("show", str(game)).out.splitlines()[-1].startswith("Allied: ")


def test_show_position_is_exactly_the_position(run: Run, game: Path) -> None:
    out = run("show", str(game), "--position").out
    assert out == grognard.load(game).position
    assert grognard.load(out).position == out


def test_show_log_tells_everything_from_the_start(run: Run, game: Path) -> None:
    run("play", str(game), "move AL-3US-A 0908")
    lines = run("show", str(game), "--log").out.splitlines()
    assert lines[0] == "AL-1UK-A sets up in 0307 [4.0]"
    assert "allied roll for the weather: 4 [7.0]" in lines
    assert "AL-3US-A moves by 1009-1008-0908 for 3 [10.1]" in lines


def test_show_log_goes_on_after_a_take_back_over_dice(run: Run, game: Path) -> None:
    assert run("undo", str(game), "--force").code == 0
    assert run("play", str(game), "default").code == 0
    lines = run("show", str(game), "--log").out.splitlines()
    assert sum("for the weather" in line for line in lines) == 1
    assert run("verify", str(game)).code == 0


def test_show_units_is_a_table_of_all(run: Run, game: Path) -> None:
    lines = run("show", str(game), "--units").out.splitlines()
    assert len(lines) == 1 + len(grognard.load(game).rules.pieces(grognard.load(game).state))
    assert any(line.split()[:4] == ["AL-RGR", "Allied", "0910", "2-4"] for line in lines)


def test_legal_lists_the_choices_and_those_of_a_unit(run: Run, game: Path) -> None:
    everything = run("legal", str(game)).out
    assert "done" in everything
    assert "AL-3US-A" in everything
    orders = run("legal", str(game), "3us-a").out.split("\n")
    assert "move AL-3US-A 0908" in orders
    assert orders[:-1] == [str(a) for a in grognard.load(game).legal_actions.of("AL-3US-A")]


def test_why_says_legal_or_gives_rule_and_sentence(run: Run, game: Path) -> None:
    assert run("why", str(game), "move", "AL-3US-A", "0908") == (
        0,
        "legal: move AL-3US-A 0908\n",
        "",
    )
    code, out, err = run("why", str(game), "move AL-3US-A 1501")
    assert code == 1
    assert out.startswith("10.1b ")
    assert err.startswith("refused: 1501 is at least")
    assert err.endswith("[10.1b]\n")


def test_why_for_a_side_that_does_not_decide(run: Run, game: Path) -> None:
    code, _, err = run("why", str(game), "done", "--side", "german")
    assert code == 1
    assert "german" in err


def test_odds_shows_the_ledger_and_the_chances(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(ON_THE_VIA_ANZIATE)
    code, out, _ = run("odds", "p.txt", "attack", "0603", "from", "0604", "support", "0504")
    ledger = grognard.load(tmp_path / "p.txt").odds("attack 0603 from 0604 support 0504")
    assert code == 0
    for line in ledger.lines:
        assert f"{line.rule}" in out
        assert str(line.what) in out
    assert sum(float(c.chance) for c in ledger.chances) == pytest.approx(1)
    for chance in ledger.chances:
        assert f"{float(chance.chance):.1%}" in out


def test_odds_without_an_attack_are_of_what_is_decided_now(run: Run, tmp_path: Path) -> None:
    g = grognard.load(ON_THE_VIA_ANZIATE, dice="asked")
    g.play("attack 0603 from 0604")
    (tmp_path / "p.txt").write_text(g.position)
    titles = [run("odds", "p.txt", *words)[1] for words in ((), ("support", "0504"), ("go",))]
    assert all("0604 attacks 0603" in out for out in titles)
    assert titles[0] == titles[2] != titles[1]
    (tmp_path / "p.txt").write_text(ON_THE_VIA_ANZIATE)
    assert "nothing is decided by odds now" in run("odds", "p.txt")[2]


def test_undo_takes_back_a_whole_order(run: Run, game: Path) -> None:
    before = grognard.load(game).position
    run("play", str(game), "move AL-3US-A 0908 stay")
    assert grognard.load(game).position != before
    code, out, _ = run("undo", str(game))
    assert code == 0
    assert out.startswith("taken back: move AL-3US-A to 1008 to 0908 stay\n")
    assert grognard.load(game).position == before


def test_undo_stops_at_dice_unless_forced(run: Run, game: Path) -> None:
    before = game.read_bytes()
    code, _, err = run("undo", str(game))
    assert code == 1
    assert "die" in err
    assert game.read_bytes() == before
    assert run("undo", str(game), "--force").code == 0
    assert grognard.load(game).phase == "set-up"


def test_undo_takes_back_what_a_bot_answered(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.grog"
    run("new", "anzio", "g.grog", "--seed", "7", "--players", "german=random")
    run("play", "g.grog", "default")
    code, out, _ = run("undo", "g.grog", "--force")
    assert code == 0
    assert out.startswith("taken back: default\n")
    game = grognard.load(path)
    assert game.side == "allied"
    assert game.phase == "set-up"


def test_verify_proves_an_honest_record(run: Run, game: Path) -> None:
    code, out, err = run("verify", str(game))
    assert (code, err) == (0, "")
    assert out.startswith("proven:")


def test_rules_counts_what_the_last_full_run_proved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "tested.json"
    report.write_text(json.dumps({"anzio": {"12.7a": ["test_a"], "5.0a": ["test_b", "test_c"]}}))
    monkeypatch.setenv("GROGNARD_RULES_FILE", str(report))
    found = json.loads(run("rules", "anzio", "--json").out)
    assert (found["rows"], found["testable"], found["tested"]) == (97, 93, 2)
    assert len(found["untested"]) == 91
    assert "12.7a" not in found["untested"]
    by_id = {rule["id"]: rule for rule in found["rules"]}
    assert by_id["5.0a"]["tests"] == ["test_b", "test_c"]
    table = run("rules", "anzio").out
    assert "97 rows, 93 testable, 2 tested" in table
    assert "untested: " in table
    code, out, _ = run("rules", "anzio", "--untested")
    assert code == 1
    assert len(out.splitlines()) == 91


def test_rules_untested_is_content_when_all_are_tested(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = grognard.new("anzio").rules.rulebook.testable
    report = tmp_path / "tested.json"
    report.write_text(json.dumps({"anzio": {id: ["test"] for id in ids}}))
    monkeypatch.setenv("GROGNARD_RULES_FILE", str(report))
    assert run("rules", "anzio", "--untested") == (0, "", "")
    assert "97 rows, 93 testable, 93 tested\n" in run("rules", "anzio").out


def test_rules_shows_one_rule_and_its_parts(run: Run) -> None:
    whole = run("rules", "anzio", "12.7").out
    part = run("rules", "anzio", "12.7a").out
    assert part.startswith("12.7a ")
    assert part.splitlines()[0] in whole
    assert "\n12.7b " in whole


def test_draw_writes_svg_of_a_game_and_of_a_map(run: Run, game: Path, tmp_path: Path) -> None:
    assert run("draw", str(game), "-o", "g.svg", "--reach", "AL-3US-A", "--zoc").code == 0
    assert run("draw", "anzio", "-o", "map.svg", "--theme", "dark").code == 0
    for name in ("g.svg", "map.svg"):
        assert ET.parse(tmp_path / name).getroot().tag.endswith("svg")
    plain = tmp_path / "plain.svg"
    run("draw", str(game), "-o", "plain.svg")
    assert plain.read_bytes() != (tmp_path / "g.svg").read_bytes()


def test_draw_writes_png(run: Run, tmp_path: Path) -> None:
    assert run("draw", "anzio", "-o", "map.png", "--scale", "0.5").code == 0
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


COMMANDS = [
    "games",
    "new",
    "show",
    "legal",
    "why",
    "play",
    "odds",
    "undo",
    "sim",
    "rules",
    "draw",
    "verify",
    "table",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(run: Run, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"usage: grognard {command}" in out
    assert f"  grognard {command} " in out


def test_help_names_all_commands_and_exit_codes(run: Run) -> None:
    out = run("--help").out
    assert [c for c in COMMANDS if f"\n    {c} " not in out] == []
    assert [code for code in "0123" if f"\n  {code}  " not in out] == []
