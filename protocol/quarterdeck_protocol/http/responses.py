"""Answers that exist only over plain HTTP, not over the WebSocket."""

from enum import StrEnum
from typing import Any

import msgspec

from quarterdeck_protocol.lobby.site import Site
from quarterdeck_protocol.messages import Capability, GameOffer
from quarterdeck_protocol.names import Count


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Health of a server process."""

    status: str
    """`alive`."""


class ArchiveState(StrEnum):
    """States of the archive for finished matches, as the readiness check reports them."""

    REACHED = "reached"
    AWAY = "away"
    """The archive is down. Matches stay in the store, and players notice only if they ask for one that was moved."""


class Readiness(msgspec.Struct, frozen=True, kw_only=True):
    """Readiness of a server process. A process that cannot serve clients answers with status 503."""

    status: str
    """`ready`."""

    new_matches: bool
    """True if matches begin there; `false` while only running ones go on."""

    archive: ArchiveState | None = None
    """State of the archive for finished matches; `null` without one, and where another process moves them."""


class ServerDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A server as others find it, at `/.well-known/quarterdeck`."""

    server: str
    """The name and version of the program, as in `welcome`."""

    protocols: tuple[Count, ...]
    """The versions of the protocol."""

    socket: str
    """The path of the WebSocket on this server."""

    languages: tuple[str, ...]
    """As in `welcome`."""

    site: Site | None
    """As in `welcome`, in the language of `Accept-Language`."""

    capabilities: tuple[Capability, ...] = ()
    """As in `welcome`."""


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """The list of the games on this server."""

    games: tuple[GameOffer, ...]
    """The same as in `welcome`."""


class GameDescription(msgspec.Struct, frozen=True, kw_only=True):
    """The description of one game for clients without its rules."""

    offer: GameOffer | None
    """The game, as in `welcome`."""

    phrases: Any
    """Phrases for its actions, events and the rest in words."""

    schema: dict[str, Any]
    """The JSON Schema of its own parts."""
