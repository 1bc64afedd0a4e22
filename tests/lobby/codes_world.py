"""Processes in which codes are made and claimed, whose clock is moved by hand."""

from lobby.collection_world import NOON, World
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.claim_codes import (
    ClaimCode,
    CodeClaimed,
    CodesMade,
    CopiesToGive,
    MakeCodes,
    NewCodeGift,
    PacksToGive,
)
from quarterdeck_protocol.lobby.moderation import Role
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, Ref
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import keep
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.collection.code_batches import CodeBatchService
from quarterdeck_server.lobby.collection.code_claims import CodeClaims
from quarterdeck_server.lobby.collection.movements import Face, face_of
from quarterdeck_server.lobby.collection.pack_records import DAY, PackSettings
from quarterdeck_server.lobby.collection.packs import PackService
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.moderation.audit import AuditLog
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.lobby.shared_affairs import SharedAffairs

GAME = GameName("amiibart")
CARD, POWER = "candle-squire", "first-light"
FACE: Face = face_of(GAME, CARD)
A_CARD = NewCodeGift(copies=(CopiesToGive(game=GAME, card=CARD),))
A_PACK = NewCodeGift(packs=(PacksToGive(game=GAME),))
BOTH = NewCodeGift(packs=(PacksToGive(game=GAME, count=2),), copies=(CopiesToGive(game=GAME, card=CARD, count=3),))
HOME, AWAY, LOCAL = "9.9.9.9", "8.8.4.4", "127.0.0.1"
MO = PlayerId("mo")
MODERATOR = Identity(
    player=Player(id=MO, name="Mo", kind=PlayerKind.PERSON), token="", session="", roles=(Role.MODERATOR,)
)


class Codes(World):
    """A process that makes codes and lets them be claimed."""

    def __init__(self, documents: DocumentStore | None = None) -> None:
        super().__init__(documents)
        self.now = Milliseconds(NOON + DAY)
        settings = PackSettings(age=Milliseconds(DAY))
        self.packs = PackService(self.documents, self.ledger, GAMES, settings, lambda: self.now)
        self.claims = CodeClaims(self.documents, self.ledger, self.packs, lambda: self.now)
        self.log = AuditLog(self.documents, self.players)
        orders = Orders(self.documents, SharedAffairs(self.documents))
        self.batches = CodeBatchService(self.documents, self.packs, GAMES, self.log, lambda: self.now, orders)

    async def employ(self) -> None:
        """Make the account of the moderator."""
        account = AccountRecord(id=MO, name="Mo", kind=PlayerKind.PERSON, made_at=NOON, roles=(Role.MODERATOR,))
        await self.documents.commit([keep(account, None)])

    async def made(
        self,
        gift: NewCodeGift = A_CARD,
        *,
        codes: int = 1,
        uses: int = 1,
        until: Milliseconds | None = None,
        ref: str | None = None,
    ) -> CodesMade:
        """Make a batch."""
        name = None if ref is None else Ref(ref)
        order = MakeCodes(label="The fair", gift=gift, codes=codes, uses=uses, until=until, ref=name)
        return await self.batches.make(MODERATOR, order)

    async def claimed(
        self, player: PlayerId, code: str, address: str = LOCAL, *, ref: str | None = None
    ) -> CodeClaimed:
        """Claim a code."""
        message = ClaimCode(code=code, ref=None if ref is None else Ref(ref))
        return await self.claims.claim(player, message, address)
