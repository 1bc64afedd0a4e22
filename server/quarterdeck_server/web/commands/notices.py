"""Commands about notices, and the notices that a connection follows."""

from quarterdeck_protocol.lobby.notices import (
    GetNotices,
    Notice,
    Noticed,
    NoticeId,
    Notices,
    NoticesRead,
    ReadNotices,
    WatchNotices,
)
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import NOTICES


class NoticeCommands:
    """Commands about notices of one connection, which is a reader of them once it has asked. Handlers have the names of
    their commands."""

    __slots__ = ("_caller", "_player", "_services")

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._services = caller.services
        self._player: PlayerId | None = None

    async def get_notices(self, identity: Identity, message: GetNotices) -> Notices:
        with self._services.quotas.taking(NOTICES, identity.player.id):
            return await self._services.inboxes.page(identity.player.id, message.before)

    async def watch_notices(self, identity: Identity, message: WatchNotices) -> Notices:
        with self._services.quotas.taking(NOTICES, identity.player.id):
            return await self._follow(identity.player.id, message.after)

    async def read_notices(self, identity: Identity, message: ReadNotices) -> NoticesRead:
        with self._services.quotas.taking(NOTICES, identity.player.id):
            return await self._services.inboxes.read(identity.player.id, message.up_to)

    def notice(self, notice: Notice) -> None:
        """Send the client a notice about something that happened while the player was away or elsewhere."""
        self._caller.send(Noticed(notice=notice))

    @property
    def last(self) -> NoticeId | None:
        """The last notice that was sent; `None` unless the connection follows the notices of its player."""
        return None if self._player is None else self._services.notice_delivery.last_of(self._player, self)

    async def resume_with(self, identity: Identity, after: NoticeId) -> None:
        """Send the notices that came after this one. Another process sent this client all notices up to it. Raises
        `Unavailable`."""
        for notice in reversed((await self._follow(identity.player.id, after)).notices):
            self.notice(notice)

    async def _follow(self, player: PlayerId, after: NoticeId | None) -> Notices:
        found = await self._services.notice_delivery.subscribe(player, self, after)
        if self._caller.is_gone() or self._caller.player() != player:
            self._services.notice_delivery.unsubscribe(player, self)
        else:
            self._player = player
        return found

    def leave(self) -> None:
        """Stop sending notices to the client."""
        if self._player is not None:
            self._services.notice_delivery.unsubscribe(self._player, self)
            self._player = None
