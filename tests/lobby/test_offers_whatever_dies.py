"""Two processes on a real store, dropped in the middle of whatever they do, over a store that fails: never two matches,
never a ticket that is stuck, never two tickets of one player."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import msgspec
import pytest
import redis
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from matches.processes import Hand
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Milliseconds, OfferId, PlayerId, TicketId
from quarterdeck_protocol.seeking import PartyCode, Seek
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcript import Entry, Opened
from quarterdeck_server.bots import BOTS
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.keeping import KeptTable, TableStore
from quarterdeck_server.lobby.known_of_players import EverybodyIsNew, Permits
from quarterdeck_server.lobby.ledger import Change, Key, Ledger, Listed, Page, Swept, Unchanged
from quarterdeck_server.lobby.lobby import Lobby
from quarterdeck_server.lobby.offers import KeptOffer
from quarterdeck_server.lobby.seeking import Seeking
from quarterdeck_server.lobby.seeking_pages import OFFERS, SEEKERS, TICKETS, Pages
from quarterdeck_server.lobby.tickets import KeptSeeker, KeptTicket
from quarterdeck_server.lobby.waves import BETWEEN_WAVES, Waves
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.refusing import Refusing
from quarterdeck_server.storage.redis_store import RedisStore
from quarterdeck_server.storing import Unavailable
from stores import redis_url, server_of_our_own  # noqa: F401 - fixtures

Answer = TypeVar("Answer")

PLAYERS = [Player(id=PlayerId(name.lower()), name=name) for name in ("Ann", "Ben", "Cleo", "Dan", "Edda")]
FINE = "fine"
FATES = [FINE, "dies before", "dies after", "lost", "unanswered"]


class Died(BaseException):
    """The process has been killed: nothing of it runs any more."""


class Fate:
    """What becomes of a process at one of its next calls to the store."""

    def __init__(self) -> None:
        self.what = FINE
        self.after = 0
        self.is_dead = False

    async def of(self, call: Callable[[], Awaitable[Answer]]) -> Answer:
        if self.is_dead:
            raise Died
        self.after -= 1
        what, self.what = (self.what, FINE) if self.after < 0 else (FINE, self.what)
        if what in ("dies before", "lost"):
            self.is_dead = what != "lost"
            raise Unavailable("lost") if what == "lost" else Died
        answer = await call()
        if what == "unanswered":
            raise Unavailable("unanswered")
        if what == "dies after":
            self.is_dead = True
        if self.is_dead:  # now, or meanwhile in another task
            raise Died
        return answer


class FatefulLedger:
    """The ledger of a process to which things happen; its clock is moved by hand."""

    def __init__(self, ledger: Ledger, fate: Fate, now: Callable[[], Milliseconds]) -> None:
        self._ledger = ledger
        self._fate = fate
        self._now = now

    async def read(self, keys: Sequence[Key]) -> list[Page | None]:
        return await self._fate.of(lambda: self._ledger.read(keys))

    async def commit(
        self,
        changes: Sequence[Change | Unchanged],
        indexed: Sequence[Listed | Swept] = (),
        told: bytes | None = None,
    ) -> None:
        await self._fate.of(lambda: self._ledger.commit(changes, indexed, told))

    async def listed(self, index: str, **options: Any) -> list[tuple[str, float]]:
        return await self._fate.of(lambda: self._ledger.listed(index, **options))

    async def count(self, index: str, **options: Any) -> int:
        return await self._fate.of(lambda: self._ledger.count(index, **options))

    async def number_of(self, index: str, member: str) -> float | None:
        return await self._fate.of(lambda: self._ledger.number_of(index, member))

    async def now(self) -> Milliseconds:
        return self._now()

    def listen(self, heard: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        self._ledger.listen(heard, missed)


class FatefulTables:
    """The tables of such a process."""

    def __init__(self, tables: TableStore, fate: Fate) -> None:
        self._tables = tables
        self._fate = fate

    async def read(self, table: Any) -> KeptTable | None:
        return await self._fate.of(lambda: self._tables.read(table))

    async def read_all(self, most: int, **which: Any) -> Sequence[KeptTable]:
        return await self._fate.of(lambda: self._tables.read_all(most, **which))

    async def write(self, table: KeptTable, **how: Any) -> None:
        await self._fate.of(lambda: self._tables.write(table, **how))

    def listen(self, changed: Any, missed: Any) -> None:
        """Nobody looks at tables here."""


class FatefulDealer:
    """The matches of such a process."""

    def __init__(self, matches: Matches, fate: Fate) -> None:
        self._matches = matches
        self._fate = fate

    async def begin(self, opened: Opened) -> None:
        await self._fate.of(lambda: self._matches.begin(opened))

    async def is_over(self, match: Any) -> bool:
        return await self._fate.of(lambda: self._matches.is_over(match))


class Repeated:
    """Chance that is the same in every run."""

    def __init__(self) -> None:
        self._chance = random.Random(1)

    def token_bytes(self, nbytes: int | None = None, /) -> bytes:
        return self._chance.randbytes(nbytes or 32)

    def token_hex(self, nbytes: int | None = None, /) -> str:
        return self.token_bytes(nbytes).hex()

    def token_urlsafe(self, nbytes: int | None = None, /) -> str:
        return self.token_hex(nbytes)

    def randbelow(self, exclusive_upper_bound: int, /) -> int:
        return self._chance.randrange(exclusive_upper_bound)


class Process:
    """One process's side of quick match."""

    def __init__(self, store: RedisStore, now: Callable[[], Milliseconds], chance: Chance) -> None:
        self.fate = Fate()
        dealer = FatefulDealer(Matches(GAMES, store.log, BOTS), self.fate)
        tables = FatefulTables(store.tables, self.fate)
        lobby = Lobby(GAMES, BOTS, tables, store.ledger, dealer, now, Milliseconds(0))
        pages = Pages(FatefulLedger(store.ledger, self.fate, now))
        permits = Permits(pages.ledger)
        self.seeking = Seeking(GAMES, pages, lobby, EverybodyIsNew(), permits, now, chance)
        self.waves = Waves(pages, self.seeking, permits, "random", chance)


class Found(msgspec.Struct):
    """All that is kept of quick match."""

    seekers: dict[PlayerId, KeptSeeker]
    tickets: dict[TicketId, KeptTicket]
    offers: dict[OfferId, KeptOffer]
    matches: dict[str, Opened]
    waiting: set[str]
    due: set[str]


ENDS = frozenset({"begun", "failed"})
PLAYS = st.sampled_from(PLAYERS)
FATE = st.tuples(st.sampled_from([FINE, FINE, *FATES]), st.integers(0, 12))
NUMBER = st.integers(0, 1)


class QuickMatchWhateverDies(RuleBasedStateMachine):
    """Players seek, accept, decline and give up; waves go; processes die; the store fails."""

    url = ""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.hand = Hand()
        self.chance = Repeated()
        self.client: Any = redis.Redis.from_url(self.url)
        self.client.flushall()
        self.stores: list[RedisStore] = []
        self.processes: list[Process] = []
        self.away: set[Player] = set()
        self.runner.run(self._start())

    async def _start(self) -> None:
        self.stores = [RedisStore(self.url) for _ in range(2)]
        for store in self.stores:
            await store.start()
        self.processes = [Process(store, self.hand, self.chance) for store in self.stores]

    def do(self, number: int, fate: tuple[str, int], work: Callable[[Process], Awaitable[object]]) -> object:
        """Let a process do something, whatever becomes of it meanwhile; if it dies, another takes its place."""
        process = self.processes[number]
        process.fate.what, process.fate.after = fate

        async def carefully() -> object:
            try:
                return await work(process)
            except (Unavailable, Refusing) as why:
                return why
            except Died:
                self.processes[number] = Process(self.stores[number], self.hand, self.chance)
                return None
            finally:
                process.fate.what = FINE

        return self.runner.run(carefully())

    @rule(number=NUMBER, fate=FATE, player=PLAYS, ref=st.sampled_from([None, "one", "two"]), bots=st.booleans())
    def seek(self, number: int, fate: tuple[str, int], player: Player, ref: Any, bots: bool) -> None:
        wish = Seek(games=(GAMES["tiny"].name,), bots_after=Milliseconds(4_000) if bots else None, ref=ref)  # type: ignore[arg-type]  # a name is a text
        self.do(number, fate, lambda process: process.seeking.seek(player, wish))

    @rule(number=NUMBER, fate=FATE, player=PLAYS, code=st.sampled_from(["code one", "code two"]))
    def seek_with_a_friend(self, number: int, fate: tuple[str, int], player: Player, code: str) -> None:
        wish = Seek(games=(GAMES["density-deck"].name,), party=PartyCode(code=code, size=2))  # type: ignore[arg-type]  # the same
        self.do(number, fate, lambda process: process.seeking.seek(player, wish))

    @rule(number=NUMBER, fate=FATE, player=PLAYS)
    def give_up(self, number: int, fate: tuple[str, int], player: Player) -> None:
        self.do(number, fate, lambda process: process.seeking.unseek(player.id))

    @rule(number=NUMBER, fate=FATE, players=st.lists(PLAYS, min_size=2, unique=True))
    def some_seek(self, number: int, fate: tuple[str, int], players: list[Player]) -> None:
        """Several seek, and are looked for in two waves, of which the second is without any trouble."""
        for player in players:
            self.seek(number, (FINE, 0), player, None, bots=False)
        self.wave(number, fate)
        self.wave(1 - number, (FINE, 0))

    @rule(number=NUMBER, fate=FATE, player=PLAYS, twice=st.booleans())
    def accept(self, number: int, fate: tuple[str, int], player: Player, twice: bool) -> None:
        for offer in self.offers_to(player):
            for _ in range(1 + twice):
                self.do(number, fate, lambda process: process.seeking.accept(player.id, offer, "mine"))  # noqa: B023 - done at once

    @rule(fate=FATE, late=st.sets(PLAYS, max_size=1))
    def all_accept_at_once(self, fate: tuple[str, int], late: set[Player]) -> None:
        asked = [(player, offer) for player in PLAYERS if player not in late for offer in self.offers_to(player)]

        async def all_at_once(process: Process) -> None:
            other = self.processes[1].seeking
            accepting = [
                (other if number % 2 else process.seeking).accept(player.id, offer, None)
                for number, (player, offer) in enumerate(asked)
            ]
            for answer in await asyncio.gather(*accepting, return_exceptions=True):
                if isinstance(answer, BaseException):
                    raise answer

        self.do(0, fate, all_at_once)

    @rule(
        players=st.lists(PLAYS, min_size=2, max_size=2, unique=True),
        what=st.sampled_from(FATES),
        after=st.integers(0, 9),
        late=st.booleans(),
    )
    def the_last_accept_goes_wrong(self, players: list[Player], what: str, after: int, late: bool) -> None:
        """All accept, the last one with trouble on the way into the match; and then nobody looks for a while."""
        self.some_seek(0, (FINE, 0), players)
        asked = [(player, offer) for player in PLAYERS for offer in self.offers_to(player)]
        for place, (player, offer) in enumerate(asked):
            fate = (what, after) if place == len(asked) - 1 else (FINE, 0)
            self.do(0, fate, lambda process: process.seeking.accept(player.id, offer, None))  # noqa: B023 - done at once
        if late:
            self.hand.move(25_000)
            self.wave(1, (FINE, 0))

    @rule(number=NUMBER, fate=FATE, player=PLAYS)
    def decline(self, number: int, fate: tuple[str, int], player: Player) -> None:
        for offer in self.offers_to(player):
            self.do(number, fate, lambda process: process.seeking.decline(player.id, offer))  # noqa: B023 - the same

    @rule(number=NUMBER, fate=FATE)
    def wave(self, number: int, fate: tuple[str, int]) -> None:
        self.hand.move(BETWEEN_WAVES)
        signs = [Listed(SEEKERS, player.id, self.hand.time) for player in PLAYERS if player not in self.away]
        self.runner.run(self.stores[0].ledger.commit([], signs))
        self.do(number, fate, lambda process: process.waves.wave())

    @rule(seconds=st.sampled_from([1, 5, 25]))
    def time_passes(self, seconds: int) -> None:
        self.hand.move(seconds * 1000)

    @rule(player=PLAYS)
    def goes_away(self, player: Player) -> None:
        """Not be connected, and for how long, the waves will see."""
        self.away ^= {player}

    @precondition(lambda self: self.away)
    @rule()
    def the_grace_runs_out(self) -> None:
        for _ in range(6):
            self.wave(0, (FINE, 0))

    # No rule depends on what is in the store: which of two processes is faster there is nobody's to repeat.

    def offers_to(self, player: Player) -> list[OfferId]:
        """Give the open offers to a player, and one that is over."""
        found = self.found().offers.values()
        mine = sorted((each for each in found if each.seat_of(player.id)), key=lambda each: (each.made_at, each.id))
        return [each.id for each in mine if each.is_over][-1:] + [each.id for each in mine if each.stage == "open"]

    def found(self) -> Found:
        """Read all that is kept, past everything."""

        def pages(kind: str, of: Any) -> dict[Any, Any]:
            keys = sorted(self.client.scan_iter(f"qd:{{lobby}}:page:{kind}:*"))
            return {
                key.decode().rpartition(":")[2]: msgspec.json.decode(self.client.get(key).partition(b" ")[2], type=of)
                for key in keys
            }

        matches = {}
        for key in self.client.scan_iter("qd:*:match:*:log"):
            ((_, first), *_) = self.client.xrange(key, count=1)
            cause = msgspec.json.decode(first[b"entry"], type=Entry[Any]).cause
            assert isinstance(cause, Opened)
            matches[str(cause.match)] = cause
        return Found(
            seekers=pages("seeker", KeptSeeker),
            tickets=pages("ticket", KeptTicket),
            offers=pages("offer", KeptOffer),
            matches=matches,
            waiting={each.decode() for each in self.client.zrange("qd:{lobby}:index:" + TICKETS, 0, -1)},
            due={each.decode() for each in self.client.zrange("qd:{lobby}:index:" + OFFERS, 0, -1)},
        )

    @invariant()
    def it_is_as_it_should_be(self) -> None:
        found = self.found()
        self.everybody_has_one_ticket_and_every_ticket_its_players(found)
        self.no_ticket_is_stuck(found)
        self.every_match_was_accepted_by_all_and_is_the_only_one_of_its_offer(found)
        self.no_ticket_brings_two_matches(found)

    def everybody_has_one_ticket_and_every_ticket_its_players(self, found: Found) -> None:
        for id_, ticket in found.tickets.items():
            assert ticket.members
            assert [found.seekers[member.player.id].ticket for member in ticket.members] == [id_] * len(ticket.members)
        for player, seeker in found.seekers.items():
            if seeker.ticket is not None:
                assert player in [member.player.id for member in found.tickets[seeker.ticket].members]

    def no_ticket_is_stuck(self, found: Found) -> None:
        assert found.waiting == {id_ for id_, ticket in found.tickets.items() if ticket.is_waiting}
        for id_, ticket in found.tickets.items():
            if ticket.offer is not None:
                offer = found.offers[ticket.offer]
                assert id_ in offer.tickets
                assert not offer.is_over
        assert found.due == {id_ for id_, offer in found.offers.items() if not offer.is_over}

    def every_match_was_accepted_by_all_and_is_the_only_one_of_its_offer(self, found: Found) -> None:
        by_match = {str(offer.match): offer for offer in found.offers.values()}
        assert found.matches.keys() <= by_match.keys()
        for match, opened in found.matches.items():
            offer = by_match[match]
            assert offer.stage in ("accepted", "begun")
            assert all(seat.answer == "accepted" for seat in offer.seats)
            assert opened.players == tuple(seat.player for seat in offer.seats)
            assert opened.entropy == tuple(seat.entropy for seat in offer.seats)
        assert {offer.match for offer in found.offers.values() if offer.stage == "begun"} <= found.matches.keys()

    def no_ticket_brings_two_matches(self, found: Found) -> None:
        accepted = [offer for offer in found.offers.values() if offer.stage in ("accepted", "begun")]
        spent = [ticket for offer in accepted for ticket in offer.tickets]
        assert len(spent) == len(set(spent))

    def teardown(self) -> None:
        """Whatever has happened: once there is quiet, all that was under way comes to an end."""
        if self.processes:
            before = self.found()
            self.away.clear()
            for number in (0, 1):
                self.hand.move(25_000)
                assert self.do(number, (FINE, 0), lambda process: process.waves.wave()) is True
            after = self.found()
            for id_ in before.offers:
                assert after.offers[id_].stage in ENDS
            self.runner.run(self._stop())
        self.client.close()
        self.runner.close()

    async def _stop(self) -> None:
        for store in self.stores:
            await store.close()


@pytest.mark.timeout(300)
def test_nothing_is_doubled_and_nothing_stuck_whatever_dies(redis_url: str) -> None:  # noqa: F811 - a fixture
    QuickMatchWhateverDies.url = redis_url
    examples = max(40, settings.get_current_profile_name() != "usual" and 300)
    run_state_machine_as_test(QuickMatchWhateverDies, settings=settings(max_examples=examples, stateful_step_count=40))
