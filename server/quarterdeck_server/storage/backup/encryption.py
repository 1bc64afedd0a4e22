"""Encryption of backup files with age (age-encryption.org/v1), for recipients whose private keys are elsewhere."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FIRST_LINE = b"age-encryption.org/v1"


class EncryptionError(ValueError):
    """Error: a recipient or an identity is invalid, or a file cannot be decrypted with these identities."""


def recipients_of(texts: Sequence[str]) -> list[Any]:
    """Return the recipients with these public keys: `age1…`, or a line of SSH. Raises `EncryptionError`."""
    import pyrage

    recipients = []
    for text in texts:
        kind = pyrage.ssh.Recipient if text.startswith("ssh-") else pyrage.x25519.Recipient
        try:
            recipients.append(kind.from_str(text.strip()))
        except pyrage.RecipientError as error:
            raise EncryptionError(
                f"{text!r} is not a public key for a backup; it must be like age1…, as `age-keygen` prints it, or a "
                "line of an SSH key."
            ) from error
    return recipients


def identities_in(file: Path) -> list[Any]:
    """Return the private keys in a file as `age-keygen` writes it. Raises `EncryptionError`, `OSError`."""
    import pyrage

    lines = [line.strip() for line in file.read_text("utf-8", "replace").splitlines()]
    keys = [line for line in lines if line and not line.startswith("#")]
    try:
        if not keys:
            raise EncryptionError(f"{file} has no private key; it must have a line AGE-SECRET-KEY-1….")
        if keys[0].startswith("-----BEGIN"):
            return [pyrage.ssh.Identity.from_buffer(file.read_bytes())]
        return [pyrage.x25519.Identity.from_str(key) for key in keys]
    except pyrage.IdentityError as error:
        raise EncryptionError(f"{file} has no private key that can be read: {error}.") from error


def encrypt(path: Path, recipients: Sequence[Any], suffix: str) -> None:
    """Replace a file by its encryption, which only its owner may read. `suffix` ends the name of the unfinished one."""
    import pyrage

    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=suffix, dir=path.parent)  # 0600
    encrypted = Path(name)
    try:
        with path.open("rb") as source, os.fdopen(descriptor, "wb") as target:
            pyrage.encrypt_io(source, target, list(recipients))
            target.flush()
            os.fsync(target.fileno())
        encrypted.replace(path)
    finally:
        encrypted.unlink(missing_ok=True)


def is_encrypted(path: Path) -> bool:
    """True if a file is encrypted with age. Raises `OSError`."""
    with path.open("rb") as file:
        return file.read(len(FIRST_LINE)) == FIRST_LINE


@contextmanager
def decrypted(path: Path, identity: Path | None) -> Iterator[Path]:
    """Yield a backup file in plain: the file itself, or a temporary decryption, which only its owner may read. Raises
    `EncryptionError`, `OSError`."""
    if not is_encrypted(path):
        yield path
        return
    if identity is None:
        raise EncryptionError(f"{path} is encrypted: name the file with your private key, --identity FILE.")
    import pyrage

    identities = identities_in(identity)
    with tempfile.TemporaryDirectory(prefix="quarterdeck-backup-") as folder:  # 0700
        plain = Path(folder, path.name)
        try:
            with path.open("rb") as source, plain.open("wb") as target:
                pyrage.decrypt_io(source, target, identities)
        except pyrage.DecryptError as error:
            raise EncryptionError(f"{path} cannot be decrypted with {identity}: {error}.") from error
        except OSError as error:
            if error.errno is not None:
                raise
            raise EncryptionError(f"{path} is damaged: it was changed or cut off after its encryption.") from error
        yield plain
