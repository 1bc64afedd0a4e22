"""Arena matches in which an external program plays as a client on a running server.

The program has signed in with its own token, and plays at every table at which its account has a seat. The arena uses
the same token. It opens the tables, seats the program and bots of this project, and watches from the program's seat.
The server draws the cards, so such matches cannot be repeated. The choice of decks and seats is that of every arena.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from quarterdeck_client import Client
from quarterdeck_client.errors import ClientError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.tables import Access, TableStage
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Seat, TableId
from quarterdeck_protocol.sides import PlayerKind

from quarterdeck_server.evaluation.arena import Bout, Outcome, names_of_decks


class SilentProgramError(ClientError):
    """Error: an external program has let the time of its first decision run out, so it does not seem to be
    connected."""


class ExternalArena:
    """External programs that have signed in on one server, and the matches that they play there."""

    def __init__(self, programs: Mapping[str, Client], game: AnyGame, time_limit: float) -> None:
        self._programs = programs
        self._game = game
        self._time_limit = time_limit

    async def play(self, bout: Bout) -> Outcome:
        """Play one match between two seats, of which at least one belongs to an external program. Raises
        `SilentProgramError` and errors of the client. After an error or a cancellation, the programs resign the
        match."""
        contest = bout.contest
        names = [contest.other] * contest.seats
        names[bout.seat] = contest.bot
        decks: Sequence[str | None] = names_of_decks(self._game, contest.seats, bout) or [None] * len(names)
        first = next(name for name in names if name in self._programs)
        host = self._programs[first]
        table = await host.tables.open(
            contest.game, seats=contest.seats, time_limit=self._time_limit, sit=False, access=Access.UNLISTED
        )
        seated = [name for name in names if name in self._programs]
        try:
            for name in seated:  # before bots of the house, for whom the host must sit there
                seat = names.index(name)
                await self._programs[name].tables.sit(code=table.code, seat=Seat(seat), deck=decks[seat])
            for seat, name in enumerate(names):
                if name not in self._programs:
                    await host.tables.add_bot(table.id, name, Seat(seat), deck=decks[seat])
            matches = await asyncio.gather(*(self._programs[name].begin(table.id) for name in seated))
            async with asyncio.TaskGroup() as watching:
                for name, match in zip(seated, matches, strict=True):
                    watching.create_task(_watched(name, match))
        except BaseException:
            for name in seated:
                await _give_up(self._programs[name], table.id)
            raise
        result = matches[0].result
        if result is None:
            raise ClientError(f"match {matches[0].match} has no result")
        won = result.places[bout.seat] == 1
        return Outcome(
            bout=bout,
            score=1 / result.places.count(1) if won else 0.0,
            actions=matches[0].raw_latest.version - 1,
            cpu=0.0,
        )


async def _watched(name: str, match: FollowedMatch) -> None:
    """Watch a match in the arena until it has ended."""
    asked: RawUpdate | None = None
    has_acted = False
    async for update in match.raw_updates():
        if asked is not None and not has_acted:
            if _is_late(asked, update):
                raise SilentProgramError(f"{name} has not acted in time: is its program running, with this token?")
            has_acted = True
        asked = update if update.choices else None


async def _give_up(program: Client, table: TableId) -> None:
    """Free a program's seat at a table, or resign its match, depending on the state of the table."""
    with suppress(ClientError):
        own = next((seat for seat in (await program.seats()).seats if seat.table == table), None)
        if own is None:
            return
        if own.stage is TableStage.PLAYING:
            await (await program.watch_match(own.match)).resign()
        else:
            await program.tables.stand(table, own.seat)


def _is_late(asked: RawUpdate, update: RawUpdate) -> bool:
    """Return true if the update after a decision came at or after the end of its time limit."""
    until = next((waiting.until for waiting in asked.waiting if waiting.seat == asked.seat), None)
    return until is not None and update.at >= until


@asynccontextmanager
async def external_arena(
    url: str, tokens: Mapping[str, str], house: Sequence[str], game: AnyGame, time_limit: float
) -> AsyncIterator[ExternalArena]:
    """Sign in with the token of each external program. Raises `ClientError` if a token does not belong to a program, or
    if the server lacks one of its own bots for this game."""
    async with AsyncExitStack() as stack:
        programs: dict[str, Client] = {}
        for name, token in tokens.items():
            client = await stack.enter_async_context(Client(url, token=token, client="quarterdeck arena"))
            if client.player.kind is not PlayerKind.BOT:
                raise ClientError(
                    f"the token for {name} belongs to the player {client.player.name}, not to a bot account: see"
                    " `quarterdeck account make-bot`"
                )
            programs[name] = client
            offered = next((offer.bots for offer in client.welcome.games if offer.name == game.name), ())
            if missing := [bot for bot in house if bot not in offered]:
                raise ClientError(
                    f"{', '.join(missing)}: no bot of {game.name} on {url}; there are {', '.join(offered)}"
                )
        if len({client.player.id for client in programs.values()}) < len(programs):
            raise ClientError("two of these tokens belong to the same bot, which can have only one seat at a table")
        yield ExternalArena(programs, game, time_limit)


async def play_all(
    arena: ExternalArena,
    planned: Sequence[Bout],
    at_once: int,
    take: Callable[[Outcome], object],
    is_enough: Callable[[], bool],
) -> None:
    """Play these matches, `at_once` at the same time, and pass each outcome to `take` as soon as it is known. No
    further matches begin once `is_enough()` is true. Raises the first error of a match, and cancels the others."""
    waiting = iter(planned)

    async def play_on() -> None:
        while not is_enough() and (bout := next(waiting, None)) is not None:
            take(await arena.play(bout))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(planned))):
                group.create_task(play_on())
    except BaseExceptionGroup as failed:
        raise _first_of(failed) from None


def _first_of(failed: BaseExceptionGroup[BaseException]) -> BaseException:
    first = failed.exceptions[0]
    return _first_of(first) if isinstance(first, BaseExceptionGroup) else first
