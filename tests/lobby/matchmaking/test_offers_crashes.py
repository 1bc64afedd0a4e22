"""Two processes on a real store, dropped in the middle of whatever they do, over a store that fails: never two matches,
never a ticket that is stuck, never two tickets of one player."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import redis
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from lobby.failing_processes import FATES, FINE, Died, Process
from luck import Repeated
from matches.processes import Hand
from quarterdeck_games import GAMES
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.matchmaking import OfferStage, PartyCode, Seek
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.lobby.tables import Reveal
from quarterdeck_protocol.names import Milliseconds, OfferId, PlayerId, TicketId
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.transcripts.transcript import Entry, Opened
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.matchmaking.offers import OfferAnswer, OfferRecord
from quarterdeck_server.lobby.matchmaking.repository import OFFER_INDEX, SEEKER_INDEX, TICKET_INDEX
from quarterdeck_server.lobby.matchmaking.rounds import BETWEEN_ROUNDS
from quarterdeck_server.lobby.matchmaking.tickets import SeekerRecord, TicketRecord
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.sanction_rules import SanctionRecord, SanctionsRecord
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.store_errors import Unavailable
from quick_passwords import quick_passwords
from stores import patient_store, redis_url, server_of_our_own  # noqa: F401 - fixtures

PLAYERS = [Player(id=PlayerId(name.lower()), name=name) for name in ("Ann", "Ben", "Cleo", "Dan", "Edda")]


class Found(msgspec.Struct):
    """All that is kept of quick match."""

    seekers: dict[PlayerId, SeekerRecord]
    tickets: dict[TicketId, TicketRecord]
    offers: dict[OfferId, OfferRecord]
    tables: dict[str, TableRecord]
    matches: dict[str, Opened]
    waiting: set[str]
    due: set[str]


BOUND = entropy_hash("mine")
ENDS = frozenset({OfferStage.BEGUN, OfferStage.FAILED})
PLAYS = st.sampled_from(PLAYERS)
FATE = st.tuples(st.sampled_from([FINE, FINE, *FATES]), st.integers(0, 12))
NUMBER = st.integers(0, 1)


class QuickMatchWhateverDies(RuleBasedStateMachine):
    """Players seek, accept, decline and give up; rounds go; processes die; the store fails."""

    url = ""
    begun = 0

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
        self.parted: dict[frozenset[PlayerId], set[OfferId]] = {}
        """Who may not meet any more, or may not play at all: and what was offered to them before."""

        self.runner.run(self._start())

    async def _start(self) -> None:
        self.stores = [patient_store(self.url) for _ in range(2)]
        for store in self.stores:
            await store.start()
        self.processes = [Process(store, self.hand, self.chance) for store in self.stores]
        for player in PLAYERS:
            await self._account(player)

    async def _account(self, player: Player) -> None:
        account = AccountRecord(id=player.id, name=player.name, kind=PlayerKind.GUEST, made_at=Milliseconds(0))
        documents = self.stores[0].documents
        (page,) = await documents.read([ACCOUNTS.key(player.id)])
        await documents.commit([ACCOUNTS.put(player.id, page, account)])

    def do(self, number: int, fate: tuple[str, int], work: Callable[[Process], Awaitable[object]]) -> object:
        """Let a process do something, whatever becomes of it meanwhile; if it dies, another takes its place."""
        process = self.processes[number]
        process.fate.what, process.fate.after = fate

        async def carefully() -> object:
            try:
                return await work(process)
            except (Unavailable, CommandRefused) as why:
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
        self.do(number, fate, lambda process: process.matchmaking.seek(player, wish))

    @rule(number=NUMBER, fate=FATE, player=PLAYS, code=st.sampled_from(["code one", "code two"]))
    def seek_with_a_friend(self, number: int, fate: tuple[str, int], player: Player, code: str) -> None:
        wish = Seek(games=(GAMES["density-deck"].name,), party=PartyCode(code=code, size=2))  # type: ignore[arg-type]  # the same
        self.do(number, fate, lambda process: process.matchmaking.seek(player, wish))

    @rule(number=NUMBER, fate=FATE, player=PLAYS)
    def give_up(self, number: int, fate: tuple[str, int], player: Player) -> None:
        self.do(number, fate, lambda process: process.matchmaking.unseek(player.id))

    @rule(number=NUMBER, fate=FATE, players=st.lists(PLAYS, min_size=2, unique=True))
    def some_seek(self, number: int, fate: tuple[str, int], players: list[Player]) -> None:
        """Several seek, and are looked for in two rounds, of which the second is without any trouble."""
        for player in players:
            self.seek(number, (FINE, 0), player, None, bots=False)
        self.run_round(number, fate)
        self.run_round(1 - number, (FINE, 0))

    @rule(number=NUMBER, fate=FATE, player=PLAYS, twice=st.booleans())
    def accept(self, number: int, fate: tuple[str, int], player: Player, twice: bool) -> None:
        for offer in self.offers_to(player):
            for _ in range(1 + twice):
                self.do(number, fate, lambda process: process.matchmaking.accept(player.id, offer, BOUND))  # noqa: B023 - done at once

    @rule(number=NUMBER, fate=FATE, player=PLAYS)
    def reveal(self, number: int, fate: tuple[str, int], player: Player) -> None:
        for table in self.found().tables.values():
            seat = table.seat_of(player.id)
            if seat is not None and table.stage == "revealing" and table.places[seat].owes_entropy:
                message = Reveal(table=table.id, entropy="mine")
                self.do(number, fate, lambda process: process.tables.reveal(message, player.id))  # noqa: B023 - done at once

    @rule(fate=FATE, late=st.sets(PLAYS, max_size=1))
    def all_accept_at_once(self, fate: tuple[str, int], late: set[Player]) -> None:
        asked = [(player, offer) for player in PLAYERS if player not in late for offer in self.offers_to(player)]

        async def all_at_once(process: Process) -> None:
            other = self.processes[1].matchmaking
            accepting = [
                (other if number % 2 else process.matchmaking).accept(player.id, offer, None)
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
            self.do(0, fate, lambda process: process.matchmaking.accept(player.id, offer, None))  # noqa: B023 - done at once
        if late:
            self.hand.move(25_000)
            self.run_round(1, (FINE, 0))

    @rule(number=NUMBER, fate=FATE, player=PLAYS)
    def decline(self, number: int, fate: tuple[str, int], player: Player) -> None:
        for offer in self.offers_to(player):
            self.do(number, fate, lambda process: process.matchmaking.decline(player.id, offer))  # noqa: B023 - the same

    @rule(number=NUMBER, fate=FATE)
    def run_round(self, number: int, fate: tuple[str, int]) -> None:
        self.hand.move(BETWEEN_ROUNDS)
        signs = [IndexEntry(SEEKER_INDEX, player.id, self.hand.time) for player in PLAYERS if player not in self.away]
        self.runner.run(self.stores[0].documents.commit([], signs))
        self.do(number, fate, lambda process: process.rounds.run_round())

    @rule(seconds=st.sampled_from([1, 5, 25]))
    def time_passes(self, seconds: int) -> None:
        self.hand.move(seconds * 1000)

    @rule(player=PLAYS)
    def goes_away(self, player: Player) -> None:
        """Not be connected, and for how long, the rounds will see."""
        self.away ^= {player}

    @rule(players=st.lists(PLAYS, min_size=2, max_size=2, unique=True))
    def one_blocks_another(self, players: list[Player]) -> None:
        one, other = (player.id for player in players)
        self.may_meet_no_more(one, other)
        self.runner.run(Players(self.stores[0].documents, quick_passwords()).avoid(one, other, Avoidance.BLOCK))

    @rule(player=PLAYS, is_ban=st.booleans())
    def may_play_no_more_for_a_while(self, player: Player, is_ban: bool) -> None:
        """Be banned or deleted; meanwhile two rounds go and all accept what they are offered."""
        self.may_meet_no_more(player.id)
        self.runner.run(
            self._ban(player) if is_ban else Players(self.stores[0].documents, quick_passwords()).remove(player.id)
        )
        self.run_round(0, (FINE, 0))
        self.all_accept_at_once((FINE, 0), set())
        self.run_round(1, (FINE, 0))
        self.it_is_as_it_should_be()
        del self.parted[frozenset([player.id])]
        self.parted = {who: offers for who, offers in self.parted.items() if is_ban or player.id not in who}
        if is_ban:
            self.client.delete(f"qd:{{lobby}}:document:sanctions:{player.id}")
        else:
            self.runner.run(self._account(player))

    async def _ban(self, player: Player) -> None:
        ban = SanctionRecord(kind=SanctionKind.BAN, why="", by=PlayerId("root"), at=self.hand.time, until=None)
        await self.stores[0].documents.commit([SANCTIONS.put(player.id, None, SanctionsRecord((ban,)))])

    def may_meet_no_more(self, *players: PlayerId) -> None:
        """Note what has been offered to these by now: nothing more may be."""
        before = {id_ for id_, offer in self.found().offers.items() if offer.stage is not OfferStage.OPEN}
        self.parted.setdefault(frozenset(players), before)

    @precondition(lambda self: self.away)
    @rule()
    def the_grace_runs_out(self) -> None:
        for _ in range(6):
            self.run_round(0, (FINE, 0))

    # No rule depends on what is in the store: which of two processes is faster there is nobody's to repeat.

    def offers_to(self, player: Player) -> list[OfferId]:
        """Return the open offers to a player, and one that is over."""
        found = self.found().offers.values()
        mine = sorted((each for each in found if each.seat_of(player.id)), key=lambda each: (each.made_at, each.id))
        return [each.id for each in mine if each.is_over][-1:] + [
            each.id for each in mine if each.stage is OfferStage.OPEN
        ]

    def found(self) -> Found:
        """Read all that is kept, past everything, in two round trips: it is read after every step."""
        keys = sorted(self.client.keys("qd:*"))
        logs = [key for key in keys if key.endswith(b":log") and b":match:" in key]
        documents = [key for key in keys if key.startswith(b"qd:{lobby}:document:")]
        with self.client.pipeline(transaction=False) as both:
            both.mget(documents)
            for index in (TICKET_INDEX, OFFER_INDEX):
                both.zrange("qd:{lobby}:index:" + index, 0, -1)
            for key in logs:
                both.xrange(key, count=1)
            texts, waiting, due, *firsts = both.execute()

        def pages(kind: str, of: Any) -> dict[Any, Any]:
            return {
                key.decode().rpartition(":")[2]: msgspec.json.decode(text.partition(b" ")[2], type=of)
                for key, text in zip(documents, texts, strict=True)
                if key.split(b":")[3] == kind.encode()
            }

        matches = {}
        for (_, first), *_ in firsts:
            cause = msgspec.json.decode(first[b"entry"], type=Entry[Any]).cause
            assert isinstance(cause, Opened)
            matches[str(cause.match)] = cause
        return Found(
            seekers=pages("seeker", SeekerRecord),
            tickets=pages("ticket", TicketRecord),
            offers=pages("offer", OfferRecord),
            tables=pages("table", TableRecord),
            matches=matches,
            waiting={each.decode() for each in waiting},
            due={each.decode() for each in due},
        )

    @invariant()
    def it_is_as_it_should_be(self) -> None:
        found = self.found()
        self.everybody_has_one_ticket_and_every_ticket_its_players(found)
        self.no_ticket_is_stuck(found)
        self.every_match_was_accepted_by_all_and_is_the_only_one_of_its_offer(found)
        self.no_ticket_brings_two_matches(found)
        self.nobody_plays_with_whom_they_may_not_meet(found)

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
            assert offer.stage in (OfferStage.ACCEPTED, OfferStage.BEGUN)
            assert all(seat.answer is OfferAnswer.ACCEPTED for seat in offer.seats)
            assert opened.players == tuple(seat.player for seat in offer.seats)
            assert opened.entropy == tuple("" if seat.entropy_hash is None else "mine" for seat in offer.seats)
        assert {
            offer.match for offer in found.offers.values() if offer.stage is OfferStage.BEGUN
        } <= found.matches.keys() | {table.match for table in found.tables.values() if table.stage == "revealing"}

    def no_ticket_brings_two_matches(self, found: Found) -> None:
        accepted = [offer for offer in found.offers.values() if offer.stage in (OfferStage.ACCEPTED, OfferStage.BEGUN)]
        spent = [ticket for offer in accepted for ticket in offer.tickets]
        assert len(spent) == len(set(spent))

    def nobody_plays_with_whom_they_may_not_meet(self, found: Found) -> None:
        for players, before in self.parted.items():
            for id_, offer in found.offers.items():
                if id_ not in before and offer.stage in (OfferStage.ACCEPTED, OfferStage.BEGUN):
                    assert len([group for group in offer.groups if not players.isdisjoint(group)]) < len(players)

    def teardown(self) -> None:
        """Whatever has happened: once there is quiet, all that was under way comes to an end."""
        if self.processes:
            before = self.found()
            self.away.clear()
            for number in (0, 1):
                self.hand.move(25_000)
                assert self.do(number, (FINE, 0), lambda process: process.rounds.run_round()) is True
            after = self.found()
            for id_ in before.offers:
                assert after.offers[id_].stage in ENDS
            QuickMatchWhateverDies.begun += len(after.matches)
            self.runner.run(self._stop())
        self.client.close()
        self.runner.close()

    async def _stop(self) -> None:
        for store in self.stores:
            await store.close()


def test_nothing_is_doubled_and_nothing_stuck_whatever_dies(redis_url: str) -> None:  # noqa: F811 - a fixture
    QuickMatchWhateverDies.url = redis_url
    examples = max(15, settings.get_current_profile_name() != "usual" and 300)
    run_state_machine_as_test(QuickMatchWhateverDies, settings=settings(max_examples=examples, stateful_step_count=40))
    assert QuickMatchWhateverDies.begun > examples, "it was about something"
