"""The schemas and documents that git does not keep: built once before the tests, if a source is newer than they are."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parent.parent
BUILT = TOP / "protocol" / ".built"
SOURCES = ("protocol", "server/quarterdeck_games", "server/quarterdeck_server", "client/quarterdeck_client")
NO_SOURCES = {TOP / "protocol" / name for name in ("schema", "published")}
SUFFIXES = {".py", ".md", ".toml"}


def build() -> str:
    """Build them if they are outdated, and return why they could not be built, empty if they could."""
    if not _is_stale():
        return ""
    command = [sys.executable, "-m", "quarterdeck_server.docs_build"]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"protocol/schema and protocol/published could not be built:\n{done.stderr}"


def _is_stale() -> bool:
    built = BUILT.stat().st_mtime_ns if BUILT.is_file() else 0
    return any(path.stat().st_mtime_ns > built for path in _sources())


def _sources() -> Iterator[Path]:
    for folder in SOURCES:
        for path in (TOP / folder).rglob("*"):
            if path.suffix in SUFFIXES and NO_SOURCES.isdisjoint(path.parents):
                yield path
