"""Programs of this folder: each module that has a `main`."""

from pathlib import Path

FOLDER = Path(__file__).parent


def words_of(module: str) -> tuple[str, ...]:
    """Return the words after `python` that run a module of this folder."""
    return str(FOLDER), module


def names() -> list[str]:
    """Return the names of the programs."""
    return [path.stem for path in sorted(FOLDER.glob("[a-z]*.py")) if "\ndef main(" in path.read_text("utf-8")]
