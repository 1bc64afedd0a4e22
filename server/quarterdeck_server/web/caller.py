"""The caller of commands on one connection. Every group of commands gets this object."""

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck_protocol.names import MatchId, PlayerId
from quarterdeck_protocol.sides import FromServer

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.matches.audience import Outlet
from quarterdeck_server.matches.match import Match
from quarterdeck_server.web.connection_services import Services
from quarterdeck_server.web.identity import ConnectionIdentity
from quarterdeck_server.web.rate_limit.finished_matches import open_match


@dataclass(frozen=True, slots=True)
class FrameOutput:
    """Output of frames to one client. None of its functions waits."""

    send: Callable[[bytes], None]
    """Send a frame."""

    send_first: Callable[[bytes], None]
    """Send a frame before the frames of other clients."""

    outlet: Outlet | None = None
    """The destination of the frames, if the same frame can be sent to many of them at once."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A client connection, as the modules of commands use it."""

    services: Services
    """The services of the server."""

    address: str
    """The client's address."""

    belonging: ConnectionIdentity
    """The identity of the connection, and the tasks that it owns."""

    send: Callable[[FromServer], None]
    """Send the client a message; this does not wait."""

    send_frame: Callable[[bytes], None]
    """Send the client a message that is encoded already."""

    output: FrameOutput
    """The output of frames to the client."""

    began_watching: Callable[[], None]
    """Called when the connection follows one more match."""

    is_gone: Callable[[], bool]
    """True if the connection has ended, although earlier commands are still being carried out."""

    async def match(self, id_: MatchId) -> Match:
        """Return a match. Raises `CommandRefused` if it does not exist, or if it has ended and the player or address of
        this connection has read too many such matches; `Unavailable`."""
        services = self.services
        return await open_match(id_, services.matches, services.quotas, self.address, self.player())

    def identity(self) -> Identity | None:
        """Return the current identity of the connection; `None` if no player has signed in on it."""
        return self.belonging.identity

    def player(self) -> PlayerId | None:
        """Return the signed-in player of the connection."""
        identity = self.belonging.identity
        return None if identity is None else identity.player.id
