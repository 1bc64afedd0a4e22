"""The inboxes that a process follows for a channel that passes notices on: webhooks of players, and e-mail."""

from collections.abc import Awaitable, Callable

from quarterdeck_protocol.lobby.notices import Notice, NoticeId, Notices
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.notices.delivery import NoticeReader

ROUNDS_BETWEEN_LISTS = 30
"""Rounds after which all players are listed again, although their number is the same."""

Subscribe = Callable[[PlayerId, NoticeReader, NoticeId | None], Awaitable[Notices]]
Unsubscribe = Callable[[PlayerId, NoticeReader], None]
Wake = Callable[[PlayerId], None]


class _InboxReader:
    """A reader of one player's inbox."""

    def __init__(self, player: PlayerId, wake: Wake) -> None:
        self._player = player
        self._wake = wake

    def notice(self, notice: Notice) -> None:
        """Note that the player has a new notice."""
        self._wake(self._player)


class FollowedInboxes:
    """The inboxes of the players in an index."""

    def __init__(self, documents: DocumentStore, index: str, most: int, wake: Wake) -> None:
        """Make them for at most so many players. `wake` is called for each player with a new notice, and for each whose
        inbox is followed from now on: there may be what came while nobody followed."""
        self._documents = documents
        self._index = index
        self._most = most
        self._wake = wake
        self._readers: dict[PlayerId, _InboxReader] = {}
        self._rounds = 0

    async def follow(self, subscribe: Subscribe, unsubscribe: Unsubscribe) -> None:
        """Follow the inboxes of players who are new in the index, and no more those of others. All players are listed
        only if their number has changed, or once in a while. Raises `Unavailable`."""
        self._rounds += 1
        is_due = self._rounds % ROUNDS_BETWEEN_LISTS == 0
        if not is_due and min(await self._documents.count(self._index), self._most) == len(self._readers):
            return
        players = {PlayerId(player) for player, _ in await self._documents.listed(self._index, most=self._most)}
        for player in [each for each in self._readers if each not in players]:
            unsubscribe(player, self._readers.pop(player))
        for player in [each for each in players if each not in self._readers]:
            reader = _InboxReader(player, self._wake)
            await subscribe(player, reader, None)
            self._readers[player] = reader
            self._wake(player)
