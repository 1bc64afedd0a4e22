"""The host's mail server and sender, read from one file. A fault is named with its place, and no secret is in its
text."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.mail.address_forms import address_of

PORTS = {"smtps": 465, "smtp": 587}


class MailServer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The mail server of the host. Its text form hides the password."""

    server: Annotated[str, Meta(max_length=300)]
    """`smtps://host` or `smtp://host`, which begins TLS by STARTTLS; with a port if it is not the usual one."""

    sender: Annotated[str, Meta(max_length=254)]
    """The address from which mails come."""

    user: Annotated[str, Meta(max_length=300)] = ""
    password_file: str = ""
    inner: bool = False
    """True if a server in the own network may be used without TLS."""

    password: str = ""
    """The content of `password_file`; never in the file itself."""

    def __repr__(self) -> str:
        return f"MailServer({self.server!r})"

    @property
    def host(self) -> str:
        """The name of the mail server's machine."""
        return urlsplit(self.server).hostname or ""

    @property
    def port(self) -> int:
        """The port of the mail server."""
        parts = urlsplit(self.server)
        return parts.port or PORTS[parts.scheme]

    @property
    def is_tls(self) -> bool:
        """True if the connection begins with TLS, false if it begins it later."""
        return self.server.startswith("smtps:")


def read_mail_file(file: Path) -> MailServer:
    """Return the mail server in a file, with its password. Raises `ValueError` with the fault and the right form."""
    try:
        given = tomllib.loads(file.read_text("utf-8"))
        if fault := _wrong_fields(given):
            raise ValueError(f"{file}: {fault}")
        found = msgspec.convert(given, MailServer)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: {error}") from None
    except OSError as error:
        raise ValueError(f"the file {file} cannot be read ({error.strerror}).") from None
    if fault := _fault(found):
        raise ValueError(f"{file}: {fault}")
    if not found.password_file:
        return found
    path = file.parent / found.password_file
    try:
        return msgspec.structs.replace(found, password=path.read_text("utf-8").strip())
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", "it is no text")
        raise ValueError(f"{file}: `password_file` is {path}, which this user cannot read ({why}).") from None


def _wrong_fields(given: Mapping[str, object]) -> str | None:
    """Return which fields are unknown or missing, and which there are; `None` if none is."""
    fields = {field.name: field.required for field in msgspec.structs.fields(MailServer) if field.name != "password"}
    unknown = [name for name in given if name not in fields and name != "password"]
    missing = [name for name, is_needed in fields.items() if is_needed and name not in given]
    if not unknown and not missing:
        return None
    faults = [f"unknown: {_listed(unknown)}"] * bool(unknown) + [f"missing: {_listed(missing)}"] * bool(missing)
    return f"{'; '.join(faults)}. The fields are {_listed(fields)}."


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _is_server(address: str) -> bool:
    try:
        parts = urlsplit(address)
        is_plain = not parts.username and not parts.path.strip("/") and not parts.query
        return parts.scheme in PORTS and bool(parts.hostname) and is_plain and parts.port != 0
    except ValueError:  # the port is no number, or too large
        return False


def _fault(found: MailServer) -> str | None:
    """Return the fault of a mail server; `None` if it is right."""
    if found.password:
        return "write the password into a file of its own, and its path into `password_file`."
    if not _is_server(found.server):
        return "`server` must be `smtps://host` or `smtp://host`, with a port if need be, and without a password."
    if bool(found.user) != bool(found.password_file):
        return "give `user` and `password_file` together, or neither."
    try:
        is_address = address_of(found.sender) == found.sender
    except CommandRefused:
        is_address = False
    return None if is_address else "`sender` must be an e-mail address, as `cards@example.org`."
