"""The pure parts of the page's script, by the runner of Node.js."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent


def test_the_pure_parts_of_the_page() -> None:
    node = shutil.which("node")
    assert node, "the tests of the page need Node.js"
    files = sorted(str(path) for path in (HERE / "client").glob("*.test.js"))
    assert len(files) >= 4
    done = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
    assert "\n# fail 0\n" in done.stdout
