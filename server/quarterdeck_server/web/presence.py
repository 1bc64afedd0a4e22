"""The signed-in connections of this process, and the events from elsewhere that reach them."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import FromServer, PlayerKind

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.notifications import PlayerChanged, SessionsEnded, SessionTaken
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.moderation.notifications import PlayersSanctioned
from quarterdeck_server.lobby.ratings.match_results import news_for
from quarterdeck_server.lobby.ratings.notifications import MatchSettled

MOST_TURNS = 10_000


class Present(Protocol):
    """The interface of a connection that belongs to a player."""

    @property
    def identity(self) -> Identity | None:
        """The identity (player, roles and scopes) of the connection."""
        ...

    @property
    def address(self) -> str:
        """The network address of the connection."""
        ...

    def taken_up_elsewhere(self) -> None:
        """Event: the session of the connection continues on a newer connection."""
        ...

    def signed_out(self) -> None:
        """Event: the session of the connection has ended."""
        ...

    def check_again(self) -> None:
        """Event: the player may have another name or other rights now, or may have lost the session."""
        ...

    def put_out(self, kind: SanctionKind, why: str) -> None:
        """Event: a moderator has disconnected or banned the player."""
        ...

    def send(self, message: FromServer) -> None:
        """Send the connection a message."""
        ...


class Presence:
    """All connections of this process that belong to a player."""

    def __init__(self, event_bus: EventBus) -> None:
        self._of: dict[PlayerId, set[Present]] = defaultdict(set)
        self._silent: dict[PlayerId, set[Present]] = defaultdict(set)
        """Connections that belong to a player who is not present by them."""

        self._registered: dict[PlayerId, SeenBy] = {}
        """The players with an account here, with the players that see them."""

        self._hidden: set[PlayerId] = set()
        """The players here who have chosen to be invisible."""

        self.noted: Callable[[PlayerId], None] = lambda _: None
        """Called with each player who arrives, changes or leaves here."""

        self._turns: OrderedDict[str, int] = OrderedDict()
        """The newest turn of the sessions that were taken up last: the news of one may come before the session
        arrives here."""

        event_bus.subscribe(PlayersSanctioned, self._sanctioned)
        event_bus.subscribe(SessionTaken, self._taken)
        event_bus.subscribe(SessionsEnded, self._ended)
        event_bus.subscribe(PlayerChanged, self._changed)
        event_bus.subscribe(MatchSettled, self._settled)
        event_bus.subscribe_to_gaps(self._missed)

    @property
    def players(self) -> int:
        """Number of players with a connection to this process, without invisible ones."""
        return len(self._of) - len(self._hidden)

    def connected(self) -> Sequence[PlayerId]:
        """Return all players with a connection to this process: guests and invisible ones too. It is for moderators."""
        return tuple(self._of)

    def registered(self) -> Mapping[PlayerId, SeenBy]:
        """Return the players with an account and a connection to this process, with the players that see them. The
        mapping is not copied: it changes with the players."""
        return self._registered

    def _seen_by(self, player: PlayerId) -> SeenBy | None:
        """Return the players that see one of the players here; `None` for a guest, whom nobody follows. While a change
        reaches the connections of a player one by one, the player is invisible if one of them knows it."""
        found = [each.identity for each in self._of.get(player, ())]
        chosen = [
            identity.seen_by
            for identity in found
            if identity is not None and identity.player.kind is not PlayerKind.GUEST
        ]
        return SeenBy.NOBODY if SeenBy.NOBODY in chosen else next(iter(chosen), None)

    def note(self, player: PlayerId) -> None:
        """Note a change of a player on this process, for the list of online players: connected, disconnected, or
        invisible."""
        by = self._seen_by(player)
        if by is None:
            self._registered.pop(player, None)
        else:
            self._registered[player] = by
        (self._hidden.add if by is SeenBy.NOBODY else self._hidden.discard)(player)
        self.noted(player)

    @property
    def turns(self) -> int:
        """Number of sessions for which this process knows the newest connection."""
        return len(self._turns)

    def arrive(self, player: PlayerId, connection: Present) -> None:
        """Record that a connection belongs to a player from now on."""
        self._of[player].add(connection)
        self.note(player)
        self.check(connection)
        connection.check_again()  # it has missed earlier notifications

    def resume(self, player: PlayerId, connection: Present) -> None:
        """Like `arrive`, for a connection that another process has notified until now."""
        self._of[player].add(connection)
        self.note(player)
        self.check(connection)

    def attach(self, player: PlayerId, connection: Present) -> None:
        """Record that a connection belongs to a player who is not present by it: it gets all events of its session."""
        self._silent[player].add(connection)

    def check(self, connection: Present) -> None:
        """End a connection if its session is known to continue on a newer one."""
        identity = connection.identity
        if identity is not None and identity.turn < self._turns.get(identity.session, 0):
            connection.taken_up_elsewhere()

    def leave(self, player: PlayerId, connection: Present) -> None:
        """Record that a connection no longer belongs to a player."""
        silent = self._silent.get(player, set())
        silent.discard(connection)
        if not silent:
            self._silent.pop(player, None)
        connections = self._of.get(player, set())
        connections.discard(connection)
        if not connections:
            self._of.pop(player, None)
        self.note(player)

    def of(self, player: PlayerId) -> frozenset[Present]:
        """Return this process's connections that belong to a player."""
        return frozenset(self._of.get(player, ()))

    def _notified(self, player: PlayerId) -> frozenset[Present]:
        return self.of(player) | self._silent.get(player, frozenset())

    def address_of(self, player: PlayerId) -> str | None:
        """Return the address from which a player is connected to this process; `None` if they are not."""
        return min((connection.address for connection in self._of.get(player, ())), default=None)

    def _taken(self, news: SessionTaken) -> None:
        self._turns[news.session] = max(news.turn, self._turns.pop(news.session, 0))
        if len(self._turns) > MOST_TURNS:
            self._turns.popitem(last=False)
        for connection in self.of(news.player):
            identity = connection.identity
            if identity is not None and identity.session == news.session and identity.turn < news.turn:
                connection.taken_up_elsewhere()

    def _ended(self, news: SessionsEnded) -> None:
        for connection in self._notified(news.player):
            identity = connection.identity
            if identity is None or news.only not in (None, identity.session):
                continue
            if identity.session == news.but:
                connection.check_again()
                continue
            if news.only is None and identity.is_program and not news.programs:
                continue
            connection.signed_out()

    def _sanctioned(self, news: PlayersSanctioned) -> None:
        if news.revoked or news.kind is SanctionKind.MUTE:
            return
        for player in news.players:
            for connection in self._notified(player):
                connection.put_out(news.kind, news.why)

    def _changed(self, news: PlayerChanged) -> None:
        for player in (news.player, *news.bots):
            for connection in self._notified(player):
                connection.check_again()

    def _settled(self, news: MatchSettled) -> None:
        for seat in news.verdict.seats:
            for connection in self.of(seat.player):
                connection.send(news_for(news.verdict, seat))

    def _missed(self) -> None:
        for connections in [*self._of.values(), *self._silent.values()]:
            for connection in list(connections):
                connection.check_again()
