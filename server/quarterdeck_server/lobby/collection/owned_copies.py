"""A player's own copies and ledger movements, in the form that the player sees."""

from collections.abc import Mapping

from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.collection.owned_copies import (
    CardMoved,
    Collection,
    CopiesMoved,
    MovementCause,
    Movements,
    OwnedCopies,
    PackId,
    PackOpened,
)
from quarterdeck_protocol.names import GameName, PlayerId

from quarterdeck_server.command_refused import unknown_game
from quarterdeck_server.lobby.collection.ledger import Ledger
from quarterdeck_server.lobby.collection.movements import LegRecord, MovementRecord, parts_of
from quarterdeck_server.lobby.collection.pack_records import OPENED

MOST_MOVEMENTS = 100


class OwnedCopyList:
    """Returns players their own copies. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, ledger: Ledger, games: Mapping[str, AnyGame]) -> None:
        self._ledger = ledger
        self._games = games

    async def listed(self, player: PlayerId, game: GameName | None = None, where: str = "$.game") -> Collection:
        """Return all copies of cards of a player, or only those of one game, in one round trip."""
        if game is not None and game not in self._games:
            raise unknown_game(game, self._games, where)
        balance = await self._ledger.balance(player)
        copies = []
        for face, count in sorted(balance.copies.items()):
            of, card = parts_of(face)
            if game in (None, of):
                copies.append(OwnedCopies(game=of, card=card, count=count, free=balance.free.get(face, 0)))
        return Collection(copies=tuple(copies))

    async def movements(self, player: PlayerId, before: int | None) -> Movements:
        """Return the newest ledger movements of a player's copies, or those before a number."""
        found = await self._ledger.history(player, before, MOST_MOVEMENTS)
        last = found[-1][1].number if found else 1
        return Movements(movements=tuple(_shown(*each) for each in found), before=last if last > 1 else None)

    async def all_movements(
        self, player: PlayerId, most: int | None
    ) -> tuple[tuple[CopiesMoved, ...], tuple[PackOpened, ...]]:
        """Return the newest ledger movements, or all, and the packs that were opened with them."""
        moved: list[CopiesMoved] = []
        opened: list[PackOpened] = []
        before: int | None = None
        while True:
            page = await self.movements(player, before)
            told = page.movements if most is None else page.movements[: most - len(moved)]
            moved += told
            packs = [PackId(each.of) for each in told if each.cause is MovementCause.PACK]
            read = await OPENED.read(self._ledger.documents, packs) if packs else []
            opened += [each.shown for each in read if each is not None]
            before = page.before
            if before is None or (most is not None and len(moved) >= most):
                return tuple(moved), tuple(opened)


def _shown(made: MovementRecord, leg: LegRecord) -> CopiesMoved:
    cards = [
        CardMoved(game=game, card=card, count=count)
        for (game, card), count in ((parts_of(face), count) for face, count in leg.copies)
    ]
    cause = MovementCause(made.cause.value)
    return CopiesMoved(number=leg.number, at=made.at, cause=cause, of=made.of, cards=tuple(cards))
