"""A bot that uses quick match: it searches for opponents, accepts offers, and plays, again and again."""

import time
from collections.abc import Callable
from contextlib import AsyncExitStack

import msgspec
from quarterdeck_protocol.lobby.matchmaking import OfferStage, SoughtGame, TicketEnd
from quarterdeck_protocol.names import GameName

from quarterdeck_client.bots.first_connection import connected
from quarterdeck_client.bots.random_bot import RandomBot
from quarterdeck_client.bots.whole_match import NAMES, Orders, Played
from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError, GoneError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.lobby.search import Search
from quarterdeck_client.phrases import names_of


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """Terms of the matches that the bots search for. Only players with the same terms are matched. Times are in
    seconds."""

    time_limit: float = 30.0
    rated: bool = True
    bots_after: float = 10.0


async def seek_and_play(
    orders: Orders, sought: Sought, number: int, matches: int, became: Callable[[Played], None]
) -> None:
    """Let one bot play `matches` matches, and call `became` with the outcome of each. Never raises: errors are part of
    the outcome."""
    name = f"{NAMES[(number - 1) % len(NAMES)]} {(number - 1) // len(NAMES) + 1}"
    game = SoughtGame(game=GameName(orders.game), deck=orders.deck_of(number - 1))
    began = time.monotonic()
    try:
        async with AsyncExitStack() as stack:
            client = await connected(stack, orders.url, orders.patience, name)
            for match in range(matches):
                began = time.monotonic()
                seated = await _found(client, game, sought)
                await RandomBot(f"{orders.seed} {number} {match}").play(seated)
                became(_ended(orders, seated, time.monotonic() - began))
    except ClientError as error:
        became(_broken(orders, str(error), time.monotonic() - began))


async def _found(client: Client, game: SoughtGame, sought: Sought) -> FollowedMatch:
    """Search until a match has begun. If other players do not accept an offer, the bot waits for the next. Raises
    `GoneError` if the server could not start the match, because a retry would fail too."""
    while True:
        search = await client.seek(
            [game], time_limit=sought.time_limit, rated=sought.rated, bots_after=sought.bots_after
        )
        try:
            return await _accepted(search)
        except GoneError:
            if search.ended is TicketEnd.BROKEN:
                raise
            # The line was down while it was wanted: seek again.


async def _accepted(search: Search) -> FollowedMatch:
    async for _ in search:
        offer = search.offer
        if offer is not None and offer.stage is OfferStage.OPEN and not offer.has_accepted:
            await search.accept()
    return await search.begun()


def _ended(orders: Orders, seated: FollowedMatch, seconds: float) -> Played:
    return Played(
        id=seated.match,
        game=orders.game,
        seats=len(seated.latest.players),
        result=seated.result,
        actions=seated.latest.version - 1,  # of all seats
        seconds=round(seconds, 3),
        players=names_of(seated.latest.players),
    )


def _broken(orders: Orders, why: str, seconds: float) -> Played:
    return Played(
        id=None, game=orders.game, seats=0, result=None, actions=0, seconds=round(seconds, 3), players=(), error=why
    )
