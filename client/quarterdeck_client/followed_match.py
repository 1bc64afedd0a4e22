"""A match that a client follows from the player's seat or as a spectator. The module contains no rules: it stores the
latest updates of the server."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import UNSET, Raw
from quarterdeck_protocol.lobby.standings import GetHistory, History, Played, Rated
from quarterdeck_protocol.messages import Act, Outlook, RawUpdate, Resign, Result, Rewound, Update, WatchMatch
from quarterdeck_protocol.names import Epoch, MatchId, Seat, Version
from quarterdeck_protocol.open_choices import with_complete_choices
from quarterdeck_protocol.recess import Recess, RecessMatch, RecessStep
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.undo import AnswerUndo, AskUndo, Undo, UndoAnswer

from quarterdeck_client.deprecated_names import deprecated
from quarterdeck_client.errors import ClientError, ForkedError, RefusedError, UsageError
from quarterdeck_client.game_types import TypedUpdate, as_json, types_of
from quarterdeck_client.transport.answers import Ask, answered
from quarterdeck_client.verification.links import Links

MOST_UPDATES_WAITING = 256
"""Number of updates kept for a slow reader. Older ones are dropped: each update holds the complete state."""

Order = tuple[Epoch, Version]
"""Sort key of updates: the newer update is greater. After the server's store has lost entries, versions begin lower in
a higher epoch."""

NEVER: Order = (Epoch(0), Version(-1))

PASSED = frozenset({RefusalCode.STALE, RefusalCode.NOT_YOUR_TURN, RefusalCode.MATCH_OVER})


def order_of(update: RawUpdate) -> Order:
    """Return the key by which updates of a match are ordered: epoch and version."""
    return update.epoch, update.version


def through_in(update: RawUpdate) -> Seat | None:
    """Return the seat whose view a spectator gets in an update; `None` if no seat's."""
    return None if update.through is UNSET else update.through


def typed(update: RawUpdate) -> TypedUpdate:
    """Return an update with its events, view and choices decoded into structs of the game."""
    return types_of(update.game).update(update)


def _rated_by(played: Played, seat: Seat) -> Rated:
    """Return the `rated` message of a match, rebuilt from the player's history."""
    own = played.seats[seat]
    return Rated(
        match=played.match,
        game=played.game,
        place=own.place,
        before=own.before,
        after=own.after,
        unrated=played.unrated,
        rewound=played.rewound,
        among=played.among,
    )


class Turn:
    """A decision of the player: the server asks the seat for an action, and `choices` has the legal ones."""

    def __init__(self, seated: "FollowedMatch", update: RawUpdate) -> None:
        self._seated = seated
        self._raw = update

    @cached_property
    def choices(self) -> Sequence[Any]:
        """The legal actions, at least one. Each is a complete action as a struct of the game."""
        return tuple(map(types_of(self._raw.game).action, self._raw.choices))

    @property
    def outlooks(self) -> Sequence[Outlook | None]:
        """The server's outlook for each choice; `None` where the server sent none."""
        return self._raw.outlooks or (None,) * len(self._raw.choices)

    @property
    def view(self) -> Any:
        """The state of the match as this seat sees it, as a struct of the game."""
        return self.update.view

    @cached_property
    def update(self) -> TypedUpdate:
        """The complete update of the server for this moment."""
        return typed(self._raw)

    def as_offered(self, choice: Any) -> Raw:
        """Return a choice as JSON, byte for byte as the server sent it. An action that is not among the choices is
        encoded as it is."""
        for offered, raw in zip(self.choices, self._raw.choices, strict=True):
            if choice is offered:
                return raw
        return next(
            (raw for offered, raw in zip(self.choices, self._raw.choices, strict=True) if choice == offered),
            as_json(choice),
        )

    async def act(self, action: Any) -> bool:
        """Send one of the choices, or another action of the game, and return true if the server applied it. False means
        that it came too late: time ran out, or another seat acted first. Raises `RefusedError` for an illegal action,
        and `LostError`."""
        try:
            offered = self.as_offered(action)
        except BaseException:
            self._seated.ask_again()
            raise
        return await self._seated.act(offered, self._raw.version, self._raw.epoch)


class FollowedMatch:
    """A match that this client follows."""

    def __init__(self, ask: Ask, first: RawUpdate, links: Links | None = None) -> None:
        """Make a followed match from its first update. Raises `ForkedError` if the first update contradicts the links
        received earlier."""
        self._ask = ask
        self.links = Links() if links is None else links
        """The received chain links: one for each version of the match."""

        self.links.note(first)
        self.raw_latest = first = with_complete_choices(first)
        self._waiting: deque[RawUpdate] = deque([first], maxlen=MOST_UPDATES_WAITING)
        self._latest: tuple[RawUpdate, TypedUpdate] | None = None
        self._news = asyncio.Event()
        self._news.set()
        self.rewinds: list[Rewound] = []
        """The server's messages about lost entries of its store, the newest last. A loss is no fraud. Links that the
        player recorded after `version` are void."""

        self._is_rewound = False
        """True after the server's message about a loss, until the next update of the match."""

        self._rated: Rated | None = None
        self._rated_news = asyncio.Event()
        self._is_rated_missed = first.result is not None
        """True if the server may have sent the rating change before this client could receive it."""

        self._lost: ClientError | None = None
        self._acted_at: Order = NEVER

    @property
    def match(self) -> MatchId:
        """The id of the match; it never changes."""
        return self.raw_latest.match

    @property
    def seat(self) -> Seat | None:
        """The player's own seat; `None` for a spectator."""
        return self.raw_latest.seat

    @property
    def through(self) -> Seat | None:
        """The seat whose view a spectator gets; `None` if no seat's."""
        return through_in(self.raw_latest)

    @property
    def result(self) -> Result | None:
        """The result of the match; `None` until it has ended."""
        return self.raw_latest.result

    @property
    def latest(self) -> TypedUpdate:
        """The newest update."""
        if self._latest is None or self._latest[0] is not self.raw_latest:
            self._latest = self.raw_latest, typed(self.raw_latest)
        return self._latest[1]

    async def updates(self) -> AsyncIterator[TypedUpdate]:
        """Yield each update that no reader has received yet, until the match has ended. Raises `LostError`,
        `GoneError`, `ForkedError`."""
        async for update in self.raw_updates():
            yield typed(update)

    async def raw_updates(self) -> AsyncIterator[RawUpdate]:
        """Yield the same updates as `updates`, with events, view and choices as raw JSON."""
        while True:
            while self._waiting:
                update = self._waiting.popleft()
                yield update
                if update.result is not None:
                    return
            await self._next()

    async def turns(self) -> AsyncIterator[Turn]:
        """Yield a `Turn` whenever the seat is asked for an action, until the match has ended. A turn comes again if
        acting on it failed, and in a second loop while the server still waits for this action.

        Raises `LostError`, `GoneError`, `ForkedError`.
        """
        self.ask_again()
        while self.raw_latest.result is None:
            if self.raw_latest.choices and order_of(self.raw_latest) > self._acted_at:
                self._acted_at = order_of(self.raw_latest)
                yield Turn(self, self.raw_latest)
            else:
                await self._next()

    def ask_again(self) -> None:
        """Let `turns` yield the player's present decision again."""
        self._acted_at = NEVER

    async def act(self, action: Any, seen: Version, epoch: Epoch | None = None) -> bool:
        """Send one of the choices of the update with version `seen` in this epoch, and return true if the server
        applied it."""
        try:
            command = Act(match=self.match, seen=seen, epoch=epoch, action=as_json(action, "$.action"))
            await answered(self._ask, command, Update)
        except RefusedError as refused:
            if refused.code in PASSED:
                return False
            self.ask_again()
            raise
        except BaseException:
            self.ask_again()
            raise
        if isinstance(self._lost, ForkedError):
            raise self._lost
        return True

    async def view_as(self, seat: Seat | None) -> None:
        """Switch a spectator to the view of a seat, or back to the spectators' own view with `None`. Raises
        `RefusedError` with `not_agreed` unless all players have agreed to that, and `LostError`."""
        latest = self.raw_latest
        command = WatchMatch(match=self.match, since=latest.version, link=latest.link, seat=seat)
        await answered(self._ask, command, Update)

    async def look_through(self, seat: Seat | None) -> None:
        """Deprecated since 0.2.0: use `view_as`."""
        deprecated("look_through", "view_as")
        await self.view_as(seat)

    async def resign(self) -> None:
        """Resign from the match for good. Raises `RefusedError`, `LostError`."""
        await answered(self._ask, Resign(match=self.match), Update)

    @property
    def recess(self) -> Recess | None:
        """The recess in which all clocks stand, or the request for one; `None` if there is none."""
        return self.raw_latest.recess or None

    async def recess_match(self, step: RecessStep) -> None:
        """Ask for a recess, answer the request of another player, or resume. Raises `RefusedError`, `LostError`."""
        await answered(self._ask, RecessMatch(match=self.match, step=step), Update)

    @property
    def undo(self) -> Undo | None:
        """The request to take the last action back, or the player's possibility to ask; `None` if there is none."""
        return self.raw_latest.undo or None

    async def ask_undo(self) -> None:
        """Ask the other players to take back the last action, which is the player's own. Raises `RefusedError`,
        `LostError`, and `UsageError` if `undo` is `None`."""
        await answered(self._ask, AskUndo(match=self.match, action=self._undo_action()), Update)

    async def answer_undo(self, *, agree: bool) -> None:
        """Answer the request of another player to take the last action back. Raises the errors of `ask_undo`."""
        answer = UndoAnswer.AGREE if agree else UndoAnswer.DECLINE
        await answered(self._ask, AnswerUndo(match=self.match, action=self._undo_action(), answer=answer), Update)

    def _undo_action(self) -> Version:
        if self.undo is None:
            raise UsageError("no action can be taken back now")
        return self.undo.action

    async def rated(self) -> Rated:
        """Wait for the change of the player's rating by this match, or for the reason why there is none, and return it.
        The server sends it to the players after the match has ended. If the connection was down at that time, the
        client reads it from the player's match history.

        Raises `RefusedError`, `LostError`, `GoneError`, and `UsageError` for a spectator.
        """
        if self.seat is None:
            raise UsageError("only players of a match receive its rating change")
        while self._rated is None:
            if self._is_rated_missed:
                await self._read_rated(self.seat)
            elif self._lost is not None:
                raise self._lost
            else:
                self._rated_news.clear()
                await self._rated_news.wait()
        return self._rated

    def receive_rated(self, rated: Rated) -> None:
        """Handle the message with the rating change."""
        self._rated = rated
        self._rated_news.set()

    async def _read_rated(self, seat: Seat) -> None:
        """Look up the rating change among the player's newest matches. If the match is not there, this connection will
        still receive the message: the server registers the connection for the player's messages before it answers."""
        self._is_rated_missed = False
        try:
            newest = await answered(self._ask, GetHistory(), History)
        except BaseException:
            self._miss_rated()  # for other waiting callers
            raise
        found = next((played for played in newest.matches if played.match == self.match), None)
        if found is not None:
            self.receive_rated(_rated_by(found, seat))

    def _miss_rated(self) -> None:
        self._is_rated_missed = True
        self._rated_news.set()

    def receive(self, update: RawUpdate) -> None:
        """Handle an update. An update that is older than the latest one is dropped; that can come after a reconnect."""
        latest = self.raw_latest
        is_seen_anew = order_of(update) >= order_of(latest) and through_in(update) != through_in(latest)
        if self._is_of_this_match(update) and (is_seen_anew or order_of(update) > order_of(latest)):
            update = with_complete_choices(update)
            self.raw_latest = update
            self._waiting.append(update)
            self._news.set()

    def receive_rewound(self, rewound: Rewound) -> None:
        """Record that the server has lost a part of the match. The next update holds the present state."""
        self.rewinds.append(rewound)
        self.links.void(rewound.version)
        self._is_rewound = True

    def _is_of_this_match(self, update: RawUpdate) -> bool:
        """Record the hash-chain link of an update, and return true if the update belongs to this match. After two
        different links for one version, all further updates are rejected."""
        if isinstance(self._lost, ForkedError):
            return False
        if update.epoch < max([self.raw_latest.epoch, *(rewound.epoch for rewound in self.rewinds)]):
            return True  # it was sent before the store forgot: its link is void
        self._is_rewound = False
        try:
            self.links.note(update)
        except ForkedError as error:
            self.fail(error)
            return False
        return True

    def stand_at(self, update: RawUpdate) -> None:
        """Replace the state of the match by the one that the client requested after a reconnect. If the server has
        reported lost entries since, all recorded links are dropped: the reported version from which entries differ may
        be a guess."""
        if self._is_rewound:
            self.links.clear()
        if not self._is_of_this_match(update):
            return
        before = self.raw_latest
        if (order_of(update), update.link, through_in(update)) != (order_of(before), before.link, through_in(before)):
            update = with_complete_choices(update)
            self.raw_latest, self._acted_at = update, NEVER
            self._waiting.append(update)
            self._news.set()
        if update.result is not None and self._rated is None:
            self._miss_rated()

    def fail(self, error: ClientError) -> None:
        """Record that no more updates of the match will come."""
        self._lost = error
        self._news.set()
        self._rated_news.set()

    async def _next(self) -> None:
        if self._lost is not None:
            raise self._lost
        self._news.clear()
        await self._news.wait()
