"""The host's mail server and sender, read from one file. A fault is named with its place, and no secret is in its
text."""

import tomllib
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
    """Return the mail server in a file, with its password. Raises `ValueError` with the fault and the right form,
    and `OSError`."""
    try:
        found = msgspec.convert(tomllib.loads(file.read_text("utf-8")), MailServer)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: {error}") from None
    if fault := _fault(found):
        raise ValueError(f"{file}: {fault}")
    if not found.password_file:
        return found
    return msgspec.structs.replace(found, password=(file.parent / found.password_file).read_text("utf-8").strip())


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
