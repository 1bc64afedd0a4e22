"""Names of backups in a folder, and the removal of old ones."""

import re
from datetime import UTC, datetime
from pathlib import Path

ENCRYPTED = ".age"

_NAME = re.compile(r"quarterdeck-\d{8}T\d{6}Z\.qd(?:\.age)?")


def name_at(moment: datetime, *, is_encrypted: bool) -> str:
    """Return the name of a backup made at this time, such as `quarterdeck-20261130T041500Z.qd`."""
    return f"quarterdeck-{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}.qd{ENCRYPTED if is_encrypted else ''}"


def remove_old(folder: Path, keep: int) -> list[Path]:
    """Remove all backups with such a name but the newest ones, and return the removed ones. Other files stay. Raises
    `OSError`."""
    backups = sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name) and path.is_file())
    old = backups[:-keep]
    for path in old:
        path.unlink()
    return old
