"""Stored records of passkeys and of their challenges, and the name under which browsers keep passkeys of a server."""

from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec
from quarterdeck_protocol.lobby.accounts import Passkey as PasskeyShown
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collections import Collection


class RelyingParty(msgspec.Struct, frozen=True):
    """The name of a server to browsers and authenticators."""

    id: str
    """The host name, without a port."""

    origin: str


def relying_party(public_url: str) -> RelyingParty | None:
    """Return the relying party at a public address; `None` where browsers know no passkeys: at an address without a
    name or without TLS, except on the browser's own machine."""
    parts = urlsplit(public_url)
    host = parts.hostname or ""
    is_here = host == "localhost" or host.endswith(".localhost")
    if not host or not (parts.scheme == "https" or is_here):
        return None
    try:
        ip_address(host)
    except ValueError:
        return RelyingParty(host, public_url.rstrip("/"))
    return None


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey of an account."""

    id: str
    name: str
    """The name that the player has given it."""

    credential: bytes
    """The id of its credential, which its authenticator has made."""

    public_key: bytes
    count: int
    """The signature counter at its last use; always 0 for a passkey that is synchronised between devices."""

    since: Milliseconds
    used_on: Milliseconds | None = None
    """The beginning of the day on which it was last used."""

    @property
    def shown(self) -> PasskeyShown:
        """The passkey as its player sees it."""
        return PasskeyShown(id=self.id, name=self.name, since=self.since, used_on=self.used_on)


class PasskeysRecord(msgspec.Struct, frozen=True):
    """The stored record of all passkeys of an account, under the player's id."""

    passkeys: tuple[Passkey, ...] = ()


class ChallengeRecord(msgspec.Struct, frozen=True):
    """The stored record of a challenge that waits for an answer, or of a ticket, under its hash."""

    player: PlayerId | None = None
    """The player who adds a passkey, or whose ticket this is; `None` if a passkey is to be used."""

    is_ticket: bool = False


PASSKEYS = Collection("passkeys", PasskeysRecord)
CHALLENGES = Collection("passkey_challenge", ChallengeRecord)


def wrong_passkey() -> CommandRefused:
    """Return the refusal of the answer of an authenticator, which does not say what is wrong."""
    text = Text("This passkey is not of this server, or its answer is too old. Try it again.")
    return CommandRefused(RefusalCode.UNKNOWN_TOKEN, text, "$.answer")
