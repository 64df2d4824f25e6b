"""Bad input: a clear sentence on standard error, the right exit code, the file as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.cli.files import GameFile, write_whole

from .conftest import Run

READING = ["show", "legal", "verify", "undo", "play"]
COMMANDS = {name: [name, "FILE"] for name in READING} | {
    "why": ["why", "FILE", "done"],
    "odds": ["odds", "FILE", "attack", "0603", "from", "0604"],
    "orders": ["play", "FILE", "done"],
    "draw": ["draw", "FILE", "-o", "out.svg"],
}


def with_file(command: str, path: Path) -> list[str]:
    return [str(path) if word == "FILE" else word for word in COMMANDS[command]]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_file(run: Run, tmp_path: Path, command: str) -> None:
    code, out, err = run(*with_file(command, tmp_path / "none.grog"))
    assert code == 3
    assert out == ""
    assert "none.grog: there is no such file" in err
    assert not list(tmp_path.iterdir())


def cut(text: str) -> str:
    return text[: len(text) // 2]


def other_unit(text: str) -> str:
    return text.replace("allied default", "allied place AL-RGR at 0101", 1)


def other_die(text: str) -> str:
    return text.replace("die 0: 4", "die 0: 5")


SPOILT: dict[str, tuple[Callable[[str], str], str]] = {
    "cut": (cut, "cut short"),
    "altered": (other_die, "altered"),
    "not a record": (lambda text: "Dear diary,\n" + text, "neither a position nor a record"),
    "empty": (lambda text: "", "neither a position nor a record"),
    "no end": (lambda text: text[: text.index("end ")], "cut short"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_record(run: Run, game: Path, command: str, spoil: str) -> None:
    how, complaint = SPOILT[spoil]
    game.write_text(how(game.read_text()))
    before = game.read_bytes()
    code, out, err = run(*with_file(command, game))
    assert (code, out) == (3, "")
    assert str(game) in err
    assert complaint in err
    assert game.read_bytes() == before


def test_bytes_that_are_no_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.grog"
    path.write_bytes(b"\xff\xfe\x00grog")
    code, _, err = run("play", str(path), "done")
    assert code == 3
    assert "cannot be read" in err
    assert path.read_bytes() == b"\xff\xfe\x00grog"


def resealed(text: str) -> str:
    """The record with a checksum that fits again: somebody took trouble."""
    from grognard.engine.record import _checksum

    body, end = text[: text.index("end ")], text[text.index("end ") :].split()
    return f"{body}end {end[1]} {_checksum(body)}\n"


def test_an_illegal_order_in_a_record_is_named_by_its_line(run: Run, game: Path) -> None:
    game.write_text(resealed(other_unit(game.read_text())))
    code, _, err = run("show", str(game))
    line = game.read_text().splitlines().index("allied place AL-RGR at 0101") + 1
    assert code == 3
    assert f"{game}:{line}: US units set up" in err


def test_loaded_dice_do_not_verify(run: Run, game: Path) -> None:
    game.write_text(resealed(other_die(game.read_text())))
    before = game.read_bytes()
    code, out, err = run("verify", str(game))
    assert (code, out) == (1, "")
    assert "die 0 (the weather, 7.0) is recorded as 5 but the seed gives 4" in err
    assert game.read_bytes() == before


def test_a_seed_that_is_not_the_promised_one_does_not_verify(run: Run, game: Path) -> None:
    promised = next(x for x in game.read_text().splitlines() if x.startswith("commitment"))
    wrong = "commitment " + "0" * 64
    game.write_text(resealed(game.read_text().replace(promised, wrong)))
    code, _, err = run("verify", str(game))
    assert code == 1
    assert "does not match the commitment" in err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["new", "waterloo", "g.grog"], "no game is called 'waterloo'; there are: anzio"),
        (["new", "anzio", "g.grog", "--options", "6.2,7.7"], "anzio has no option '7.7'"),
        (["new", "anzio", "g.grog", "--scenario", "dawn"], "anzio has no scenario 'dawn'"),
        (["new", "anzio", "g.grog", "--players", "french=random"], "'french=random'"),
        (["new", "anzio", "g.grog", "--players", "german"], "write allied=NAME,german=NAME"),
        (["new", "anzio", "g.grog", "--seed", "two words"], "a seed is one word or a number"),
        (["play", "anzio", "--bot", "rommel"], "anzio has no bot 'rommel'"),
        (["play", "anzio", "--side", "french"], "anzio has no side 'french'"),
        (["games", "waterloo"], "no game is called 'waterloo'"),
        (["rules", "waterloo"], "no game is called 'waterloo'"),
        (["rules", "anzio", "99.9"], "anzio: no rule 99.9"),
        (["draw", "anzio", "-o", "map.gif"], "ends in .svg or .png"),
        (["draw", "anzio", "-o", "map.svg", "--theme", "plaid"], "plaid"),
        (["sim", "anzio", "--bots", "rommel,random", "--games", "1"], "rommel"),
        (["sim", "anzio", "--bots", "random,random", "--options", "7.7"], "no option '7.7'"),
        ([], "usage"),
        (["dance"], "invalid choice"),
        (["show"], "usage"),
    ],
)
def test_usage(run: Run, tmp_path: Path, words: list[str], complaint: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert complaint in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("order", "complaint"),
    [
        ("move AL-9US 0908", "'AL-9US' is not a unit, hex or verb of this game"),
        ("move GE-65-A 0502", "GE-65-A belongs to the other side, which moves in its own turn"),
        ("move AL-3US-A 9999", "9999 is not on the map"),
        ("attack 0101 from 0908", "is said in the phase: combat"),
        ("march on Rome", "is not a unit, hex or verb"),
        ("move AL-3US-A 0101", "0101 is held by the enemy [10.3c]"),
    ],
)
def test_a_refused_order(run: Run, game: Path, order: str, complaint: str) -> None:
    before = game.read_bytes()
    code, out, err = run("play", str(game), order)
    assert (code, out) == (1, "")
    assert err.startswith("refused: ")
    assert complaint in err
    assert game.read_bytes() == before
    assert run("play", str(game), stdin=order + "\n").code == 1
    assert game.read_bytes() == before


def test_an_unknown_unit_or_one_without_orders(run: Run, game: Path) -> None:
    assert run("legal", str(game), "AL-9US").code == 1
    code, _, err = run("legal", str(game), "GE-65-A")
    assert code == 1
    assert "there is no order for GE-65-A now" in err


def test_settings_of_a_new_game_are_not_for_a_file(run: Run, game: Path) -> None:
    code, _, err = run("play", str(game), "--seed", "8")
    assert code == 2
    assert "--seed is for a new game" in err


def test_new_does_not_replace_a_file_unasked(run: Run, game: Path) -> None:
    before = game.read_bytes()
    code, _, err = run("new", "anzio", str(game))
    assert code == 2
    assert "exists already" in err
    assert game.read_bytes() == before
    assert run("new", "anzio", str(game), "--force").code == 0
    assert game.read_bytes() != before


def test_a_position_is_not_played_on(run: Run, game: Path, tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(grognard.load(game).position)
    before = path.read_bytes()
    code, _, err = run("play", str(path), "done")
    assert code == 3
    assert "grognard new anzio FILE --from" in err
    assert path.read_bytes() == before
    assert run("show", str(path)).code == 0


def test_a_data_overlay_with_a_bad_row(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    ours = Path(grognard.__file__).parent / "games" / "anzio" / "data" / "units.csv"
    rows = ours.read_text().splitlines()
    rows[4] = rows[4].replace(",yes,no,", ",perhaps,no,", 1).replace(",no,no,", ",perhaps,no,", 1)
    (data / "units.csv").write_text("\n".join(rows) + "\n")
    code, out, err = run("new", "anzio", "g.grog", "--data", str(data))
    assert (code, out) == (3, "")
    assert "units.csv:5: armored: 'perhaps' is none of no, yes" in err
    assert not (tmp_path / "g.grog").exists()
    assert run("new", "anzio", "g.grog").code == 0
    before = (tmp_path / "g.grog").read_bytes()
    for command in COMMANDS:
        words = with_file(command, tmp_path / "g.grog")
        assert run(*words, "--data", str(data)) == (3, "", err), command
    for words in (["draw", "anzio", "-o", "map.svg"], ["sim", "anzio"], ["play", "anzio"]):
        assert run(*words, "--data", str(data)) == (3, "", err), words
    assert (tmp_path / "g.grog").read_bytes() == before
    code, _, err = run("new", "anzio", "h.grog", "--data", str(tmp_path / "nowhere"))
    assert code == 3
    assert "no such folder of data files" in err


def test_a_game_on_corrected_data_needs_them_again(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    ours = Path(grognard.__file__).parent / "games" / "anzio" / "data" / "charts.toml"
    (data / "charts.toml").write_text(ours.read_text().replace("landing = 6", "landing = 5"))
    assert run("new", "anzio", "g.grog", "--data", str(data)).code == 0
    before = (tmp_path / "g.grog").read_bytes()
    code, _, err = run("play", "g.grog", "default")
    assert code == 3
    assert "name the folder of its data files" in err
    assert (tmp_path / "g.grog").read_bytes() == before
    assert run("play", "g.grog", "default", "--data", str(data)).code == 0


def test_a_folder_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    code, _, err = run("new", "anzio", "nowhere/g.grog")
    assert code == 3
    assert "cannot be written" in err
    code, _, err = run("draw", "anzio", "-o", "nowhere/map.svg")
    assert code == 3
    code, _, err = run("sim", "anzio", "--games", "1", "--html", "nowhere/report.html")
    assert code == 3
    assert not list(tmp_path.iterdir())


def test_a_crash_while_writing_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.grog"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_writing_keeps_the_mode_and_the_link(tmp_path: Path) -> None:
    path, link = tmp_path / "g.grog", tmp_path / "link.grog"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_another_program_wrote_meanwhile_is_kept(run: Run, game: Path) -> None:
    mine = GameFile(game)
    state = mine.load_record()
    assert run("play", str(game), "move AL-3US-A 0908").code == 0
    theirs = game.read_bytes()
    state.play("done")
    with pytest.raises(grognard.DataError, match="changed by another program"):
        mine.save(state)
    assert game.read_bytes() == theirs


WORDS = [
    "play",
    "why",
    "odds",
    "legal",
    "show",
    "undo",
    "draw",
    "verify",
    "rules",
    "new",
    "move",
    "attack",
    "from",
    "support",
    "to",
    "go",
    "done",
    "stay",
]
WORDS += [
    "0908",
    "0101",
    "9999",
    "1009-1008",
    "AL-3US-A",
    "AL-RGR+AL-509",
    "GE-65-A",
    ",",
    "+",
    "-",
    "--",
    "--side",
    "--data",
    "--force",
]
WORDS += ["anzio", "german", "", "{unit}", "x" * 999, "\u00e9\u2603", "\n", "12.7", "FILE", "FILE"]


def test_no_words_bring_it_down(run: Run, game: Path) -> None:
    rng = Random(5)
    before = game.read_bytes()
    codes: Counter[int] = Counter()
    for _ in range(400):
        words = [rng.choice(WORDS) for _ in range(rng.randint(0, 5))]
        command = [rng.choice(WORDS[:10]), *rng.choice([[], ["FILE"]]), *words]
        code, _, err = run(*(str(game) if word == "FILE" else word for word in command))
        codes[code] += 1
        assert code in (0, 1, 2, 3)
        assert (code == 0) or err
        if code:
            assert game.read_bytes() == before, command
        game.write_bytes(before)
    assert min(codes[code] for code in (0, 1, 2, 3)) > 5


def test_a_bot_in_a_seat_that_it_may_not_take(run: Run, tmp_path: Path) -> None:
    assert run("new", "anzio", "g.grog", "--players", "allied=orders").code == 0
    before = (tmp_path / "g.grog").read_bytes()
    code, out, err = run("play", "g.grog", "default")
    assert (code, out) == (2, "")
    assert "[14.1]" in err
    assert (tmp_path / "g.grog").read_bytes() == before


def test_a_fault_is_told_in_the_language_of_the_environment(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.write_text(game.read_text()[:-30])
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    code, _, err = run("show", str(game))
    assert code == 3
    assert err == f"grognard: {game}: zapis jest ucięty: jego ostatni wiersz to nie „end ...”\n"
    assert "żadna gra nie nazywa się „risk”" in run("new", "risk", "x.grog").err
