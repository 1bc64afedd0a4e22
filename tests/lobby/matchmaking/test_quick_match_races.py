"""Quick match while something happens between two of its steps: blocks, bans, accounts that are deleted."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import cast

import msgspec
import pytest
from lobby.interrupted_documents import Interrupted
from matches.processes import Hand
from quarterdeck_games import GAMES
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.matchmaking import OfferStage, PartyCode, Seek, TicketEnd
from quarterdeck_protocol.lobby.moderation import SanctionKind, SanctionOrder
from quarterdeck_protocol.names import GameName, Milliseconds, OfferId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.lobby_foundation import LobbyFoundation
from quarterdeck_server.lobby.matchmaking.offers import TIME_TO_ACCEPT, OfferRecord
from quarterdeck_server.lobby.matchmaking.quick_match import QuickMatch
from quarterdeck_server.lobby.matchmaking.repository import (
    OFFER_INDEX,
    SEEKER_INDEX,
    TICKET_INDEX,
    MatchmakingRepository,
)
from quarterdeck_server.lobby.matchmaking.rounds import BETWEEN_ROUNDS
from quarterdeck_server.lobby.matchmaking.tickets import SeekerRecord, TicketRecord
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.lobby.moderation.service import Moderation
from quarterdeck_server.lobby.shared_affairs import SharedAffairs
from quarterdeck_server.lobby.tables.composition import compose
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable
from quick_passwords import quick_passwords

Meanwhile = Callable[["Hall", Player, Player], Awaitable[object]]


class Hall:
    """Quick match in one process, and players and moderators in another that may come between."""

    def __init__(self) -> None:
        self.hand = Hand()
        memory = Memory(self.hand)
        self.store = here = MemoryStore(memory)
        there = MemoryStore(memory)
        self.documents = Interrupted(here.documents)
        documents = cast("DocumentStore", self.documents)
        self.matches = Matches(GAMES, here.log, BOTS)
        event_bus = EventBus(here.documents)
        tables = compose(GAMES, BOTS, here.documents, event_bus, self.matches, self.hand, Milliseconds(0))
        foundation = LobbyFoundation(GAMES, documents, event_bus, self.hand)
        self.quick_match = QuickMatch(foundation, tables, bot_for=lambda game: "random")
        self.quick_match.listen()
        self.matchmaking = self.quick_match.matchmaking
        self.players = Players(there.documents, quick_passwords())
        orders = Orders(there.documents, SharedAffairs(there.documents))
        self.moderation = Moderation(there.documents, self.players, orders)
        self.repository = MatchmakingRepository(there.documents)

    async def guest(self, name: str) -> Player:
        identity, _ = await self.players.welcome(name)
        return identity.player

    async def guests(self, *names: str) -> list[Player]:
        return [await self.guest(name) for name in names]

    async def seek(self, player: Player, game: str = "tiny", **more: object) -> None:
        await self.matchmaking.seek(player, msgspec.convert({"games": (game,), **more}, Seek))

    async def run_round(self, after: int = BETWEEN_ROUNDS) -> None:
        """Let a round go, in which everybody is connected."""
        self.hand.move(after)
        for player, _ in await self.repository.documents.listed(SEEKER_INDEX, most=99):
            await self.repository.documents.commit([], [IndexEntry(SEEKER_INDEX, player, self.hand())])
        assert await self.quick_match.rounds.run_round()

    async def look(self) -> None:
        """Let those be put out of whom it was told that they may play no more."""
        await asyncio.sleep(0)  # news are heard in the next turn
        await self.quick_match.rounds.put_out()

    async def offers(self) -> list[OfferRecord]:
        """Return what is offered, or accepted, and not over."""
        listed = await self.repository.documents.listed(OFFER_INDEX, most=99)
        return [
            seen.record for seen in await self.repository.offers([OfferId(id_) for id_, _ in listed]) if seen.record
        ]

    async def offered(self, *players: Player, party: Sequence[Player] = ()) -> OfferRecord:
        """Let these seek, some of them together, and return what they are offered."""
        for player in players:
            if player in party:
                await self.seek(player, "density-deck", party={"code": "our table", "size": len(party)})
            else:
                await self.seek(player, "density-deck" if party else "tiny")
            self.hand.move(1)  # so that the first of them is the longest waiter
        await self.run_round()
        (offer,) = await self.offers()
        return offer

    async def begun(self, *players: Player, party: Sequence[Player] = ()) -> None:
        """Let these play a match."""
        offer = await self.offered(*players, party=party)
        answers = [await self.matchmaking.accept(player.id, offer.id, None) for player in players]
        assert answers[-1].stage is OfferStage.BEGUN

    async def seeker(self, player: Player) -> SeekerRecord:
        (seen,) = await self.repository.seekers([player.id])
        return seen.record or SeekerRecord()

    async def ticket(self, player: Player) -> TicketRecord | None:
        ticket = (await self.seeker(player)).ticket
        return None if ticket is None else (await self.repository.tickets([ticket]))[0].record

    async def block(self, player: Player, other: Player) -> None:
        await self.players.avoid(player.id, other.id, Avoidance.BLOCK)

    async def ban(self, player: Player) -> None:
        admin, _ = await self.players.welcome(None)
        await self.players.register(admin.player.id, "Rosalind", "a long walk by the sea")
        await self.moderation.make_first_admin("Rosalind")
        order = SanctionOrder(player=player.id, kind=SanctionKind.BAN, why="He cheats.")
        await self.moderation.sanction(admin, order)


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = Hall()
    await hall.store.start()
    yield hall
    await hall.store.close()


async def blocks(hall: Hall, one: Player, other: Player) -> None:
    await hall.block(one, other)


async def is_banned(hall: Hall, one: Player, _: Player) -> None:
    await hall.ban(one)


async def is_deleted(hall: Hall, one: Player, _: Player) -> None:
    await hall.players.remove(one.id)


MEANWHILE = pytest.mark.parametrize("meanwhile", [blocks, is_banned, is_deleted])
GOING = pytest.mark.parametrize("goes", [is_banned, is_deleted])


class TestBetweenTheCheckOfAWaveAndItsClaim:
    @MEANWHILE
    async def test_a_player_who_may_not_meet_any_more_is_offered_nothing(
        self, hall: Hall, meanwhile: Meanwhile
    ) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        for player in (ann, ben):
            await hall.seek(player)
        hall.documents.before_the_next_commit_of = (b'"stage":"open"', lambda: meanwhile(hall, ann, ben))
        await hall.run_round()
        assert await hall.offers() == []
        assert hall.documents.was_interrupted
        for _ in range(3):
            await hall.run_round()
        assert await hall.offers() == []
        assert (await hall.ticket(ben)) is not None

    async def test_a_block_noted_there_leaves_both_to_others(self, hall: Hall) -> None:
        ann, ben, cleo = await hall.guests("Ann", "Ben", "Cleo")
        for player in (ann, ben):
            await hall.seek(player)
        hall.documents.before_the_next_commit_of = (b'"stage":"open"', lambda: hall.block(ben, ann))
        await hall.run_round()
        await hall.run_round()
        await hall.seek(cleo)
        await hall.run_round()
        (offer,) = await hall.offers()
        assert cleo.id in offer.people


async def with_a_bot(hall: Hall, owner: Player) -> Player:
    """Return the bot of a player who has registered for it."""
    await hall.players.register(owner.id, "Somebody", "a long walk by the sea")
    await BotAccounts(hall.store.documents, hall.players).make_bot(owner.id, "Engine")
    account = await hall.players.named("Engine")
    assert account is not None
    return account.player


class TestBotsOfPlayers:
    @pytest.mark.parametrize("is_late", [False, True])
    @pytest.mark.parametrize("is_blocker", [False, True])
    async def test_are_not_offered_whom_their_owner_is_not(self, hall: Hall, is_late: bool, is_blocker: bool) -> None:
        ann, ben, cleo = await hall.guests("Ann", "Ben", "Cleo")
        bot = await with_a_bot(hall, ben)
        pair = (ben, ann) if is_blocker else (ann, ben)
        if not is_late:
            await hall.block(*pair)
        for player in (ann, bot):
            await hall.seek(player)
        if is_late:
            await hall.block(*pair)
        for _ in range(3):
            await hall.run_round()
        assert await hall.offers() == []
        await hall.seek(cleo)
        await hall.run_round()
        (offer,) = await hall.offers()
        assert cleo.id in offer.people

    async def test_do_not_begin_a_match_with_whoever_has_blocked_their_owner_meanwhile(self, hall: Hall) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        bot = await with_a_bot(hall, ben)
        offer = await hall.offered(ann, bot)
        await hall.matchmaking.accept(ann.id, offer.id, None)
        await hall.block(ann, ben)
        assert (await hall.matchmaking.accept(bot.id, offer.id, None)).stage is OfferStage.FAILED


class TestWhileAMatchIsOffered:
    @MEANWHILE
    @pytest.mark.parametrize("at_the_last_moment", [False, True])
    async def test_no_match_begins_of_whoever_may_not_meet_any_more(
        self, hall: Hall, meanwhile: Meanwhile, at_the_last_moment: bool
    ) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        offer = await hall.offered(ann, ben)
        before = await hall.ticket(ben)
        await hall.matchmaking.accept(ann.id, offer.id, None)
        if at_the_last_moment:
            hall.documents.before_the_next_commit_of = (b'"stage":"accepted"', lambda: meanwhile(hall, ann, ben))
        else:
            await meanwhile(hall, ann, ben)
        answer = await hall.matchmaking.accept(ben.id, offer.id, None)
        assert answer.stage is OfferStage.FAILED
        after = await hall.ticket(ben)
        assert before is not None
        assert after is not None
        assert (after.id, after.waits_from, after.offer) == (before.id, before.waits_from, None)
        assert (await hall.seeker(ben)).missed == (), "it is no fault of his"
        for _ in range(3):
            await hall.run_round()
        assert await hall.offers() == []
        assert await hall.ticket(ben) is not None

    async def test_friends_who_have_blocked_each_other_may_still_come_together(self, hall: Hall) -> None:
        ann, ben, cleo, dan = await hall.guests("Ann", "Ben", "Cleo", "Dan")
        await hall.block(ann, ben)
        for player in (ann, ben):
            await hall.seek(player, "density-deck", party={"code": "our table", "size": 2})
        for player in (cleo, dan):
            await hall.seek(player, "density-deck")
        await hall.run_round()
        (offer,) = await hall.offers()
        answers = [await hall.matchmaking.accept(player.id, offer.id, None) for player in (ann, ben, cleo, dan)]
        assert answers[-1].stage is OfferStage.BEGUN


class TestAnAccept:
    async def test_comes_too_late_after_the_deadline_though_no_round_has_looked_yet(self, hall: Hall) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        offer = await hall.offered(ann, ben)
        await hall.matchmaking.accept(ann.id, offer.id, None)
        hall.hand.move(TIME_TO_ACCEPT + 1)
        with pytest.raises(CommandRefused) as refused:
            await hall.matchmaking.accept(ben.id, offer.id, None)
        assert refused.value.code is RefusalCode.OFFER_OVER

    async def test_that_is_sent_again_keeps_the_entropy_that_was_given_first(self, hall: Hall) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        offer = await hall.offered(ann, ben)
        for entropy in ("first", "second"):
            answer = await hall.matchmaking.accept(ann.id, offer.id, entropy_hash(entropy))
            assert [seat.entropy_hash for seat in answer.seats if seat.player == ann] == [entropy_hash("first")]

    async def test_whose_answer_is_lost_and_that_nobody_sends_again_begins_the_match_by_the_next_round(
        self, hall: Hall
    ) -> None:
        async def lose_the_answer() -> None:
            hall.documents.loses_the_next_answer = True

        ann, ben = await hall.guests("Ann", "Ben")
        offer = await hall.offered(ann, ben)
        await hall.matchmaking.accept(ann.id, offer.id, None)
        hall.documents.before_the_next_commit_of = (b'"stage":"accepted"', lose_the_answer)
        with pytest.raises(Unavailable):
            await hall.matchmaking.accept(ben.id, offer.id, None)
        assert [each.stage for each in await hall.offers()] == [OfferStage.ACCEPTED]
        await hall.run_round()
        assert [(await hall.seeker(player)).ended for player in (ann, ben)] == [TicketEnd.BEGUN] * 2
        assert await hall.matches.is_over(offer.match) is False


class TestWhoIsNotConnected:
    async def test_may_come_back_to_an_offer_until_its_deadline(self, hall: Hall) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        offer = await hall.offered(ann, ben)
        for _ in range(8):
            hall.hand.move(BETWEEN_ROUNDS)
            assert await hall.quick_match.rounds.run_round()
        assert [each.stage for each in await hall.offers()] == [OfferStage.OPEN]
        answers = [await hall.matchmaking.accept(player.id, offer.id, None) for player in (ann, ben)]
        assert answers[-1].stage is OfferStage.BEGUN


async def test_a_command_sent_again_whose_ticket_has_ended_since_gives_no_second_one(hall: Hall) -> None:
    ann, ben = await hall.guests("Ann", "Ben")
    await hall.seek(ann, ref="one")
    await hall.seek(ben)
    await hall.run_round()
    (offer,) = await hall.offers()
    for player in (ann, ben):
        await hall.matchmaking.accept(player.id, offer.id, None)
    await hall.seek(ann, ref="one")
    assert await hall.ticket(ann) is None
    assert (await hall.seeker(ann)).ended is TicketEnd.BEGUN
    await hall.seek(ann, ref="two")
    assert await hall.ticket(ann) is not None


class TestTheSameOpponentTwiceRunning:
    async def test_is_avoided_while_there_is_a_choice(self, hall: Hall) -> None:
        ann, ben, cleo = await hall.guests("Ann", "Ben", "Cleo")
        await hall.begun(ann, ben)
        offer = await hall.offered(ann, ben, cleo)
        assert cleo.id in offer.people

    async def test_is_better_than_none(self, hall: Hall) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        await hall.begun(ann, ben)
        assert set((await hall.offered(ann, ben)).people) == {ann.id, ben.id}

    async def test_is_avoided_by_parties_too_but_friends_are_no_opponents(self, hall: Hall) -> None:
        ann, ben, cleo, dan, edda, finn = await hall.guests("Ann", "Ben", "Cleo", "Dan", "Edda", "Finn")
        await hall.begun(ann, ben, cleo, dan, party=(ann, ben))
        offer = await hall.offered(ann, ben, cleo, dan, edda, finn, party=(ann, ben))
        assert set(offer.people) == {ann.id, ben.id, edda.id, finn.id}


class TestWhoMayPlayNoMore:
    @GOING
    async def test_is_taken_out_as_soon_as_it_is_told(self, hall: Hall, goes: Meanwhile) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        await hall.seek(ann)
        await goes(hall, ann, ben)
        await hall.look()
        assert await hall.ticket(ann) is None
        assert await hall.repository.documents.listed(TICKET_INDEX, most=9) == []
        assert await hall.repository.documents.listed(SEEKER_INDEX, most=9) == []

    @GOING
    async def test_leaves_an_offer_that_fails_at_once(self, hall: Hall, goes: Meanwhile) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        offer = await hall.offered(ann, ben)
        await hall.matchmaking.accept(ann.id, offer.id, None)
        await goes(hall, ann, ben)
        await hall.look()
        assert await hall.offers() == []
        ticket = await hall.ticket(ben)
        assert ticket is not None
        assert ticket.is_waiting

    @GOING
    async def test_plays_the_match_that_all_had_accepted_before(self, hall: Hall, goes: Meanwhile) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        offer = await hall.offered(ann, ben)
        answers = [await hall.matchmaking.accept(player.id, offer.id, None) for player in (ann, ben)]
        await goes(hall, ann, ben)
        await hall.look()
        assert answers[-1].stage is OfferStage.BEGUN
        assert await hall.matches.is_over(offer.match) is False

    @GOING
    async def test_gets_no_ticket(self, hall: Hall, goes: Meanwhile) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        hall.documents.before_the_next_commit_of = (b'"ticket":"', lambda: goes(hall, ann, ben))
        with pytest.raises(CommandRefused) as refused:
            await hall.seek(ann)
        assert refused.value.code is RefusalCode.BANNED
        assert await hall.ticket(ann) is None

    async def test_is_a_bot_of_somebody_who_is_banned(self, hall: Hall) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        await hall.players.register(ann.id, "Ann", "a long walk by the sea")
        await BotAccounts(hall.repository.documents, hall.players).make_bot(ann.id, "Annabot")
        account = await hall.players.named("Annabot")
        assert account is not None
        bot = account.player
        assert bot.id in (await hall.offered(bot, ben)).people
        await hall.ban(ann)
        await hall.look()
        assert (await hall.ticket(bot), await hall.offers()) == (None, [])
        with pytest.raises(CommandRefused) as refused:
            await hall.seek(bot)
        assert refused.value.code is RefusalCode.BANNED

    async def test_is_nobody_of_whom_it_is_not_so_however_often_they_are_looked_at(self, hall: Hall) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        await hall.seek(ann)
        hall.quick_match.rounds.check_soon([ann.id, ben.id])
        await hall.quick_match.rounds.put_out()
        assert await hall.ticket(ann) is not None


class TestWaitingOfFriends:
    PARTY = PartyCode(code="our table", size=2)

    async def test_begins_when_all_have_come(self, hall: Hall) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        await self.seek(hall, ann)
        hall.hand.move(300_000)
        await self.seek(hall, ben)
        ticket = await hall.ticket(ann)
        assert ticket is not None
        assert ticket.since == hall.hand()

    async def test_stands_still_while_one_is_missing(self, hall: Hall) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        for player in (ann, ben):
            await self.seek(hall, player)
        hall.hand.move(40_000)
        await hall.matchmaking.unseek(ben.id)
        hall.hand.move(300_000)
        ticket = await hall.ticket(ann)
        assert ticket is not None
        assert (ticket.since, ticket.waited_at(hall.hand())) == (None, 40_000)
        await self.seek(hall, ben)
        hall.hand.move(1_000)
        ticket = await hall.ticket(ann)
        assert ticket is not None
        assert ticket.waited_at(hall.hand()) == 41_000

    async def test_begins_when_nobody_is_held_back(self, hall: Hall) -> None:
        ann, ben = await hall.guests("Ann", "Ben")
        for _ in range(2):
            offer = await hall.offered(ann, ben)
            await hall.matchmaking.accept(ben.id, offer.id, None)
            await hall.run_round(after=25_000)
        await hall.seek(ann)
        ticket = await hall.ticket(ann)
        assert ticket is not None
        assert ticket.held_until > hall.hand()
        assert ticket.waited_at(Milliseconds(ticket.held_until + 3_000)) == 3_000

    async def seek(self, hall: Hall, player: Player) -> None:
        wish = Seek(games=(GameName("density-deck"),), party=self.PARTY)
        await hall.matchmaking.seek(player, wish)
