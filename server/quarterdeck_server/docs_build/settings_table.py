"""Generator of the table of settings in `deploy/README.md`, from their declarations in the code."""

import re
from pathlib import Path

from quarterdeck_server.setting_declarations import Declaration
from quarterdeck_server.settings import DECLARATIONS, FOR_WORKERS

README = "deploy/README.md"
BEGIN, END = "<!-- generated: settings, by make schema -->\n", "<!-- end -->\n"

_TABLE = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.S)


def renewed(readme: str) -> str:
    """Return the document with an updated table of settings. Raises `ValueError` unless the document has exactly one
    place for the table."""
    if len(_TABLE.findall(readme)) != 1:
        raise ValueError(f"{README} must contain the place for the table of settings exactly once: {BEGIN!r} … {END!r}")
    rows = "".join(row(declared) for name, declared in DECLARATIONS.items() if name not in FOR_WORKERS)
    table = f"{BEGIN}| variable | default | right values | |\n| --- | --- | --- | --- |\n{rows}{END}"
    return _TABLE.sub(lambda _: table, readme)


def row(declared: Declaration) -> str:
    """Return the row of one setting in the table of settings."""
    words = " ".join(part for part in (declared.help.text, declared.help.more) if part)
    cells = (f"`{declared.variable}`", declared.default, declared.right, words)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def write(checkout: Path) -> list[str]:
    """Write the table of settings into its document. Return the path of the document if it has changed."""
    path = checkout / README
    before = path.read_text(encoding="utf-8")
    after = renewed(before)
    if after == before:
        return []
    path.write_text(after, encoding="utf-8")
    return [README]
