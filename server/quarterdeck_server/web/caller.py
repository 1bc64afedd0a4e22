"""The caller of commands on one connection: the object that every group of commands is given."""

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import FromServer

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.matches.audience import Outlet
from quarterdeck_server.web.connection_services import Services
from quarterdeck_server.web.identity import ConnectionIdentity


@dataclass(frozen=True, slots=True)
class Caller:
    """One connection, as the command modules see it."""

    services: Services
    """What can be asked of the server."""

    address: str
    """From where it comes."""

    belonging: ConnectionIdentity
    """Who it belongs to, and the work that it owns."""

    say: Callable[[FromServer], None]
    """Send it a message; this does not wait."""

    send: Callable[[bytes], None]
    """Send it a frame; this does not wait."""

    send_first: Callable[[bytes], None]
    """The same, before what others are to be sent."""

    outlet: Outlet | None
    """Where what it is sent goes, if that is where many are sent the same."""

    has_begun_to_follow: Callable[[], None]
    """Take note that it follows a match more."""

    is_gone: Callable[[], bool]
    """Whether it has ended, although what came over it before is still being obeyed."""

    def identity(self) -> Identity | None:
        """Return the current identity of the connection; `None` if no player has signed in on it."""
        return self.belonging.identity

    def player(self) -> PlayerId | None:
        """Return which player that is."""
        who = self.belonging.identity
        return None if who is None else who.player.id
