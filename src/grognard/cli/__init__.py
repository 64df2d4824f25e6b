"""The command line: ``grognard games | new | show | legal | why | play | odds | undo | ...``"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ..bots import CannotPlay
from ..engine.words import IllegalAction
from ..games import UnknownChoice, UnknownGame
from ..say import Say
from ..textdata import DataError
from .parser import build
from .screen import BAD, Screen

DONE, REFUSED, USAGE, BAD_FILE, INTERRUPTED = 0, 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code says how it went (see ``grognard --help``)."""
    args = build().parse_args(argv)
    screen = Screen(lang=args.lang or _language())
    try:
        code: int = args.run(args, screen)
        screen.out.flush()
    except IllegalAction as refusal:
        screen.refuse(refusal)
        return REFUSED
    except DataError as fault:
        return _complain(screen, BAD_FILE, f"{fault.where}: ", fault.fault)
    except (UnknownGame, UnknownChoice) as fault:
        return _complain(screen, USAGE, fault.said)
    except (CannotPlay, ValueError) as fault:
        return _complain(screen, USAGE, str(fault))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115  (the reader has gone)
        return DONE
    return code


def _language() -> str:
    """The language of the environment."""
    names = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return next((name for name in names if name), "en").partition(":")[0]


def _complain(screen: Screen, code: int, *text: str | Say) -> int:
    screen.complain(("grognard:", BAD), " ", *text)
    return code
