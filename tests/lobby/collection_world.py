"""Processes on one store, each with its ledger, and players with accounts of their own."""

from collections import Counter

import msgspec
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, keep
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.collection.ledger import BURNT, MADE, Ledger
from quarterdeck_server.lobby.collection.movements import Cause, Copies, Face, MovementId, grant
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quick_passwords import quick_passwords

ADA, BO, CY, GUEST = (PlayerId(name) for name in ("ada", "bo", "cy", "guest"))
OAK, ELM, ASH = (Face(f"forest/{tree}") for tree in ("oak", "elm", "ash"))
NOON = Milliseconds(1_800_000_000_000)


class World:
    """A process with its ledger, whose clock is moved by hand."""

    def __init__(self, documents: DocumentStore | None = None) -> None:
        self.documents = MemoryStore(Memory()).documents if documents is None else documents
        self.now = NOON
        self.ledger = Ledger(self.documents, lambda: self.now)
        self.players = Players(self.documents, quick_passwords(), leaving=self.ledger.leaving)

    async def open(self, *players: PlayerId) -> None:
        """Make accounts of their own for these players; for the guest one of a guest."""
        for player in players:
            kind = PlayerKind.GUEST if player == GUEST else PlayerKind.PERSON
            account = AccountRecord(id=player, name=player.title(), kind=kind, made_at=NOON)
            await self.documents.commit([keep(account, None)])

    async def give(self, player: PlayerId, copies: Copies, id_: str) -> None:
        """Give a player new copies."""
        await self.ledger.move(grant(MovementId(id_), Cause.GIFT, player, copies))

    async def owned(self, player: PlayerId) -> Copies:
        return (await self.ledger.balance(player)).copies

    async def free(self, player: PlayerId) -> Copies:
        return (await self.ledger.balance(player)).free

    async def renamed(self, player: PlayerId, name: str) -> None:
        """Change an account, as somebody else may at any moment."""
        (document,) = await self.documents.read([ACCOUNTS.key(player)])
        account = ACCOUNTS.of(document)
        assert account is not None
        await self.documents.commit([keep(msgspec.structs.replace(account, name=name), document)])

    async def total(self, index: str) -> Counter[str]:
        """Return the copies that were made, or burnt, as they are counted."""
        assert index in (MADE, BURNT)
        return Counter({face: int(count) for face, count in await self.documents.listed(index, most=100)})
