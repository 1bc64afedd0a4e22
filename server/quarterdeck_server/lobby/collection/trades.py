"""The trades of all players: offered, countered, accepted and ended.

Each command is one commit: the trade, its movement or holds in the ledger, both players' lists of open trades, and the
notification to all processes. An offer takes two round trips. All other commands take three, because the trade has to
be read first to know its players.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from quarterdeck_protocol.limits import Quota
from quarterdeck_protocol.lobby.collection.trades import (
    AcceptTrade,
    CounterTrade,
    OfferTrade,
    Trade,
    TradeId,
    Trades,
    TradeStage,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import BOT, AccountRecord, shown_as
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.collection import trade_records
from quarterdeck_server.lobby.collection.ledger import Ledger, Posting, Release, no_more
from quarterdeck_server.lobby.collection.movements import Face
from quarterdeck_server.lobby.collection.notifications import TradeNews
from quarterdeck_server.lobby.collection.trade_parties import Party, check_other, check_pair, check_room
from quarterdeck_server.lobby.collection.trade_terms import terms_of
from quarterdeck_server.lobby.collections import Commit, ExtraWrites, again, seen
from quarterdeck_server.lobby.documents import (
    Change,
    Document,
    DocumentStore,
    IndexChange,
    IndexEntry,
    IndexSweep,
    Key,
    Unchanged,
)
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.flood_control import PACES, one_more
from quarterdeck_server.store_errors import Conflict

DONE = "done_trades"
"""Name of the index of all completed trades, ordered by their time."""

PAGE = 50
MOST_EQUAL = 50
"""Limit of trades of one player that end in the same millisecond."""

Step = Callable[[trade_records.TradeRecord, int, Milliseconds], "Planned | None"]
"""Returns the planned change of a trade by one of its sides at this time; `None` if it was made before. Raises
`CommandRefused`."""


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """A planned change of a trade, with its ledger posting."""

    after: trade_records.TradeRecord
    posting: Posting
    meets: bool = True
    """True if both players must be allowed to trade with each other."""


class TradeService:
    """The trades of this server's players. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        ledger: Ledger,
        faces: Collection[Face],
        settings: trade_records.TradeSettings,
        chance: Chance = secrets,
        pace: Quota | None = None,
    ) -> None:
        """Make the service for trades. `faces` are the cards and printings that players may own. `pace` limits the
        offers of one player and their bots, over all processes; `None` is no limit."""
        self._documents = documents
        self._ledger = ledger
        self.faces = faces
        self.settings = settings
        self._chance = chance
        self._pace = pace

    async def offer(self, player: PlayerId, message: OfferTrade) -> Trade:
        """Offer a trade. Repeating the command offers it only once."""
        other, now = message.player, self._ledger.now
        if other == player:
            raise CommandRefused(RefusalCode.NOT_YOURSELF, Text("You cannot trade with yourself."), "$.player")
        gives, takes = terms_of(message.gives, message.takes, self.faces, self._ledger.called)
        id_ = TradeId(id_by(player, message.ref, self._chance))
        owners = await self._owners(player, other)
        record = trade_records.offered(id_, player, other, gives, takes, now, self.settings.lasts, owners)
        posting = Posting(holds=() if record.hold is None else (record.hold,), where="$.gives")

        person = f"offers:{owners[0] or player}"

        def decide(read: list[Document | None]) -> Commit[Trade]:
            *stored, offers = read
            before = trade_records.TRADES.of(stored[0])
            accounts = [ACCOUNTS.of(document) for document in stored[3:5]]
            mine, theirs = _parties(record, stored)
            traders = (trade_records.TRADERS.of(stored[1]), trade_records.TRADERS.of(stored[2]))
            if before is not None:
                if (before.players[0], before.order) != (player, trade_records.mark_of(other, gives, takes)):
                    text = Text("You have already used this `ref` for another trade.")
                    raise CommandRefused(RefusalCode.REF_REUSED, text, "$.ref")
                raise _DoneBeforeError(before.shown(_known(before, accounts), now))
            check_pair(mine, theirs, self.settings, now)
            check_room(mine, theirs, traders, self.settings, now)
            counted = () if self._pace is None else (one_more(person, offers, self._pace, now),)
            committed = self._committed(record, stored, accounts, now)
            return msgspec.structs.replace(committed, changes=(*committed.changes, *counted))

        def judge(read: list[Document | None]) -> None:
            # This check comes after that of the player's own copies. Else a worthless offer could probe for it.
            check_other(*_parties(record, read[:-1]), trade_records.TRADERS.of(read[2]), self.settings, now)

        try:
            return await self._posted(record, posting, decide, judge, (PACES.key(person),))
        except _DoneBeforeError as done:
            return done.trade

    async def counter(self, player: PlayerId, message: CounterTrade) -> Trade:
        """Make a counter-offer: the next revision of a trade."""
        gives, takes = terms_of(message.gives, message.takes, self.faces, self._ledger.called)

        def step(record: trade_records.TradeRecord, side: int, now: Milliseconds) -> Planned | None:
            if record.is_open(now) and trade_records.is_counter_again(record, side, message.revision, gives, takes):
                return None
            trade_records.check_revision(record, message.revision, now)
            after = trade_records.countered(record, side, gives, takes, now, self.settings.lasts)
            holds = () if after.hold is None else (after.hold,)
            return Planned(after=after, posting=Posting(releases=_releases(record), holds=holds, where="$.gives"))

        return await self._changed(player, message.trade, step)

    async def accept(self, player: PlayerId, message: AcceptTrade) -> Trade:
        """Accept the newest revision of a trade. The copies of both sides move."""

        def step(record: trade_records.TradeRecord, side: int, now: Milliseconds) -> Planned | None:
            if record.stage is TradeStage.DONE and (record.revision, record.by) == (message.revision, 1 - side):
                return None
            trade_records.check_revision(record, message.revision, now)
            if record.by == side:
                text = Text("You made this revision yourself: the other player has to accept it.")
                raise CommandRefused(RefusalCode.OWN_REVISION, text, "$.revision")
            posting = Posting(movement=record.movement, releases=_releases(record), where="$.trade")
            return Planned(after=trade_records.ended(record, TradeStage.DONE, now), posting=posting)

        return await self._changed(player, message.trade, step)

    async def cancel(self, player: PlayerId, trade: TradeId) -> Trade:
        """Cancel a trade. No copies move."""

        def step(record: trade_records.TradeRecord, side: int, now: Milliseconds) -> Planned | None:
            if record.stage is TradeStage.CANCELLED and record.cancelled_by == record.players[side]:
                return None
            trade_records.check_open(record, now)
            after = trade_records.ended(record, TradeStage.CANCELLED, now, record.players[side])
            return Planned(after=after, posting=Posting(releases=_releases(record)), meets=False)

        return await self._changed(player, trade, step)

    async def keep_apart(self, player: PlayerId, other: PlayerId) -> None:
        """Cancel the open trades between a player and another one whom the player now avoids, including those of the
        player's bots. Both are notified as of any cancelled trade."""
        (account,) = await ACCOUNTS.read(self._documents, [player])
        mine = [player, *(() if account is None else account.bots)]
        traders = await trade_records.TRADERS.read(self._documents, mine)
        for own, trader in zip(mine, traders, strict=True):
            for id_, each in (trader or trade_records.TraderRecord()).at(self._ledger.now).open.items():
                if other in (each.other, each.owner):
                    with contextlib.suppress(CommandRefused):  # then it has ended meanwhile
                        await self.cancel(own, id_)

    async def get(self, player: PlayerId, trade: TradeId) -> Trade:
        """Return one of a player's own trades."""
        (record,) = await trade_records.TRADES.read(self._documents, [trade])
        if record is None or record.side_of(player) is None:
            raise trade_records.unknown_trade()
        return (await self.all_shown([record]))[0]

    async def listed(self, player: PlayerId, before: Milliseconds | None = None) -> Trades:
        """Return the open trades of a player, and those that have ended, or those that ended before the time
        `before`."""
        now = self._ledger.now
        high = now if before is None else min(now, before - 1)
        most = PAGE + MOST_EQUAL + 1
        (trader,), done, dropped = await asyncio.gather(
            trade_records.TRADERS.read(self._documents, [player]),
            self._documents.listed(_done_by(player), most=most, high=high, highest_first=True),
            self._documents.listed(
                _dropped_by(player),
                most=most,
                low=now - trade_records.DAYS_KEPT * trade_records.DAY,
                high=high,
                highest_first=True,
            ),
        )
        found = sorted([*done, *dropped], key=lambda each: (-each[1], each[0]))
        page = [each for number, each in enumerate(found) if number < PAGE or each[1] == found[PAGE - 1][1]]
        last = None if len(page) == len(found) else Milliseconds(int(page[-1][1]))
        open_now = list((trader or trade_records.TraderRecord()).at(now).open)
        records = await trade_records.TRADES.read(self._documents, [*open_now, *(TradeId(name) for name, _ in page)])
        shown = await self.all_shown([record for record in records if record is not None])
        going, over = (
            sorted((each for each in shown if (each.id in open_now) is is_open), key=lambda each: -each.changed_at)
            for is_open in (True, False)
        )
        return Trades(open=tuple(going), ended=tuple(over), before=last, now=now)

    async def all_of(self, player: PlayerId, most: int | None) -> tuple[Trade, ...]:
        """Return the open trades of a player, and the `most` newest ended ones, or all ended ones."""
        page = await self.listed(player)
        found = [*page.open, *page.ended]
        while page.before is not None and (most is None or len(found) < most):
            page = await self.listed(player, page.before)
            found += page.ended
        return tuple(found[:most])

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion of an account: its open trades are cancelled, and the copies that others
        have reserved for them are freed."""
        now = self._ledger.now
        (document,) = await self._documents.read([trade_records.TRADERS.key(player)])
        trader = trade_records.TRADERS.of(document)
        if trader is None:
            return ExtraWrites((Unchanged(trade_records.TRADERS.key(player), 0),))
        going = trader.at(now).open
        others = sorted({each.other for each in going.values()})
        keys = [
            *map(trade_records.TRADES.key, going),
            *map(trade_records.TRADERS.key, others),
            *map(ACCOUNTS.key, others),
        ]
        read = await self._documents.read(keys)
        trades, traders = read[: len(going)], dict(zip(others, read[len(going) :], strict=False))
        accounts = map(ACCOUNTS.of, read[len(going) + len(others) :])
        known = {id_: shown_as(id_, account) for id_, account in zip(others, accounts, strict=True)}
        known[player] = shown_as(player, None)
        news: list[bytes] = []
        changes: list[Change | Unchanged] = [trade_records.TRADERS.drop(player, document)]
        indexed: list[IndexChange] = [IndexSweep(_done_by(player), float("inf"))]
        indexed.append(IndexSweep(_dropped_by(player), float("inf")))
        noted = {other: trade_records.TRADERS.of(traders[other]) or trade_records.TraderRecord() for other in others}
        releases: list[Release] = []
        for stored in trades:
            record = trade_records.TRADES.of(stored)
            if record is None or not record.is_open(now):
                continue
            (other,) = (each for each in record.players if each != player)
            after = trade_records.ended(record, TradeStage.CANCELLED, now)
            changes.append(trade_records.TRADES.put(record.id, stored, after, seconds_kept(after, now)))
            noted[other] = noted[other].after(after, other, now)
            indexed += _indexed(after, other, now)
            news.append(notification(TradeNews(after.shown(known, now))))
            releases += [each for each in _releases(record) if each.player != player]
        changes += [trade_records.TRADERS.put(other, traders[other], noted[other]) for other in others]
        freed = await self._ledger.prepared(Posting(releases=tuple(releases)))
        return ExtraWrites(tuple(changes), tuple(indexed), tuple(news)).plus(freed)

    # How a trade changes

    async def _changed(self, player: PlayerId, trade: TradeId, step: Step) -> Trade:
        """Apply a step to a trade, and try again if the trade changes meanwhile."""

        async def attempt() -> Trade:
            (document,) = await self._documents.read([trade_records.TRADES.key(trade)])
            record, now = trade_records.TRADES.of(document), self._ledger.now
            side = None if record is None else record.side_of(player)
            if record is None or side is None:
                raise trade_records.unknown_trade()
            planned = step(record, side, now)
            if planned is None:
                return (await self.all_shown([record]))[0]

            def decide(stored: list[Document | None]) -> Commit[Trade]:
                if seen(stored[0]) != seen(document):
                    raise _ChangedMeanwhileError
                accounts = [ACCOUNTS.of(each) for each in stored[3:5]]
                if planned.meets:
                    parties = _parties(record, stored)
                    mine, theirs = parties[side], parties[1 - side]
                    check_pair(mine, theirs, self.settings, now)
                    if theirs.avoids(mine):
                        raise _AvoidedError
                return self._committed(planned.after, stored, accounts, now)

            try:
                return await self._posted(planned.after, planned.posting, decide)
            except _ChangedMeanwhileError as error:
                raise Conflict("the trade was changed meanwhile") from error

        try:
            return await again(attempt)
        except _AvoidedError:
            return await self._end_as_avoided(player, trade, step)

    async def _end_as_avoided(self, player: PlayerId, trade: TradeId, step: Step) -> Trade:
        """End a trade with a player who now avoids the caller, and answer as if the trade had been cancelled before.
        This covers a trade that `keep_apart` has not reached yet."""
        (record,) = await trade_records.TRADES.read(self._documents, [trade])
        side = None if record is None else record.side_of(player)
        if record is not None and side is not None:
            try:
                await self.cancel(record.players[1 - side], trade)
            except CommandRefused as refused:
                if refused.code is RefusalCode.UNAVAILABLE:
                    raise
                # else it has ended meanwhile
        return await self._changed(player, trade, step)

    async def _owners(self, *players: PlayerId) -> tuple[PlayerId | None, PlayerId | None]:
        """Return the owners of these two players if they are bots. If neither is a bot, nothing is read."""
        bots = [player for player in players if player.startswith(BOT)]
        accounts = await ACCOUNTS.read(self._documents, bots) if bots else []
        owners = {id_: account.owner for id_, account in zip(bots, accounts, strict=True) if account is not None}
        first, second = (owners.get(player) for player in players)
        return first, second

    async def _posted(
        self,
        record: trade_records.TradeRecord,
        posting: Posting,
        decide: Callable[[list[Document | None]], Commit[Trade]],
        judge: Callable[[list[Document | None]], None] = no_more,
        beside: Sequence[Key] = (),
    ) -> Trade:
        """Commit a change of a trade. `beside` are keys of further documents, which `decide` gets after its own."""
        owners = [owner for owner in record.owners if owner is not None]
        parties = [
            *map(trade_records.TRADERS.key, record.players),
            *map(ACCOUNTS.key, record.players),
            *map(ACCOUNTS.key, owners),
        ]
        keys = [trade_records.TRADES.key(record.id), *parties, *beside]
        try:
            posted = await self._ledger.post(posting, keys, decide, judge)
        except CommandRefused as refused:
            if refused.code is RefusalCode.REF_REUSED and refused.where == "$.ref" and posting.movement is not None:
                raise _ChangedMeanwhileError from refused  # by another revision
            raise
        if posted.answer is None:
            raise _ChangedMeanwhileError
        return posted.answer

    def _committed(
        self,
        after: trade_records.TradeRecord,
        stored: Sequence[Document | None],
        accounts: Sequence[AccountRecord | None],
        now: Milliseconds,
    ) -> Commit[Trade]:
        """Return the store writes for the new state of a trade. `stored` are the documents that `_posted` has read."""
        changes: list[Change | Unchanged] = [
            trade_records.TRADES.put(after.id, stored[0], after, seconds_kept(after, now))
        ]
        indexed: list[IndexChange] = []
        for player, trader, owner in zip(after.players, stored[1:3], stored[3:5], strict=True):
            noted = (trade_records.TRADERS.of(trader) or trade_records.TraderRecord()).after(after, player, now)
            changes.append(trade_records.TRADERS.put(player, trader, noted))
            changes.append(Unchanged(ACCOUNTS.key(player), seen(owner)))
            indexed += _indexed(after, player, now)
        for whose, read in zip(filter(None, after.owners), stored[5:], strict=True):
            if whose not in after.players:
                changes.append(Unchanged(ACCOUNTS.key(whose), seen(read)))
        if after.stage is TradeStage.DONE:
            indexed.append(IndexEntry(DONE, after.id, now))
        trade = after.shown(_known(after, accounts), now)
        return Commit(trade, changes, indexed, notification(TradeNews(trade)))

    async def all_shown(self, records: Sequence[trade_records.TradeRecord]) -> list[Trade]:
        """Return trades as their players see them, with the players' current names."""
        ids = list(dict.fromkeys(player for record in records for player in record.players))
        accounts = await ACCOUNTS.read(self._documents, ids) if ids else []
        known = {id_: shown_as(id_, account) for id_, account in zip(ids, accounts, strict=True)}
        now = self._ledger.now
        return [record.shown(known, now) for record in records]


def _parties(record: trade_records.TradeRecord, stored: Sequence[Document | None]) -> tuple[Party, Party]:
    """Return the two parties of a trade; `stored` are the documents that `_posted` has read."""
    owners = iter(map(ACCOUNTS.of, stored[5:]))
    first, second = (
        Party(player, ACCOUNTS.of(document), None if owner is None else next(owners))
        for player, document, owner in zip(record.players, stored[3:5], record.owners, strict=True)
    )
    return first, second


class _AvoidedError(Exception):
    """Error: the other player of a trade avoids the player who answers."""


class _DoneBeforeError(Exception):
    """Error: the same trade command has been carried out before."""

    def __init__(self, trade: Trade) -> None:
        self.trade = trade


class _ChangedMeanwhileError(Exception):
    """Error: another player or process has changed the trade between two readings."""


def _known(record: trade_records.TradeRecord, accounts: Sequence[AccountRecord | None]) -> Mapping[PlayerId, Player]:
    return {id_: shown_as(id_, account) for id_, account in zip(record.players, accounts, strict=True)}


def _releases(record: trade_records.TradeRecord) -> tuple[Release, ...]:
    """Return the releases of all copies that are reserved for a trade."""
    return () if record.hold is None else (Release(record.hold.player, trade_records.hold_of(record.id)),)


def seconds_kept(record: trade_records.TradeRecord, now: Milliseconds) -> int | None:
    """Return for how many seconds a trade is stored from now; `None`, for ever, if it was completed."""
    match record.stage:
        case TradeStage.DONE:
            return None
        case TradeStage.CANCELLED:
            ends = record.changed_at
        case _:
            ends = record.expires_at
    return (ends - now + trade_records.DAYS_KEPT * trade_records.DAY) // 1000


def _indexed(record: trade_records.TradeRecord, player: PlayerId, now: Milliseconds) -> list[IndexChange]:
    """Return the index changes for a player's trade: it is listed by the time at which it was completed or cancelled,
    or at which it expires."""
    ends = record.changed_at if record.stage is TradeStage.CANCELLED else record.expires_at
    is_done = record.stage is TradeStage.DONE
    listed: list[IndexChange] = [IndexEntry(_dropped_by(player), record.id, None if is_done else ends)]
    if is_done:
        listed.append(IndexEntry(_done_by(player), record.id, record.changed_at))
    return [*listed, IndexSweep(_dropped_by(player), now - trade_records.DAYS_KEPT * trade_records.DAY)]


def _done_by(player: PlayerId) -> str:
    return f"{DONE}:{player}"


def _dropped_by(player: PlayerId) -> str:
    return f"dropped_trades:{player}"
