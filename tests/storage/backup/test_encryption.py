"""Encryption of backups: only the owner of a private key reads them."""

import stat
from pathlib import Path

import pyrage
import pytest
from quarterdeck_server.storage.backup.encryption import (
    EncryptionError,
    decrypted,
    encrypt,
    identities_in,
    is_encrypted,
    recipients_of,
)

CONTENT = b"quarterdeck-backup 1\n" + bytes(range(256)) * 1000


def key_file(folder: Path, name: str = "backup.key") -> tuple[Path, str]:
    """Write a private key as `age-keygen` does, and return the file and the public key."""
    identity = pyrage.x25519.Identity.generate()
    file = folder / name
    file.write_text(f"# created: 2026-11-30\n# public key: {identity.to_public()}\n{identity}\n")
    return file, str(identity.to_public())


def test_each_owner_of_a_key_reads_a_backup_and_nobody_else(tmp_path: Path) -> None:
    (one, first), (two, second), (other, _) = (key_file(tmp_path, name) for name in ("one", "two", "other"))
    backup = tmp_path / "backup.qd.age"
    backup.write_bytes(CONTENT)
    encrypt(backup, recipients_of([first, second]), ".part")
    assert is_encrypted(backup)
    assert CONTENT[:64] not in backup.read_bytes()
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.part"))
    for key in (one, two):
        with decrypted(backup, key) as plain:
            assert plain.read_bytes() == CONTENT
            assert stat.S_IMODE(plain.parent.stat().st_mode) == 0o700
        assert not plain.exists()
    with pytest.raises(EncryptionError, match="cannot be decrypted with"), decrypted(backup, other):
        pass
    with pytest.raises(EncryptionError, match="name the file with your private key, --identity FILE"):
        decrypted(backup, None).__enter__()


def test_a_backup_in_plain_is_read_as_it_is(tmp_path: Path) -> None:
    backup = tmp_path / "backup.qd"
    backup.write_bytes(CONTENT)
    with decrypted(backup, None) as plain:
        assert plain == backup


def test_a_changed_encrypted_file_is_refused(tmp_path: Path) -> None:
    key, public = key_file(tmp_path)
    backup = tmp_path / "backup.qd.age"
    backup.write_bytes(CONTENT)
    encrypt(backup, recipients_of([public]), ".part")
    content = backup.read_bytes()
    changed = content[:-100] + bytes([content[-100] ^ 1]) + content[-99:]
    for damaged in (changed, content[:-1], content[: len(content) // 2]):
        backup.write_bytes(damaged)
        with pytest.raises(EncryptionError, match="is damaged"), decrypted(backup, key):
            pass


@pytest.mark.parametrize("text", ["age1", "AGE-SECRET-KEY-1QQ", "ssh-rsa nothing", "", "/root/backup.key"])
def test_anything_but_a_public_key_is_refused(text: str) -> None:
    with pytest.raises(EncryptionError, match="is not a public key for a backup"):
        recipients_of([text])


def test_a_file_without_a_private_key_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "key"
    for text in ("", "# a remark\n", "age1qqqq\n", "-----BEGIN OPENSSH PRIVATE KEY-----\nnothing\n"):
        file.write_text(text)
        with pytest.raises(EncryptionError, match="has no private key"):
            identities_in(file)
