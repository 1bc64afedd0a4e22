"""The matches that a client follows. Passes each message to its match, and subscribes again after a reconnect."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

from quarterdeck_protocol.lobby.standings import Rated
from quarterdeck_protocol.messages import (
    AnyFromServer,
    MatchUnwatched,
    RawUpdate,
    Rewound,
    UnwatchMatch,
    Update,
    WatchMatch,
)
from quarterdeck_protocol.names import MatchId, Ref, Seat, Version
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_client.errors import ClientError, ForkedError, GoneError, RefusedError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.transport.answers import Ask, answered
from quarterdeck_client.verification.notes import Notes

OnDelay = Callable[[float], Awaitable[None]]
"""A function that is called with the seconds until spectators can see the beginning of a match."""


class FollowedMatches:
    """The matches that a client follows, with the passing of messages to each."""

    def __init__(self, ask: Ask, fresh_ref: Callable[[], Ref], notes: Notes) -> None:
        self._ask = ask
        self._fresh_ref = fresh_ref
        self._notes = notes
        self._matches: dict[MatchId, FollowedMatch] = {}
        self._watching: set[Ref | None] = set()

    async def watch(self, match: MatchId, since: Version | None, seat: Seat | None = None) -> FollowedMatch:
        """Follow a match. With `seat`, a spectator gets the view of that seat. First unsubscribes from matches that
        have ended. Raises `ForkedError` if the match contradicts the links received earlier."""
        followed = self._matches.get(match)
        if followed is not None:
            if seat not in (None, followed.through):
                await followed.view_as(seat)
            return followed
        for ended in [each for each, other in self._matches.items() if other.result is not None]:
            await self.unwatch(ended)
        ref, known = self._fresh_ref(), self._notes.links(match)
        self._watching.add(ref)
        try:
            since = max(known, default=None) if since is None else since  # the store may have forgotten some of it
            link = None if since is None else known.get(since)
            command = WatchMatch(match=match, since=since, link=link, ref=ref, seat=seat)
            first = await answered(self._ask, command, Update)
        finally:
            self._watching.discard(ref)
        return self._matches.get(match) or self._add(first)

    async def watch_when_visible(
        self, match: MatchId, since: Version | None, on_delay: OnDelay, seat: Seat | None = None
    ) -> FollowedMatch:
        """Follow a match as `watch` does. If the spectator delay has not passed yet, calls `on_delay`, waits, and
        asks again."""
        while True:
            try:
                return await self.watch(match, since, seat)
            except RefusedError as refused:
                if refused.code is not RefusalCode.NOT_SHOWN_YET or refused.retry_in is None:
                    raise
                seconds = refused.retry_in / 1000
            await on_delay(seconds)
            await asyncio.sleep(seconds)

    def followed(self, match: MatchId) -> FollowedMatch | None:
        """Return a followed match, or `None` if the client does not follow it."""
        return self._matches.get(match)

    @property
    def is_playing(self) -> bool:
        """True if this player has a seat in a followed match that has not ended."""
        return any(each.seat is not None and each.result is None for each in self._matches.values())

    async def unwatch(self, match: MatchId) -> None:
        """Unsubscribe from a match."""
        self._matches.pop(match, None)
        try:
            await answered(self._ask, UnwatchMatch(match=match), MatchUnwatched)
        except RefusedError as refused:
            if refused.code is not RefusalCode.NOT_WATCHING:  # as after a reconnect
                raise

    def receive(self, message: AnyFromServer) -> None:
        """Handle any message of the server; messages that are not about matches are ignored."""
        match message:
            case Update():
                followed = self._matches.get(message.match)
                if followed is not None:
                    followed.receive(message)
                elif message.ref in self._watching:  # here: the next update may come before the caller goes on
                    with suppress(ForkedError):  # the caller gets it
                        self._add(message)
            case Rewound():
                if message.match in self._matches:
                    self._matches[message.match].receive_rewound(message)
                else:  # it is being asked for: where the histories part may be a guess
                    self._notes.links(message.match).clear()
            case MatchUnwatched(ref=None):  # the server cannot go on with it
                self.part(message.match, message.text)
            case Rated() if message.match in self._matches:
                self._matches[message.match].receive_rated(message)
            case _:
                pass

    def resume(self) -> Iterator[WatchMatch]:
        """Return the commands that subscribe to all matches again after a reconnect. Ended matches are included: a
        restored store may have lost their end."""
        for match, followed in self._matches.items():
            latest = followed.raw_latest
            yield WatchMatch(match=match, since=latest.version, link=latest.link, seat=followed.through)

    def stand_at(self, update: RawUpdate) -> None:
        """Replace the state of a match by the one received after a reconnect."""
        followed = self._matches.get(update.match)
        if followed is not None:
            followed.stand_at(update)

    def part(self, match: MatchId, why: str) -> None:
        """Stop following a match that the server does not have any more. Its readers get `GoneError`."""
        followed = self._matches.pop(match, None)
        if followed is not None:
            followed.fail(GoneError(why))

    def fail(self, error: ClientError) -> None:
        """Record that no more messages will come, and why."""
        for followed in self._matches.values():
            followed.fail(error)

    def _add(self, first: RawUpdate) -> FollowedMatch:
        links = self._notes.links(first.match)
        links.take_up(first)
        followed = FollowedMatch(self._ask, first, links)
        self._matches[first.match] = followed
        return followed
