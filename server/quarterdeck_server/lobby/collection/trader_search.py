"""Search for trading partners: players with a free copy of a card, and players who wish for a card that the searcher
has.

An index gives the candidates. Their documents are read at the time of the search. So no answer shows cards that a
player no longer has, has on offer or does not show any more, and no answer shows banned players. Copies of others in a
running match count as free (decision 81), so answers do not depend on private facts of a match.

A search takes two round trips, and two more if there are many candidates and few results. Players who avoid the
searcher are left out, like those without a free copy, those who take no offers at the moment and those too new to
trade. So a searcher can tell neither the reason, nor the player at whose place a page ends. Decoding collections is
slow, so only a few are decoded in one turn of the event loop.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from quarterdeck_protocol.lobby.collection.wishes import (
    MOST_NAMED,
    MOST_TRADERS,
    FindTraders,
    NamedCard,
    Trader,
    TraderRole,
    Traders,
)
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS
from quarterdeck_server.lobby.collection.movements import Face, face_of
from quarterdeck_server.lobby.collection.trade_parties import Party, check_trader, takes_offers
from quarterdeck_server.lobby.collection.trade_records import TRADERS
from quarterdeck_server.lobby.collection.trade_terms import check_known
from quarterdeck_server.lobby.collection.trader_index import having, wishing
from quarterdeck_server.lobby.collection.trades import TradeService
from quarterdeck_server.lobby.collection.wish_records import WISH_LISTS, named
from quarterdeck_server.lobby.collections import Snapshot
from quarterdeck_server.lobby.documents import Document, DocumentStore
from quarterdeck_server.lobby.moderation.documents import SANCTIONS

READ_FIRST, READ_THEN = 40, 120
"""Number of candidates read at first, and a second time if those were not enough for a page."""

LOOKED_AT_IN_A_TURN = 8
"""Number of candidates decoded before other tasks of the event loop run."""

READ_OF_EACH = (ACCOUNTS, COLLECTIONS, WISH_LISTS, TRADERS, SANCTIONS)

Looked = TypeVar("Looked")

INDEXES: Mapping[TraderRole, Callable[[Face], str]] = {TraderRole.HAS: having, TraderRole.WISHES: wishing}


class _Side:
    """The documents of one side of a possible trade. The wish list is decoded at first use."""

    def __init__(self, id_: PlayerId, stored: Sequence[Document | None]) -> None:
        account, own, wishes, open_trades, sanctions = stored
        self.id = id_
        self.account: AccountRecord | None = ACCOUNTS.of(account)
        self.own = COLLECTIONS.of(own)
        self.open_trades = TRADERS.of(open_trades)
        self._wishes = Snapshot(WISH_LISTS, id_, wishes)
        self._sanctions = SANCTIONS.of(sanctions)

    def is_banned(self, now: Milliseconds) -> bool:
        """True if the player is banned at the moment, so that an offer would only wait."""
        return self._sanctions is not None and self._sanctions.of(SanctionKind.BAN, now) is not None

    @property
    def avoided(self) -> Collection[PlayerId]:
        """Players that this player avoids."""
        return set() if self.account is None else {each for each, _ in self.account.avoided}

    def free_among(self, faces: Iterable[Face], now: Milliseconds) -> list[Face]:
        """Return those of these cards of which the player has a free copy, as the player sees it."""
        return [] if self.own is None else self.own.free_among(faces, now)

    def free_for_others_among(self, faces: Iterable[Face], now: Milliseconds) -> list[Face]:
        """Return those of these cards of which the player has a free copy, as other players see it."""
        return [] if self.own is None else self.own.free_for_others_among(faces, now)

    @property
    def wished(self) -> Mapping[Face, Milliseconds]:
        """Cards that this player wishes for."""
        wishes = self._wishes.record
        return {} if wishes is None else wishes.faces


class TraderSearch:
    """Finds players to trade with. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, trades: TradeService, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._trades = trades
        self._now = now

    async def found(self, player: PlayerId, message: FindTraders) -> Traders:
        """Return players to whom this player could offer a trade for a card, from one position in the list on."""
        if message.who not in INDEXES:
            text = Text("This value for who to look for is unknown; use one of: {known}.", known=", ".join(INDEXES))
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.who")
        face = face_of(message.game, message.card)
        check_known([(message.game, message.card)], self._trades.faces, "$.card")
        index, now = INDEXES[message.who](face), self._now()
        me: _Side | None = None
        found: list[tuple[_Side, int]] = []
        last, ended = -1 if message.after is None else message.after, False
        for most in (READ_FIRST, READ_THEN):
            listed, ended = await self._next(index, most, last, set() if me is None else me.avoided)
            asked = [PlayerId(name) for name, _ in listed]
            stored = await self._read([player, *asked] if me is None else asked)
            if me is None:
                me = _Side(player, stored.pop(0))
                self._check(me, message, face, now)
            async for (name, place), documents in _in_turns(zip(listed, stored, strict=True)):
                side = _Side(PlayerId(name), documents)
                if self._may_meet(me, side, now) and _is_so(side, message.who, face, now):
                    found.append((side, int(place)))
            last = int(listed[-1][1]) if listed else last
            if ended or len(found) > MOST_TRADERS:
                break
        page = found[:MOST_TRADERS]
        rest = None if ended else last
        after = page[-1][1] if len(found) > MOST_TRADERS else rest
        return Traders(
            who=message.who,
            game=message.game,
            card=message.card,
            traders=() if me is None else tuple([_trader(me, side, now) async for side, _ in _in_turns(page)]),
            after=after,
        )

    async def _next(
        self, index: str, most: int, after: int, avoided: Collection[PlayerId]
    ) -> tuple[list[tuple[str, float]], bool]:
        """Return up to `most` entries of an index, and true if it has ended. Players that the searcher avoids do not
        count. Otherwise the searcher could choose, by avoiding players, at whose place an answer ends."""
        asked = most + len(avoided)
        read = await self._documents.listed(index, most=asked, low=after + 1)
        rest = [each for each in read if each[0] not in avoided]
        return rest[:most], len(read) < asked and len(rest) <= most

    async def _read(self, players: Sequence[PlayerId]) -> list[Sequence[Document | None]]:
        """Return the documents that the search needs of each of these players, listed in `READ_OF_EACH`."""
        if not players:
            return []
        stored = await self._documents.read([read.key(player) for player in players for read in READ_OF_EACH])
        many = len(READ_OF_EACH)
        return [stored[at : at + many] for at in range(0, len(stored), many)]

    def _check(self, me: _Side, message: FindTraders, face: Face, now: Milliseconds) -> None:
        """Raise `CommandRefused` if the player may not search for this."""
        if check_trader(me.account, self._trades.settings, now).kind is not PlayerKind.PERSON:
            text = Text("Bots cannot look for traders: only people with an account can.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
        if message.who is TraderRole.WISHES and not me.free_among([face], now):
            text = Text("To see who wants a card, you need a free copy of it.")
            raise CommandRefused(RefusalCode.NOT_OWNED, text, "$.card", [text])

    def _may_meet(self, me: _Side, other: _Side, now: Milliseconds) -> bool:
        """True if one could offer a trade to the other, and the other has opted in to be found."""
        if other.id == me.id or other.account is None or other.own is None or not other.own.is_found:
            return False
        mine, theirs = Party(me.id, me.account), Party(other.id, other.account)
        if me.account is None or mine.avoids(theirs) or other.is_banned(now):
            return False
        return takes_offers(mine, theirs, other.open_trades, self._trades.settings, now)


async def _in_turns(several: Iterable[Looked]) -> AsyncIterator[Looked]:
    """Yield the items one after the other, and let other tasks run after some of them."""
    for number, each in enumerate(several, 1):
        yield each
        if number % LOOKED_AT_IN_A_TURN == 0:
            await asyncio.sleep(0)


def _is_so(side: _Side, role: TraderRole, face: Face, now: Milliseconds) -> bool:
    """True if the player really owns, or wishes for, the card at this moment."""
    return face in side.wished if role is TraderRole.WISHES else bool(side.free_for_others_among([face], now))


def _trader(me: _Side, other: _Side, now: Milliseconds) -> Trader:
    account = other.account
    if account is None:
        raise AssertionError("the search may not return a player who has deleted their account")
    return Trader(
        player=account.player,
        has=_named(other.free_for_others_among(me.wished, now), me.wished),
        wishes=_named(me.free_among(other.wished, now), other.wished),
    )


def _named(faces: Iterable[Face], wished: Mapping[Face, Milliseconds]) -> tuple[NamedCard, ...]:
    """Return some of the cards on a wish list, the newest wishes first."""
    newest = sorted(faces, key=lambda face: (-wished[face], face))
    return tuple(named(face) for face in newest[:MOST_NAMED])
