"""Playing from the shell: one command, a pipe, a terminal; alone and against bots."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from itertools import count, takewhile
from pathlib import Path
from random import Random

import grognard
from grognard.cli import seats
from grognard.cli.files import GameFile
from grognard.cli.playing import Session, split_orders
from grognard.cli.screen import Screen
from grognard.engine.entries import Played

from .conftest import Run

GROGNARD = [sys.executable, "-c", "import sys; from grognard.cli import main; sys.exit(main())"]


def test_orders_are_quoted_or_parted_by_commas() -> None:
    assert split_orders(["move", "A", "0908,", "done"]) == ["move A 0908", "done"]
    assert split_orders(["move A 0908", "done"]) == ["move A 0908", "done"]
    assert split_orders(["move A 0908, done"]) == ["move A 0908", "done"]
    assert split_orders(["done"]) == ["done"]


def test_orders_are_played_and_kept(run: Run, game: Path) -> None:
    code, out, _ = run("play", str(game), "move 1009 0908", "done")
    assert code == 0
    assert "AL-3US-B moves by 1009-1008-0908 for 3 [10.1]" in out
    state = grognard.load(game)
    assert state.side == "german"
    assert "0908 AL-3US-A(e) AL-3US-B(e)" in state.position


def test_all_orders_or_none(run: Run, game: Path) -> None:
    before = game.read_bytes()
    code, out, err = run("play", str(game), "move AL-3US-A 0908", "move AL-RGR 0101", "done")
    assert code == 1
    assert out == ""
    assert err.startswith("refused: ")
    assert game.read_bytes() == before


def test_a_side_may_only_give_its_own_orders(run: Run, game: Path) -> None:
    before = game.read_bytes()
    code, _, err = run("play", str(game), "done", "--side", "german")
    assert code == 1
    assert "german" in err
    assert game.read_bytes() == before
    assert run("play", str(game), "done", "--side", "allied").code == 0


def test_bots_answer_until_a_person_must_decide(run: Run, tmp_path: Path) -> None:
    run("new", "anzio", "g.grog", "--seed", "7", "--players", "german=random,allied=Anna")
    code, out, _ = run("play", "g.grog", "default")
    assert code == 0
    assert "German: " in out
    assert grognard.load(tmp_path / "g.grog").side == "allied"


def test_a_bot_that_is_to_move_first_does(run: Run, tmp_path: Path) -> None:
    run("new", "anzio", "g.grog", "--seed", "7", "--players", "allied=random")
    assert run("play", "g.grog", "default").code == 0
    game = grognard.load(tmp_path / "g.grog")
    assert game.turn == 1
    assert {e.side for e in game.trail if isinstance(e, Played)} == {"allied", "german"}


def test_a_game_put_away_goes_on_as_it_would_have(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        run("new", "anzio", name, "--seed", "7", "--players", "german=random")
    run("play", "one", stdin="default\nmove 1009 0908\ndone\n")
    for order in ("default", "move 1009 0908", "done"):
        run("play", "two", order)
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()


CONVERSATION = """\
# nothing to do yet
?
map
units
legal AL-3US-A
why move AL-3US-A 1501
odds attack 0101 from 0908
rule 10.4
rule 99
hex 0908
move 1009 0908
undo
move 1009 0908, move AL-504 1009
log
nonsense
quit
done
"""


def test_a_conversation(run: Run, game: Path) -> None:
    code, out, err = run("play", str(game), stdin=CONVERSATION)
    assert code == 1  # some lines were refused, and said so
    assert "this help" in out
    assert "\nmove AL-3US-A 0908\n" in out
    assert "refused: 1501 is at least" in err
    assert "there is no group of yours in 0908" in err
    assert "\n10.4a " in out
    assert "no rule 99" in err
    start = grognard.load(game).copy(0)
    for rule, fact in start.rules.hex_facts(start.state, "0908"):
        assert f"  {fact} [{rule}]\n" in out
    assert "taken back: move AL-3US-B to 1008 to 0908" in out
    assert "'nonsense' is not a unit, hex or verb of this game" in err
    assert out.endswith(f"saved; go on with: grognard play {game}\n")
    end = grognard.load(game)
    assert end.side == "allied"  # what comes after quit is not read
    assert "0908 AL-3US-A(me) AL-3US-B(me)" in end.position
    assert "1009 AL-504" in end.position


def test_undo_in_a_conversation_changes_nothing_when_refused(run: Run, game: Path) -> None:
    before = game.read_bytes()
    code, _, err = run("play", str(game), stdin="undo\n")
    assert code == 1
    assert "die" in err
    assert game.read_bytes() == before
    assert run("play", str(game), stdin="undo force\n").code == 0
    assert grognard.load(game).phase == "set-up"


def lines_of_a_whole_game(seed: str, players: dict[str, str], options: list[str]) -> list[str]:
    """What a hesitant Allied player would type until the game is over."""
    game = grognard.new("anzio", seed=seed, players=players, options=options)
    bots, rng, lines = seats.seated(game), Random(1), []
    while game.side is not None:
        calm = [
            a for a in game.legal_actions if a.verb in ("done", "pass", "stay", "go", "default")
        ]
        choice = calm[0] if calm and rng.random() < 0.8 else rng.choice(game.legal_actions)
        lines.append(str(choice))
        game.play(choice)
        seats.answer(game, bots, lambda side, choice, events: None)
    return lines


def test_a_whole_game_through_a_pipe_against_the_printed_german(run: Run, tmp_path: Path) -> None:
    lines = lines_of_a_whole_game("7", {"german": "orders"}, ["solitaire"])
    done = subprocess.run(
        [*GROGNARD, "play", "anzio", "--seed", "7", "--save", "g.grog"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    game = grognard.load(tmp_path / "g.grog")
    assert game.outcome is not None
    assert str(game.outcome.reason) in done.stdout
    assert "tactic" in done.stdout
    assert "    because " in done.stdout
    assert run("verify", "g.grog").code == 0
    assert run("play", "g.grog", "done").code == 1
    assert str(game.outcome.reason) in run("show", "g.grog").out


def test_a_fresh_game_is_kept_in_the_folder_of_saved_games(run: Run, tmp_path: Path) -> None:
    code, _, _ = run("play", "anzio", "--seed", "7", "--bot", "random", stdin="default\n")
    (saved,) = (tmp_path / "state" / "grognard").glob("*.grog")
    game = grognard.load(saved)
    assert code == 0
    assert game.players == {"german": "random"}
    assert game.turn == 1


def test_a_fresh_game_with_orders_says_where_it_is(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("play", "anzio", "default", "--bot", "random")
    (saved,) = (tmp_path / "state" / "grognard").glob("*.grog")
    assert code == 0
    assert out.endswith(f"grognard play {saved}\n")


def test_a_fresh_game_in_a_file_of_its_own(run: Run, tmp_path: Path) -> None:
    words = ["play", "anzio", "--side", "german", "--bot", "random", "--save", "g.grog"]
    assert run(*words, "--options", "8.2", stdin="default\n").code == 0
    game = grognard.load(tmp_path / "g.grog")
    assert game.players == {"allied": "random"}
    assert game.rules.options == {"8.2"}
    code, _, err = run(*words)
    assert code == 2
    assert "exists already" in err


def test_nothing_is_kept_of_a_game_without_an_order(run: Run, tmp_path: Path) -> None:
    assert run("play", "anzio", "--bot", "random", stdin="map\n").code == 0
    assert not (tmp_path / "state").exists()


def on_a_terminal(*words: str, typed: str, cwd: Path, **env: str) -> tuple[int, str]:
    """Run a command on a pseudo-terminal; exit code and everything on the screen."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*GROGNARD, *words],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=cwd,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "NO_COLOR": "", **env},
    )
    os.close(follower)
    os.write(leader, typed.encode())
    seen = b""
    try:
        while chunk := os.read(leader, 4096):
            seen += chunk
    except OSError:  # the other end is closed
        pass
    os.close(leader)
    return process.wait(timeout=30), seen.decode()


def test_on_a_terminal_it_shows_the_question_prompts_and_colours(
    run: Run, game: Path, tmp_path: Path
) -> None:
    code, seen = on_a_terminal("play", str(game), typed="move AL-3US-A 0908\nquit\n", cwd=tmp_path)
    assert code == 0
    assert "allied> " in seen
    assert "\x1b[" in seen
    assert "moves by 1009-1008-0908" in seen
    assert grognard.load(game).rolls


def test_the_tab_key_completes_what_may_be_meant(game: Path) -> None:
    session = Session(Screen(), grognard.load(game), GameFile(game), None)

    def meant(begun: str) -> list[str]:
        found = takewhile(bool, (session.complete(begun, n) for n in count()))
        return [word for word in found if word]

    assert meant("al-3") == [
        "AL-3US-A ",
        "AL-3US-B ",
        "AL-34US-A ",
        "AL-34US-B ",
        "AL-36US-A ",
        "AL-36US-B ",
    ]
    assert meant("u") == ["units ", "undo "]
    assert meant("don") == ["done "]
    assert meant("zz") == []


def test_no_color_is_respected_on_a_terminal(run: Run, game: Path, tmp_path: Path) -> None:
    code, seen = on_a_terminal("show", str(game), typed="", cwd=tmp_path, NO_COLOR="1")
    assert code == 0
    assert "\x1b[" not in seen
    assert "Allied: move a unit" in seen


def test_a_reader_that_goes_away_is_no_error(game: Path) -> None:
    shell = subprocess.run(
        f"'{sys.executable}' -c 'import sys; from grognard.cli import main; sys.exit(main())'"
        f" rules anzio | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=True,
    )
    assert shell.stderr == ""
    assert shell.stdout.splitlines()[-1] == "0"


def test_a_game_is_resigned(run: Run, game: Path) -> None:
    said = run("play", str(game), "--side", "german", stdin="resign\nresign\n")
    assert "Allied victory: the german player resigns\n" in said.out
    assert "the game is over" in said.err
    assert run("verify", str(game)).code == 0
