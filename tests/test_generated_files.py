"""Git keeps few of the files that programs write, and says which they are."""

import re
import subprocess
from pathlib import Path

from protocol_document import made_once
from quarterdeck_server.docs_build.files import DOCUMENT, is_built

ROOT = Path(__file__).parent.parent
LINES_A_MESSAGE = 960
"""The bound on all lines of text that git keeps, for each message of the protocol. A feature brings messages, and room
for its code, tests, documents and both SDKs. 335,000 lines for 349 messages were asked for before the features of
communities and hosts began."""

MOST_GENERATED = 20_500
"""The bound on the lines that programs write: locks, recorded playthroughs, examples, the baseline."""

LARGEST_SHARE = 0.06
"""The bound on their share of all lines."""


def _git(*words: str, given: str = "") -> list[str]:
    run = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True, input=given)
    return [each for each in run.stdout.split("\0") if each]


def _text_lines() -> dict[str, int]:
    """Return the number of lines of each file that git keeps, of binary files none."""
    contents = {name: (ROOT / name).read_bytes() for name in _git("ls-files", "-z") if (ROOT / name).is_file()}
    return {name: content.count(b"\n") for name, content in contents.items() if b"\0" not in content}


def _generated(names: list[str]) -> set[str]:
    """Return the files that .gitattributes calls generated."""
    answers = _git("check-attr", "-z", "--stdin", "linguist-generated", given="\0".join(names))
    return {name for name, value in zip(answers[::3], answers[2::3], strict=True) if value == "set"}


def _messages(name: str) -> int:
    """Return the number of messages and parts of messages that a file of the protocol declares."""
    is_declaring = name.startswith("protocol/quarterdeck_protocol/") and name.endswith(".py")
    return len(re.findall(r'tag="[a-z_]+"', (ROOT / name).read_text("utf-8"))) if is_declaring else 0


def test_git_keeps_few_lines_and_few_of_them_are_generated() -> None:
    lines = _text_lines()
    generated = sum(lines[name] for name in _generated(list(lines)))
    total = sum(lines.values())
    share = generated / total
    most = LINES_A_MESSAGE * sum(_messages(name) for name in lines)
    found = (
        f"{total:,} lines of text of {most:,}, {generated:,} of them generated ({share:.1%}): delete, or build a file"
    )
    assert (total <= most, generated <= MOST_GENERATED, share <= LARGEST_SHARE) == (True, True, True), found


async def test_a_file_that_the_code_writes_is_called_generated_or_not_kept() -> None:
    files = await made_once()
    kept = {f"protocol/{path}" for path in files if not is_built(path)}
    assert {name for name in kept - _generated(sorted(kept)) if not name.endswith(".md")} == set()
    assert f"protocol/{DOCUMENT}" in kept
    built = sorted(f"protocol/{path}" for path in files if is_built(path))
    assert len(built) > 30
    assert set(_git("check-ignore", "-z", "--stdin", given="\0".join(built))) == set(built)
