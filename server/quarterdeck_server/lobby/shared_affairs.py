"""Open matches, tables, offers, parties, trades and tournaments that two groups of players have in common ("affairs").
Moderators may not decide about players with whom they share one.

They are read from the documents of each service on request, in four round trips at most, and two more for the
tournaments of each player. To add a kind, add a method here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, product
from typing import TypeVar

from quarterdeck_protocol.lobby.tables import TableStage
from quarterdeck_protocol.names import PlayerId, TableId

from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.collection.trade_records import TRADERS
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.matchmaking.repository import SEEKERS, TICKETS
from quarterdeck_server.lobby.moderation.sanction_rules import Affair, AffairKind
from quarterdeck_server.lobby.tables.documents import TABLES
from quarterdeck_server.lobby.tables.seat_limits import SEATED_TABLES, of_player
from quarterdeck_server.lobby.tournaments.tournament_store import TournamentStore

Held = TypeVar("Held")
Name = TypeVar("Name", bound=str)


class SharedAffairs:
    """Finds matches, tables, offers, parties, trades and tournaments that players have in common. All methods raise
    `Unavailable`."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self._tournaments = TournamentStore(documents)

    async def between(self, one: AccountRecord, others: Sequence[PlayerId]) -> Affair | None:
        """Return an affair (such as a match) that a player or their bots share with one of these others, their owners
        or their bots; `None` if there is none."""
        mine = frozenset((one.id, *one.bots))
        theirs = await self._with_bots(others) - mine
        if not theirs:
            return None
        for shared in (self._table, self._sought, self._trade, self._tournament):
            affair = await shared(mine, theirs)
            if affair is not None:
                return affair
        return None

    async def _table(self, mine: frozenset[PlayerId], theirs: frozenset[PlayerId]) -> Affair | None:
        """Return a running match that both sides play; else a table at which both sit; else `None`."""
        seated = {
            player: frozenset(() if each is None else each.tables)
            for player, each in (await _of_each(SEATED_TABLES, self._documents, mine | theirs, of_player)).items()
        }
        both = _all(seated[each] for each in mine) & _all(seated[each] for each in theirs)
        tables = [
            each
            for each in await TABLES.read_many(self._documents, sorted(both))
            if each is not None and each.stage is not TableStage.OVER and mine & each.people and theirs & each.people
        ]
        for each in tables:
            if each.stage is TableStage.PLAYING:
                return Affair(AffairKind.MATCH, each.match)
        return Affair(AffairKind.TABLE, tables[0].id) if tables else None

    async def _sought(self, mine: frozenset[PlayerId], theirs: frozenset[PlayerId]) -> Affair | None:
        """Return an offer made to both sides; else a party to which both belong; else `None`."""
        seekers = await _of_each(SEEKERS, self._documents, mine | theirs)
        tickets = {
            player: each.ticket for player, each in seekers.items() if each is not None and each.ticket is not None
        }
        records = await _of_each(TICKETS, self._documents, frozenset(tickets.values()))
        mine_of, theirs_of = (
            [records[tickets[player]] for player in sorted(side) if player in tickets] for side in (mine, theirs)
        )
        for one, other in product(mine_of, theirs_of):
            if one is None or other is None:
                continue
            if one.offer is not None and one.offer == other.offer:
                return Affair(AffairKind.OFFER, one.offer)
            if one.id == other.id:
                return Affair(AffairKind.PARTY, one.id)
        return None

    async def _trade(self, mine: frozenset[PlayerId], theirs: frozenset[PlayerId]) -> Affair | None:
        """Return an open trade between both sides; `None` if there is none."""
        now = await self._documents.now()
        for trader in (await _of_each(TRADERS, self._documents, mine)).values():
            for id_, each in {} if trader is None else trader.at(now).open.items():
                if each.other in theirs:
                    return Affair(AffairKind.TRADE, id_)
        return None

    async def _tournament(self, mine: frozenset[PlayerId], theirs: frozenset[PlayerId]) -> Affair | None:
        """Return a tournament that has not ended and that both sides direct, play or may come back to; else `None`."""
        for player in sorted(mine | theirs):
            for each in await self._tournaments.of_player(player):
                people = {each.director, *each.assistants, *(entrant.player for entrant in each.concerned)}
                if each.seed is None and mine & people and theirs & people:
                    return Affair(AffairKind.TOURNAMENT, each.id)
        return None

    async def _with_bots(self, players: Sequence[PlayerId]) -> frozenset[PlayerId]:
        """Return these players and their bots; for a bot among them, also its owner and all bots of that owner."""
        accounts = list(await ACCOUNTS.read(self._documents, players))
        owners = sorted({each.owner for each in accounts if each is not None and each.owner is not None})
        accounts += await ACCOUNTS.read(self._documents, owners) if owners else []
        return frozenset((*players, *(id_ for each in accounts if each is not None for id_ in (each.id, *each.bots))))


def _all(several: Iterable[frozenset[TableId]]) -> frozenset[TableId]:
    return frozenset(chain.from_iterable(several))


async def _of_each(
    collection: Collection[Held], documents: DocumentStore, names: frozenset[Name], named: Callable[[Name], str] = str
) -> Mapping[Name, Held | None]:
    """Return the contents of the documents with these names."""
    if not names:
        return {}
    ordered = sorted(names)
    return dict(zip(ordered, await collection.read(documents, [named(each) for each in ordered]), strict=True))
