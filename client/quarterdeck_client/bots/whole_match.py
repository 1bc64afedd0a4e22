"""Complete matches between bots. Each seat is a client of its own, and a check compares the end that they all saw."""

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

import msgspec
from quarterdeck_protocol.messages import Result

from quarterdeck_client.bots.first_connection import connected
from quarterdeck_client.bots.random_bot import RandomBot
from quarterdeck_client.errors import ClientError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.phrases import PhraseBook, Phrases, names_of

NAMES = (
    *("Ann", "Ben", "Cleo", "Dan", "Edda", "Finn", "Gwen", "Hal"),
    *("Ida", "Jon", "Kim", "Lea", "Max", "Nora", "Otto", "Pia"),
)
"""Names of the bots, by seat: as many as the largest match has seats."""

Notify = Callable[[str], None]


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the matches between bots: the server, the game, and its seats and decks."""

    url: str
    game: str
    seats: int | None
    seed: str
    patience: float
    decks: tuple[str, ...] = ()
    """The decks of the seats, repeated in this order. If empty, the server chooses the decks."""

    def deck_of(self, seat: int) -> str | None:
        return self.decks[seat % len(self.decks)] if self.decks else None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of one match between bots."""

    id: str | None
    """The id of the match; `None` if the match did not begin."""

    game: str
    seats: int
    result: Result | None
    actions: int
    """Number of actions that the bots took."""

    seconds: float
    players: tuple[str, ...]
    """The names of the players, by seat."""

    error: str | None = None
    """A sentence about the fault of the match; `None` if it ended correctly."""


class _Sat:
    """One seat of a match between bots, and the bot that plays there."""

    def __init__(self, seed: str) -> None:
        self.entropy = random.Random(f"{seed} entropy").randbytes(16).hex()  # noqa: S311 - only one share of it
        self.bot = RandomBot(seed)
        self.seated: FollowedMatch | None = None

    async def play(self, seated: FollowedMatch) -> None:
        self.seated = seated
        await self.bot.play(seated)


async def play_whole_match(orders: Orders, number: int, phrases: Phrases, notify: Notify | None) -> Played:
    """Play one match to its end, and call `notify` with its events as sentences. Never raises: errors are part of the
    outcome."""
    seats = orders.seats or 2
    sats = [_Sat(f"{orders.seed} {number} {seat}") for seat in range(seats)]
    began = time.monotonic()
    error: str | None = None
    try:
        await _play(orders, sats, phrases, notify)
        error = _disagreement([sat.seated for sat in sats if sat.seated is not None], seats)
    except* ClientError as errors:
        error = "; ".join(dict.fromkeys(str(each) for each in _leaves(errors)))
    first = sats[0].seated
    result = None if first is None else first.result
    return Played(
        id=None if first is None else first.match,
        players=NAMES[:seats],
        game=orders.game,
        seats=seats,
        result=result,
        actions=sum(sat.bot.actions for sat in sats),
        seconds=round(time.monotonic() - began, 3),
        error=error,
    )


async def _play(orders: Orders, sats: list[_Sat], phrases: Phrases, notify: Notify | None) -> None:
    async with AsyncExitStack() as stack:
        clients = [await connected(stack, orders.url, orders.patience, name) for name in NAMES[: len(sats)]]
        table = await clients[0].tables.open(orders.game, seats=len(sats), deck=orders.deck_of(0))
        for seat, client in enumerate(clients[1:], 1):
            await client.tables.sit(table.id, deck=orders.deck_of(seat))
        async with asyncio.TaskGroup() as group:
            begun = [
                group.create_task(client.begin(table.id, sat.entropy))
                for client, sat in zip(clients, sats, strict=True)
            ]
        async with asyncio.TaskGroup() as group:
            for sat, each in zip(sats, begun, strict=True):
                group.create_task(sat.play(each.result()))
            if notify is not None:
                group.create_task(_narrate(begun[0].result(), phrases, notify))


async def _narrate(seated: FollowedMatch, phrases: Phrases, notify: Notify) -> None:
    phrasing = PhraseBook(phrases, _names(seated))
    async for update in seated.raw_updates():
        for event in update.events:
            notify(phrasing.event(event))


def _disagreement(seated: list[FollowedMatch], seats: int) -> str | None:
    """Return a sentence if the seats saw different ends of the match, or its result is not valid; otherwise `None`."""
    ends = {(each.latest.epoch, each.latest.version, each.latest.link, each.result) for each in seated}
    if len(ends) != 1:
        return "the bots saw different ends of the match"
    result = seated[0].result
    if result is None:
        return "it ended without a result"
    if len(result.places) != seats:
        return f"the result has {len(result.places)} places for {seats} seats"
    return None


def _names(seated: FollowedMatch) -> tuple[str, ...]:
    return names_of(seated.latest.players)


def _leaves(errors: BaseExceptionGroup[ClientError]) -> list[BaseException]:
    return [
        leaf
        for each in errors.exceptions
        for leaf in (_leaves(each) if isinstance(each, BaseExceptionGroup) else [each])
    ]
