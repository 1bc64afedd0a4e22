"""Rotation of backups in a folder."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from quarterdeck_server.storage.backup.rotation import name_at, remove_old

NIGHT = datetime(2026, 11, 30, 4, 15, 2, tzinfo=UTC)


def test_a_name_has_the_time_in_utc() -> None:
    assert name_at(NIGHT, is_encrypted=True) == "quarterdeck-20261130T041502Z.qd.age"
    berlin = NIGHT.astimezone(timezone(timedelta(hours=1)))
    assert name_at(berlin, is_encrypted=False) == "quarterdeck-20261130T041502Z.qd"


def test_the_oldest_backups_are_removed_and_no_other_file(tmp_path: Path) -> None:
    names = [name_at(NIGHT + timedelta(days=day), is_encrypted=day % 2 == 0) for day in range(5)]
    others = ["backup.qd", "quarterdeck-20200101T000000Z.qd.txt", ".quarterdeck-20200101T000000Z.qd", "notes.txt"]
    for name in (*names, *others):
        (tmp_path / name).touch()
    (tmp_path / "quarterdeck-20200101T000000Z.qd").mkdir()
    assert remove_old(tmp_path, 2) == [tmp_path / name for name in names[:3]]
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {*names[3:], *others}
    assert remove_old(tmp_path, 2) == []
