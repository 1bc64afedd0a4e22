"""E-mail addresses in their one form: the domain in ASCII, and nothing with which a header could be forged."""

import hashlib
import re

import idna
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused

LONGEST, LONGEST_LOCAL = 254, 64
LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
"""The part before the sign: atoms of RFC 5322 with dots between them. No quotes, no spaces, no signs of control."""

DOMAIN = re.compile(r"([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")


def address_of(typed: str, where: str = "$.address") -> str:
    """Return an address as mails are sent to it, with its domain in ASCII. Raises `CommandRefused`."""
    local, _, domain = typed.strip(" ").rpartition("@")
    try:
        ascii_domain = idna.encode(domain, uts46=True).decode().lower()
    except (idna.IDNAError, UnicodeError):
        ascii_domain = ""
    address = f"{local}@{ascii_domain}"
    is_right = LOCAL.fullmatch(local) and len(local) <= LONGEST_LOCAL and DOMAIN.fullmatch(ascii_domain)
    if not is_right or len(address) > LONGEST:
        text = Text("This is no e-mail address. Write it as `name@example.org`, without accents before the `@`.")
        raise CommandRefused(RefusalCode.MALFORMED, text, where)
    return address


def address_hash(address: str) -> str:
    """Return the hash of an address, the same for each way to write it in capitals."""
    return hashlib.sha256(address.lower().encode()).hexdigest()
