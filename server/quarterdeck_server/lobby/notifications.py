"""What processes tell each other through the document store, and the event bus who passes it on in each of them."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from quarterdeck_protocol.moderation import SanctionKind
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.chat.lines import ChatLineRecord
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.ratings.match_results import MatchResultRecord


class SessionTaken(msgspec.Struct, frozen=True, tag="session_taken"):
    """A session was taken up on another connection."""

    player: PlayerId
    session: str
    turn: int
    """How often it has been; connections with a lower turn are not the newest."""


class SessionsEnded(msgspec.Struct, frozen=True, tag="sessions_ended"):
    """Some sessions of a player are worth nothing any more."""

    player: PlayerId
    only: str | None = None
    """Which one; `None` for all of them."""

    but: str | None = None
    """Of all of them, the one that goes on."""

    programs: bool = False
    """Whether tokens made for programs are worth nothing any more, too."""


class PlayerChanged(msgspec.Struct, frozen=True, tag="player_changed"):
    """A player is called otherwise, may do other things or keeps away from others than before."""

    player: PlayerId


class PlayersSanctioned(msgspec.Struct, frozen=True, tag="players_sanctioned"):
    """Something was done to a player and the bots of their own."""

    players: tuple[PlayerId, ...]
    kind: SanctionKind
    revoked: bool = False
    why: str = ""


class LineSaid(msgspec.Struct, frozen=True, tag="line_said"):
    """Somebody has said something."""

    line: ChatLineRecord


class MatchSettled(msgspec.Struct, frozen=True, tag="match_settled"):
    """A match has ended, and what it means is kept."""

    verdict: MatchResultRecord


Notification = SessionTaken | SessionsEnded | PlayerChanged | MatchSettled | PlayersSanctioned | LineSaid

NotificationOf = TypeVar("NotificationOf", bound=msgspec.Struct)

_decoder = msgspec.json.Decoder(Notification)


def notification(what: Notification) -> bytes:
    """Return a notification as a commit publishes it."""
    return msgspec.json.encode(what)


class EventBus:
    """Hears everything that is told in this process, and passes each thing on to those who asked for its kind."""

    def __init__(self, documents: DocumentStore) -> None:
        self._subscribers: dict[type[Any], list[Callable[[Any], None]]] = defaultdict(list)
        self._missing: list[Callable[[], None]] = []
        documents.listen(self._heard, self._missed)

    def subscribe(self, kind: type[NotificationOf], hear: Callable[[NotificationOf], None]) -> None:
        """Pass on everything of this kind from now on."""
        self._subscribers[kind].append(hear)

    def subscribe_to_gaps(self, missed: Callable[[], None]) -> None:
        """Say from now on when something may have gone by unheard."""
        self._missing.append(missed)

    def _heard(self, message: bytes) -> None:
        try:
            what = _decoder.decode(message)
        except msgspec.ValidationError:
            return  # from a newer process beside this one: it is not for us
        for hear in self._subscribers[type(what)]:
            hear(what)

    def _missed(self) -> None:
        for missed in self._missing:
            missed()
