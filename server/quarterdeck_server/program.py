"""Name, revision and start command of this program, so that suggested commands can be typed as shown."""

import shlex
import shutil
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

SERVER_NAME = f"quarterdeck {version('quarterdeck')}"
REVISION_FILE = Path(__file__).with_name("revision.txt")
"""The file with the revision of the source code. The packaging writes it; a checkout has none."""


def revision(file: Path | None = None) -> str:
    """Return the revision of the source code of this build; empty if it is unknown, as in a checkout."""
    try:
        return (file or REVISION_FILE).read_text("utf-8").strip()
    except FileNotFoundError:
        return ""


def version_text(file: Path | None = None) -> str:
    """Return the answer to `--version`, with the revision if it is known."""
    known = revision(file)
    return f"quarterdeck, version {version('quarterdeck')}" + (f" (revision {known})" if known else "")


def program(typed: Sequence[str] | None = None, script: str | None = None) -> str:
    """Return the words that start this program again: `python -m quarterdeck_server`, `.venv/bin/quarterdeck`, or its
    name alone if the shell finds it. `typed` is the command of the interpreter, `script` the script it runs."""
    typed = sys.orig_argv if typed is None else typed
    script = sys.argv[0] if script is None else script
    if Path(script).name == "__main__.py":
        return shlex.join([typed[0], "-m", "quarterdeck_server"])
    name = Path(script).name
    return name if shutil.which(name) == script else shlex.quote(script)
