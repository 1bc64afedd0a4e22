"""A lobby in memory whose clock is moved by hand, with those who talk there and those who moderate."""

import msgspec
from lobby.interrupted_documents import Interrupted
from quarterdeck_protocol.lobby.chat import Say, Where
from quarterdeck_protocol.lobby.moderation import DeedKind, SanctionKind, SanctionOrder
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, keep
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.chat.lines import ChatPlace
from quarterdeck_server.lobby.chat.reports import Reports
from quarterdeck_server.lobby.chat.service import AtTable, ChatService, Readers
from quarterdeck_server.lobby.collections import Commit, commit
from quarterdeck_server.lobby.documents import Document
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.lobby.moderation.service import Moderation
from quarterdeck_server.lobby.shared_affairs import SharedAffairs
from quarterdeck_server.storage.memory import Memory
from quick_passwords import quick_passwords
from recorded_documents import NotingStore

PASSWORD = "a long walk by the sea"
HOME, AWAY = "192.0.2.7", "198.51.100.9"
DAY = 24 * 60 * 60


class Tables:
    """Tables of every id, at which everybody sits."""

    async def stands(self, table: TableId, player: Player, *, watches: bool) -> AtTable:
        return AtTable(readers=Readers(place=ChatPlace(Where.TABLE, table)), sits=True)


class NoMatches:
    """No match of any id."""

    async def open(self, match: MatchId) -> "NoMatches":
        raise CommandRefused(RefusalCode.UNKNOWN_MATCH, f"There is no match `{match}`.")

    def seat_of(self, player: str) -> None:
        raise LookupError

    def may_be_watched(self, watches: object) -> bool:
        raise LookupError

    def no_spectators(self, where: str) -> CommandRefused:
        raise LookupError

    @property
    def is_over(self) -> bool:
        raise LookupError


class Left:
    """Notes who has given up what others waited for, and who is shown under another name."""

    def __init__(self) -> None:
        self.players: list[PlayerId] = []
        self.renamed: list[str] = []

    async def leave(self, player: PlayerId) -> None:
        self.players.append(player)

    async def rename(self, player: Player) -> None:
        self.renamed.append(player.name)


class Office:
    """The lobby."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000
        self.memory = Memory(lambda: Milliseconds(self.at))
        self.store = NotingStore(self.memory)
        self.documents = documents = Interrupted(self.store.documents)
        """Which moderators, reports and talk work with."""

        self.players = Players(self.store.documents, quick_passwords())
        self.left = Left()
        self.orders = Orders(documents, SharedAffairs(documents))
        self.moderation = Moderation(documents, self.players, self.orders, elsewhere=self.left)
        self.reports = Reports(documents, self.players, NoMatches(), self.moderation.audit, self.orders)
        self.talk = ChatService(documents, self.players, Tables(), NoMatches(), EventBus(documents))

    async def person(self, name: str, *roles: str) -> Identity:
        identity, token = await self.players.welcome(None)
        await self.players.register(identity.player.id, name, PASSWORD)
        await self.appoint(identity, *roles)
        return await self.players.holder(token)

    async def appoint(self, identity: Identity, *roles: str) -> None:
        """Let somebody have these roles, whoever says so."""

        def decide(pages: list[Document | None]) -> Commit[None]:
            account = ACCOUNTS.of(pages[0])
            assert account is not None
            return Commit(None, [keep(msgspec.structs.replace(account, roles=roles), pages[0])])

        await commit(self.store.documents, [ACCOUNTS.key(identity.player.id)], decide)

    async def deeds(self) -> list[DeedKind]:
        return [deed.what for deed in (await self.moderation.audit.read(None, 100)).deeds]

    async def say(self, identity: Identity, text: str, table: str | None = None) -> None:
        message = Say(where=Where.LOBBY if table is None else Where.TABLE, id=table, text=text)
        await self.talk.send(identity, message, self.talk.id_for(identity.player.id, message))

    async def said(self) -> list[str | None]:
        places = await self.talk.readable_places(STRANGER.player, Where.LOBBY, None)
        return [line.text for line in await self.talk.last(places, STRANGER.player.id)]


STRANGER = Identity(
    player=AccountRecord(id=PlayerId("x"), name="X", kind=PlayerKind.GUEST, made_at=Milliseconds(0)).player,
    token="",
    session="",
)


def ban(identity: Identity, **more: object) -> SanctionOrder:
    order = SanctionOrder(player=identity.player.id, kind=SanctionKind.BAN, why="far too loud")
    return msgspec.structs.replace(order, **more)
