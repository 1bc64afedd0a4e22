"""Records of trades and their transitions. Pure: `trades.py` stores them, and the ledger moves and holds the copies.

The maker of the newest revision has accepted it, and the copies that the maker would give are held. So nobody can block
another player's copies by asking for them, and an accepted trade can move.
"""

import hashlib
from collections.abc import Mapping, Sequence

import msgspec
from quarterdeck_protocol.lobby.collection.trades import Trade, TradedCard, TradeId, TradeSide, TradeStage
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.holdings import Hold, HoldId, HoldKind
from quarterdeck_server.lobby.collection.movements import Cause, Copies, Face, Movement, MovementId, exchange, parts_of
from quarterdeck_server.lobby.collections import Collection

HOUR = 60 * 60 * 1000
DAY = 24 * HOUR
DAYS_KEPT = 90
"""Days that a trade without a result is kept. A finished trade is kept for ever, like its movement."""

Given = tuple[tuple[Face, int], ...]
"""The copies that one of the two gives, in the order of their faces."""


class TradeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The host's settings for trades."""

    most_open: int = 20
    """Limit of one player's offers that wait for others' answers, and of offers that wait for the player's own; 0
    switches trading off."""

    lasts: Milliseconds = Milliseconds(3 * DAY)
    """Time for which a revision can be accepted."""

    age: Milliseconds = Milliseconds(DAY)
    """Required age of both accounts."""


class TradeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a trade."""

    id: TradeId
    players: tuple[PlayerId, PlayerId]
    """The first offerer, and the other player."""

    gives: tuple[Given, Given]
    """The copies that each player gives, according to the newest revision of the trade."""

    revision: int
    by: int
    """The maker of the newest revision: 0 or 1."""

    stage: TradeStage
    order: str
    """The mark of the offering command, so that the same `ref` cannot name two trades."""

    opened_at: Milliseconds
    changed_at: Milliseconds
    expires_at: Milliseconds
    cancelled_by: PlayerId | None = None
    owners: tuple[PlayerId | None, PlayerId | None] = (None, None)
    """The owners of the two, if they are bots; else `None`."""

    def is_open(self, now: Milliseconds) -> bool:
        """True if the trade can still change."""
        return self.stage in (TradeStage.OPEN, TradeStage.FROZEN) and now < self.expires_at

    def side_of(self, player: PlayerId) -> int | None:
        """Return the side of a player: 0, 1 or `None`."""
        return self.players.index(player) if player in self.players else None

    @property
    def hold(self) -> Hold | None:
        """The copies held while the newest revision waits; `None` if its maker gives nothing."""
        if not self.gives[self.by]:
            return None
        return Hold(
            id=hold_of(self.id),
            player=self.players[self.by],
            kind=HoldKind.OFFER,
            copies=dict(self.gives[self.by]),
            until=self.expires_at,
        )

    @property
    def movement(self) -> Movement:
        """The ledger movement for the newest revision of a trade, when both have accepted it."""
        (one, other), (gives, returns) = self.players, self.gives
        return exchange(movement_of(self.id), Cause.TRADE, one, dict(gives), other, dict(returns), of=self.id)

    def shown(self, players: Mapping[PlayerId, Player], now: Milliseconds) -> Trade:
        """Return this trade as both players see it."""
        has_expired = self.stage in (TradeStage.OPEN, TradeStage.FROZEN) and now >= self.expires_at
        one, other = (
            TradeSide(
                player=players[player],
                gives=_shown(self.gives[number]),
                has_accepted=number == self.by or self.stage is TradeStage.DONE,
            )
            for number, player in enumerate(self.players)
        )
        return Trade(
            id=self.id,
            revision=self.revision,
            stage=TradeStage.EXPIRED if has_expired else self.stage,
            sides=(one, other),
            opened_at=self.opened_at,
            changed_at=self.expires_at if has_expired else self.changed_at,
            expires_at=self.expires_at,
            cancelled_by=self.cancelled_by,
        )


class OpenTrade(msgspec.Struct, frozen=True, array_like=True):
    """The record of an open trade in each participant's list of open trades."""

    other: PlayerId
    expires_at: Milliseconds
    waits: bool | None = None
    """True if this player has to answer; `None` if an earlier version of the server stored this record."""

    owner: PlayerId | None = None
    """The owner of the other player, if the other player is a bot."""

    @property
    def person(self) -> PlayerId:
        """The person behind the other player: the owner if it is a bot."""
        return self.owner or self.other


class TraderRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a player's open trades."""

    open: dict[TradeId, OpenTrade] = msgspec.field(default_factory=dict)

    def at(self, now: Milliseconds) -> "TraderRecord":
        """Return the record of open trades without expired ones."""
        return TraderRecord(open={id_: each for id_, each in self.open.items() if now < each.expires_at})

    def after(self, trade: TradeRecord, player: PlayerId, now: Milliseconds) -> "TraderRecord":
        """Return this record after one of the player's trades has changed to `trade`."""
        rest = {id_: each for id_, each in self.at(now).open.items() if id_ != trade.id}
        if not trade.is_open(now):
            return TraderRecord(open=rest)
        side = trade.players.index(player)
        noted = OpenTrade(trade.players[1 - side], trade.expires_at, trade.by != side, trade.owners[1 - side])
        return TraderRecord(open={**rest, trade.id: noted})

    def count_with(self, other: PlayerId) -> int:
        """Return the number of open trades with one other player."""
        return sum(each.other == other for each in self.open.values())

    def count_waiting_from(self, person: PlayerId) -> int:
        """Return the number of offers from a person, including their bots', that wait for this player's answer."""
        return sum(each.waits is True and each.person == person for each in self.open.values())


TRADES = Collection("trade", TradeRecord)
TRADERS = Collection("trader", TraderRecord)


def movement_of(trade: TradeId) -> MovementId:
    """Return the id of the ledger movement of a trade."""
    return MovementId(f"trade:{trade}")


def hold_of(trade: TradeId) -> HoldId:
    """Return the id of a trade's hold (the reservation of its copies), the same for both players."""
    return HoldId(f"trade:{trade}")


def mark_of(other: PlayerId, gives: Given, takes: Given) -> str:
    """Return a short text that is equal for equal offers."""
    return hashlib.sha256(msgspec.json.encode([other, gives, takes])).hexdigest()[:20]


def offered(
    id_: TradeId,
    player: PlayerId,
    other: PlayerId,
    gives: Given,
    takes: Given,
    now: Milliseconds,
    lasts: Milliseconds,
    owners: tuple[PlayerId | None, PlayerId | None] = (None, None),
) -> TradeRecord:
    """Return the record of a newly offered trade."""
    return TradeRecord(
        id=id_,
        players=(player, other),
        gives=(gives, takes),
        revision=1,
        by=0,
        stage=TradeStage.OPEN,
        order=mark_of(other, gives, takes),
        opened_at=now,
        changed_at=now,
        expires_at=Milliseconds(now + lasts),
        owners=owners,
    )


def countered(
    record: TradeRecord, side: int, gives: Given, takes: Given, now: Milliseconds, lasts: Milliseconds
) -> TradeRecord:
    """Return the trade with a new revision made by this side."""
    return msgspec.structs.replace(
        record,
        gives=_of_sides(side, gives, takes),
        revision=record.revision + 1,
        by=side,
        changed_at=now,
        expires_at=Milliseconds(now + lasts),
    )


def is_counter_again(record: TradeRecord, side: int, revision: int, gives: Given, takes: Given) -> bool:
    """True if the newest revision is this side's counter-offer to `revision`, because the command is a repetition."""
    return (record.revision, record.by, record.gives) == (revision + 1, side, _of_sides(side, gives, takes))


def ended(record: TradeRecord, stage: TradeStage, now: Milliseconds, by: PlayerId | None = None) -> TradeRecord:
    """Return a finished or cancelled trade. `by` is the player that cancelled it, or `None` if an account is gone."""
    return msgspec.structs.replace(record, stage=stage, changed_at=now, cancelled_by=by)


def check_open(record: TradeRecord, now: Milliseconds) -> None:
    """Raise `CommandRefused` if a trade cannot change any more."""
    match record.stage:
        case TradeStage.DONE:
            text = Text("This trade is complete: the cards have moved.")
            raise CommandRefused(RefusalCode.TRADE_OVER, text, "$.trade")
        case TradeStage.CANCELLED:
            text = Text("This trade was cancelled; no cards have moved.")
            raise CommandRefused(RefusalCode.TRADE_OVER, text, "$.trade")
        case _ if not record.is_open(now):
            text = Text("This trade has expired; no cards have moved.")
            raise CommandRefused(RefusalCode.TRADE_EXPIRED, text, "$.trade")
        case _:
            pass


def check_revision(record: TradeRecord, revision: int, now: Milliseconds) -> None:
    """Raise `CommandRefused` if a trade cannot be answered, or this is not its newest revision."""
    check_open(record, now)
    if record.stage is TradeStage.FROZEN:
        text = Text("A moderator is reviewing this trade: it cannot be accepted or countered for now.")
        raise CommandRefused(RefusalCode.TRADE_FROZEN, text, "$.trade")
    if revision != record.revision:
        text = Text(
            "The newest revision of this trade is {newest}, not {revision}: read it first.",
            newest=record.revision,
            revision=revision,
        )
        raise CommandRefused(RefusalCode.STALE_TRADE, text, "$.revision")


def unknown_trade() -> CommandRefused:
    """Return the refusal for a trade that does not exist or belongs to others."""
    return CommandRefused(
        RefusalCode.UNKNOWN_TRADE, Text("You have no such trade, or it is no longer kept."), "$.trade"
    )


def in_order(copies: Copies) -> Given:
    """Return copies in the order in which a trade stores them."""
    return tuple(sorted(copies.items()))


def _of_sides(side: int, gives: Given, takes: Given) -> tuple[Given, Given]:
    return (takes, gives) if side else (gives, takes)


def _shown(given: Sequence[tuple[Face, int]]) -> tuple[TradedCard, ...]:
    return tuple(
        TradedCard(game=game, card=card, count=count)
        for (game, card), count in ((parts_of(face), count) for face, count in given)
    )
