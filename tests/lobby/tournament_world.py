"""Tournaments on one memory: processes that die, a clock that is moved by hand, and matches that end as a test says."""

import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

import msgspec
import pytest
from lobby.ratings_world import Fate, Shaky, World, finished
from lobby.table_worlds import Dealing
from matches.processes import Hand
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tournaments import (
    BeginTournamentRound,
    CreateTournament,
    JoinTournament,
    RuleTournamentResult,
    Tournament,
    TournamentId,
)
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.clubs.memberships import ClubMemberships
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.notices.inbox import Inboxes
from quarterdeck_server.lobby.ratings.lookup import NoRatings
from quarterdeck_server.lobby.tables.composition import compose
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.round_matches import RoundMatches
from quarterdeck_server.lobby.tournaments.service import TournamentService
from quarterdeck_server.lobby.tournaments.tournament_field import Field, Pairs
from quarterdeck_server.lobby.tournaments.tournament_rounds import LEASE_SECONDS, TournamentRounds
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable

TINY = GameName("tiny")


async def paired(field: Field) -> Pairs:
    return pair(field)


Pair = Callable[[Field], Awaitable[Pairs]]


class Process:
    """One process that works on tournaments."""

    def __init__(
        self, store: MemoryStore, begun: list[Opened], hand: Hand, pair: Pair = paired, documents: Any = None
    ) -> None:
        self.documents = Shaky(store.documents if documents is None else documents)
        documents = cast("DocumentStore", self.documents)
        tables = compose(GAMES, BOTS, documents, EventBus(documents), Dealing(begun), hand, Milliseconds(0))
        self.rounds = TournamentRounds(
            documents, RoundMatches(documents, tables, hand), EligibilityChecks(documents), hand, pair
        )


class TournamentWorld:
    """Players, their tournaments, and the process that works on them now."""

    def __init__(self) -> None:
        self.hand = Hand()
        self.store = MemoryStore(Memory(self.hand))
        self.lobby = World(self.store)
        self.begun: list[Opened] = []
        self.service = TournamentService(
            self.store.documents, GAMES, NoRatings(), ClubMemberships(self.store.documents, self.hand), self.hand
        )
        self.inboxes = Inboxes(self.store.documents, self.hand)
        self.process = Process(self.store, self.begun, self.hand)
        self.over: set[MatchId] = set()

    async def made(self, director: Player, **more: Any) -> Tournament:
        fields = {"name": "Friday", "game": TINY, "rounds": 3, "between_rounds": Milliseconds(0), **more}
        return await self.service.create(director, CreateTournament(**fields))

    async def joined(self, tournament: TournamentId, players: Sequence[Player]) -> None:
        for player in players:
            await self.service.join(player, JoinTournament(tournament=tournament))

    async def entered(self, number: int, **more: Any) -> tuple[Tournament, Player, list[Player]]:
        """Make a tournament with so many players, and a director who takes no part."""
        director, *players = [await self.lobby.somebody() for _ in range(number + 1)]
        made = await self.made(director, **more)
        await self.joined(made.summary.id, players)
        return made, director, players

    async def order(self, director: Player, tournament: TournamentId, round_: int) -> None:
        await self.service.orders.begin_round(director, BeginTournamentRound(tournament=tournament, round=round_))

    async def begin(self, director: Player, tournament: TournamentId, round_: int) -> None:
        """Order a round, and let the process pair it."""
        await self.order(director, tournament, round_)
        await self.sweep()

    async def move_on(self) -> None:
        """Let the process work after the time between two of its looks at a round."""
        self.hand.move(2_001)
        await self.sweep()

    async def finish_all(self) -> None:
        """End all matches of two with a win of the first player."""
        for opened in self.begun:
            if opened.match not in self.over:
                await self.finish(opened, (1, 2))
        await self.move_on()

    async def sweep(self) -> None:
        """Let the process work. If it dies or loses its store, the next one goes on when the lease has expired."""
        try:
            await self.process.rounds.sweep()
        except Unavailable:
            self.process = Process(self.store, self.begun, self.hand)
            self.hand.move(1000 * LEASE_SECONDS + 1)

    async def finish(
        self, opened: Opened, places: Sequence[int], hidden: int = 0, idle: Sequence[int] = (), **more: Any
    ) -> None:
        """End a match that has begun. The players at `idle` seats have done nothing."""
        self.over.add(opened.match)
        now = self.hand()
        match = finished(opened.match, opened.players, places, now, others_from=Milliseconds(now + hidden), **more)
        match = msgspec.structs.replace(match, idle=tuple(Seat(seat) for seat in idle), table=opened.table)
        await self.lobby.settling.settle(match)

    async def play_on(self, tournament: TournamentId, seed: int = 0) -> Tournament:
        """Play until a tournament has ended and everybody knows, with results by chance."""
        chance = random.Random(seed)
        for _ in range(200):
            await self.sweep()
            for opened in self.begun:
                if opened.match not in self.over:
                    seats = len(opened.players)
                    pod = chance.sample(range(1, seats + 1), seats)
                    await self.finish(opened, chance.choice([(1, 2), (2, 1), (1, 1)]) if seats == 2 else pod)
            await self.ready(tournament)
            self.hand.move(2_001)
            if await self._is_quiet(tournament):
                return await self.service.shown(tournament)
        raise AssertionError("the tournament does not end")

    async def ready(self, tournament: TournamentId, but: int = 0) -> None:
        """Let all players check in for whom a round waits, `but` so many."""
        shown = await self.service.shown(tournament)
        for player in shown.awaited[but:]:
            await self.service.check_in(player, tournament, shown.summary.round + 1)

    async def _is_quiet(self, tournament: TournamentId) -> bool:
        shown = await self.service.shown(tournament)
        is_due = await self.store.documents.number_of("tournaments_due", tournament)
        return shown.seed is not None and is_due is None

    async def notices(self, player: PlayerId) -> list[tuple[str, int | None, MatchId | None]]:
        """Return the notices of a player about tournaments, oldest first."""
        found = (await self.inboxes.page(player)).notices
        return [
            (each.kind.value, each.round or each.place, each.match)
            for each in reversed(found)
            if each.tournament is not None
        ]


async def refused(asked: Awaitable[object]) -> tuple[RefusalCode, str | None]:
    """Return the code and the place of a refusal."""
    with pytest.raises(CommandRefused) as caught:
        await asked
    return caught.value.code, caught.value.where


async def proved() -> None:
    """The role of a moderator whose session has a proof."""


async def with_players(number: int, **more: object) -> tuple[TournamentWorld, Tournament, list[Player]]:
    """Make a tournament with players, the first of whom directs it."""
    world = TournamentWorld()
    players = [await world.lobby.somebody() for _ in range(number)]
    made = await world.made(players[0], **more)
    await world.joined(made.summary.id, players)
    return world, made, players


async def played_tournament() -> Tournament:
    """Return a tournament of nine players with a late entry, a player who leaves, and a ruling."""
    world = TournamentWorld()
    players = [await world.lobby.person(f"Player {letter * 3}") for letter in "abcdefghk"]
    director = await world.lobby.person("Dee Rector")
    made = await world.made(director, rounds=5)
    id_ = made.summary.id
    await world.joined(id_, players[:8])
    await world.order(director, id_, 1)
    await world.sweep()
    await world.joined(id_, players[8:])
    first = (await world.service.shown(id_)).rounds[0].pairings[0]
    assert first.match is not None
    ruling = RuleTournamentResult(tournament=id_, match=first.match, points=(0, 100), why="late")
    await world.service.orders.rule(director, ruling)
    await world.service.leave(players[2].id, id_)
    return await world.play_on(id_, seed=4)


__all__ = ["Fate", "Process", "TournamentWorld", "paired", "played_tournament", "refused", "with_players"]
