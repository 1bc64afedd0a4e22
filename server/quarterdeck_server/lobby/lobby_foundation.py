"""Objects that all services of the lobby share in one process: games, documents, notifications and the clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quarterdeck_games import AnyGame
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import EventBus


@dataclass(frozen=True, slots=True)
class LobbyFoundation:
    """Objects that the services for tables and quick match share."""

    games: Mapping[str, AnyGame]
    documents: DocumentStore
    event_bus: EventBus
    now: Callable[[], Milliseconds]
    guests_play: Callable[[], bool] = lambda: True
    """True if the policy of the host lets guests play now."""
