"""Packs: when they are due, that each is opened once with what was drawn, and that all of them are counted."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest
from lobby.collection_world import ADA, BO, GUEST, NOON, World
from lobby.ratings_world import Fate, Shaky
from quarterdeck_games import GAMES
from quarterdeck_protocol.fairness.pack_draws import PackPool, PackRarity
from quarterdeck_protocol.lobby.collection.owned_copies import OpenPack, Pack, PackId, PackOpened, PackSource
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.ledger_audit import audited
from quarterdeck_server.lobby.collection.movements import face_of
from quarterdeck_server.lobby.collection.pack_audit import audited_packs
from quarterdeck_server.lobby.collection.pack_pools import drawn, pools_of
from quarterdeck_server.lobby.collection.pack_records import (
    DAY,
    MOST_MATCHES_A_CLAIM,
    MOST_UNOPENED,
    OPENED,
    PACKS,
    POOLS,
    PackSettings,
    counts_of,
)
from quarterdeck_server.lobby.collection.packs import PackService
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore, IndexAddition, IndexEntry
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS, history
from quarterdeck_server.lobby.ratings.match_results import MatchResultRecord, SeatRecord
from quarterdeck_server.lobby.ratings.rating_model import BEGINNER
from quarterdeck_server.storage.memory import Memory
from quarterdeck_server.store_errors import Unavailable
from recorded_documents import CountedDocuments
from stores import processes_on, redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures

GAME = GameName("amiibart")
HOME, AWAY, LOCAL = "9.9.9.9", "8.8.4.4", "127.0.0.1"
SETTINGS = PackSettings(first=3, per_day=2, per_match=1, age=Milliseconds(DAY))


class Packs(World):
    """A process that gives and opens packs."""

    def __init__(self, documents: DocumentStore | None = None, settings: PackSettings = SETTINGS) -> None:
        super().__init__(documents)
        self.now = Milliseconds(NOON + DAY)
        self.packs = PackService(self.documents, self.ledger, GAMES, settings, lambda: self.now)

    async def claimed(self, player: PlayerId, address: str = HOME) -> tuple[Pack, ...]:
        return (await self.packs.claim(player, GAME, address)).packs

    async def opened(self, player: PlayerId, pack: Pack, entropy: str = "") -> PackOpened:
        return await self.packs.open(player, OpenPack(pack=pack.id, entropy=entropy))

    async def ended(self, name: str, at: int, game: str = GAME, *, rated: bool = True) -> None:
        """Note a match of Ada's that has ended."""
        seat = SeatRecord(player=ADA, before=BEGINNER if rated else None, after=BEGINNER if rated else None)
        result = MatchResultRecord(
            match=MatchId(name),
            game=GameName(game),
            seats=(seat,),
            reason="won",
            unrated=None,
            began=Milliseconds(at - 1),
            ended=Milliseconds(at),
            entries=9,
        )
        await self.documents.commit([MATCH_RESULTS.put(name, None, result)], [IndexEntry(history(ADA), name, at)])


@pytest.fixture
async def world() -> Packs:
    made = Packs()
    await made.open(ADA, BO, GUEST)
    return made


def sources(packs: Sequence[Pack]) -> Counter[str]:
    return Counter(pack.source.value for pack in packs)


# Earning


async def test_the_first_gift_and_the_packs_of_the_day_are_given_once(world: Packs) -> None:
    assert sources(await world.claimed(ADA)) == {"gift": 3, "day": 2}
    again = await world.packs.claim(ADA, GAME, HOME)
    assert (len(again.packs), again.earned, again.next_at) == (5, 0, (world.now // DAY + 1) * DAY)
    world.now = Milliseconds(world.now + DAY)
    assert sources(await world.claimed(ADA)) == {"gift": 3, "day": 4}


async def test_one_first_gift_goes_to_an_address_in_a_day(world: Packs) -> None:
    assert sources(await world.claimed(ADA)) == {"gift": 3, "day": 2}
    assert sources(await world.claimed(BO)) == {"day": 2}
    assert sources(await world.claimed(BO, AWAY)) == {"gift": 3, "day": 2}


async def test_an_address_that_is_nobodys_own_holds_nobody_back(world: Packs) -> None:
    assert sources(await world.claimed(ADA, LOCAL)) == sources(await world.claimed(BO, LOCAL))


@pytest.mark.parametrize(
    ("player", "game", "early", "code"),
    [
        (GUEST, GAME, 0, RefusalCode.NOT_REGISTERED),
        (ADA, GameName("tiny"), 0, RefusalCode.NO_PACKS),
        (ADA, GAME, 1, RefusalCode.TOO_NEW),
    ],
)
async def test_guests_young_accounts_and_games_without_packs_are_refused(
    world: Packs, player: PlayerId, game: GameName, early: int, code: RefusalCode
) -> None:
    world.now = Milliseconds(world.now - early)
    with pytest.raises(CommandRefused) as refused:
        await world.packs.claim(player, game, HOME)
    assert (refused.value.code, refused.value.retry_in) == (code, early or None)
    assert (await world.packs.listed(player)).packs == ()


async def test_an_account_that_is_too_young_is_told_from_when_on_it_may_claim_packs(world: Packs) -> None:
    assert (await world.packs.listed(ADA)).due_from is None
    may_from = world.now
    world.now = Milliseconds(may_from - 1)
    assert (await world.packs.listed(ADA)).due_from == may_from


async def test_the_packs_that_are_due_are_counted_before_they_are_claimed(world: Packs) -> None:
    async def due(player: PlayerId, address: str = HOME) -> int | None:
        return (await world.packs.listed(player, address)).due

    assert (await due(ADA), await due(GUEST)) == (5, 0)
    assert len(await world.claimed(ADA)) == 5
    assert (await due(ADA), await due(BO), await due(BO, AWAY)) == (0, 2, 5)
    await world.ended("m", world.now - 1)
    assert await due(ADA) == 1


async def test_a_rated_match_gives_a_pack_of_its_game_once_and_so_many_a_day(world: Packs) -> None:
    await world.claimed(ADA)
    for number in range(3):
        await world.ended(f"m{number}", world.now - 3 + number)
    await world.ended("friendly", world.now, rated=False)
    await world.ended("another game", world.now, "tiny")
    assert sources(await world.claimed(ADA))["match"] == 3
    assert sources(await world.claimed(ADA))["match"] == 3
    for number in range(20):
        await world.ended(f"n{number}", world.now + number)
    world.now = Milliseconds(world.now + 30)
    assert sources(await world.claimed(ADA))["match"] == MOST_MATCHES_A_CLAIM


async def test_a_player_who_has_many_unopened_is_given_no_more_before_some_are_opened(world: Packs) -> None:
    many = Packs(world.documents, msgspec.structs.replace(SETTINGS, first=MOST_UNOPENED))
    packs = await many.claimed(ADA)
    many.now = Milliseconds(many.now + DAY)
    assert len(await many.claimed(ADA)) == len(packs)
    for pack in packs[:3]:
        await many.opened(ADA, pack)
    assert len(await many.claimed(ADA)) == len(packs) - 3 + 2


async def test_whose_answer_was_lost_has_the_same_packs(world: Packs) -> None:
    shaky = Shaky(world.documents)
    process = Packs(shaky)
    await process.claimed(BO, AWAY)
    shaky.fates = [Fate.UNANSWERED]
    with pytest.raises(Unavailable):
        await process.claimed(ADA)
    assert sources(await process.claimed(ADA)) == {"gift": 3, "day": 2}


# Opening


async def test_a_pack_is_what_is_drawn_from_the_seed_that_was_bound_and_their_own_entropy(world: Packs) -> None:
    pack = (await world.claimed(ADA))[0]
    opened = await world.opened(ADA, pack, "a penny in the fountain")
    shown = msgspec.structs.replace(pack, commitment=_commitment(opened.seed))
    assert (shown, opened.pool) == (pack, pack.pool)
    assert opened.cards == drawn(pools_of(GAMES)[GAME], opened.seed, pack.id, "a penny in the fountain")
    assert await world.owned(ADA) == Counter(face_of(GAME, card.card) for card in opened.cards)
    assert pack.id not in [each.id for each in (await world.packs.listed(ADA)).packs]


def _commitment(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


async def test_a_pack_is_opened_once_whatever_is_said_the_second_time(world: Packs) -> None:
    pack = (await world.claimed(ADA))[0]
    opened = await world.opened(ADA, pack, "first")
    assert await world.opened(ADA, pack, "second") == opened
    assert sum((await world.owned(ADA)).values()) == 5


async def test_of_many_who_open_a_pack_at_once_all_are_told_the_same(redis_url: str) -> None:
    async with processes_on(Memory(), redis_url) as start:
        one, other = Packs((await start()).documents), Packs((await start()).documents)
        await one.open(ADA)
        pack = (await one.claimed(ADA))[0]
        opening = [(one, other)[number % 2].opened(ADA, pack, f"{number}") for number in range(10)]
        told = await asyncio.gather(*opening)
        assert len({msgspec.json.encode(each) for each in told}) == 1
        assert sum((await one.owned(ADA)).values()) == 5
        assert (await audited(one.documents)).faults == ()


async def test_nobody_opens_anothers_pack_or_is_told_what_was_in_it(world: Packs) -> None:
    pack = (await world.claimed(ADA))[0]
    for _ in range(2):
        with pytest.raises(CommandRefused) as refused:
            await world.opened(BO, pack)
        assert refused.value.code is RefusalCode.UNKNOWN_PACK
        await world.opened(ADA, pack)


async def test_a_pack_is_drawn_from_the_lists_with_which_it_was_earned(world: Packs) -> None:
    pack = (await world.claimed(ADA))[0]
    later = Packs(world.documents)
    pool = later.packs.pools[GAME]
    grown = PackPool(game=GAME, common=("new", *pool.common), rare=pool.rare, ultra_rare=pool.ultra_rare)
    later.packs.pools[GAME] = grown
    later.packs._known = {grown.hash: grown}
    opened = await later.opened(ADA, pack)
    assert opened.cards == drawn(pool, opened.seed, pack.id, "")


async def test_an_opening_costs_four_round_trips_at_most(world: Packs) -> None:
    counted = CountedDocuments(world.documents)
    process, calls = Packs(counted), counted.calls
    pack = (await process.claimed(ADA))[0]
    calls.clear()
    await process.opened(ADA, pack)
    assert calls == ["read", "read", "commit"]
    process.packs._known.clear()
    calls.clear()
    await process.opened(ADA, (await process.packs.listed(ADA)).packs[0])
    assert len(calls) - 1 == 4, "the list was read, too"


@pytest.mark.parametrize("fate", [Fate.LOST, Fate.UNANSWERED])
async def test_whose_opening_was_not_answered_opens_it_once(world: Packs, fate: Fate) -> None:
    shaky = Shaky(world.documents)
    process = Packs(shaky)
    pack = (await process.claimed(ADA))[0]
    shaky.fates = [fate]
    with pytest.raises(Unavailable):
        await process.opened(ADA, pack, "first")
    opened = await process.opened(ADA, pack, "second")
    assert opened.entropy == ("second" if fate is Fate.LOST else "first")
    assert sum((await world.owned(ADA)).values()) == 5


async def test_a_player_who_is_deleted_leaves_opened_packs_that_name_nobody_and_no_others(world: Packs) -> None:
    packs = await world.claimed(ADA)
    await world.opened(ADA, packs[0])
    process = Packs(world.documents)

    async def leaving(player: PlayerId) -> ExtraWrites:
        return (await process.ledger.leaving(player)).plus(await process.packs.leaving(player))

    process.players._leaving = leaving
    await process.players.remove(ADA)
    assert await PACKS.read(world.documents, [ADA]) == [None]
    (document,) = await world.documents.read([OPENED.key(packs[0].id)])
    assert document is not None
    assert b'"ada"' not in document.body
    found = await audited_packs(world.documents, process.packs.pools)
    assert (found.packs, found.faults) == (1, ())


# Counting


async def test_all_packs_are_counted_list_by_list_and_drawn_again(world: Packs) -> None:
    many = Packs(world.documents, msgspec.structs.replace(SETTINGS, first=60))
    for pack in await many.claimed(ADA):
        await many.opened(ADA, pack, "mine")
    found = await audited_packs(world.documents, many.packs.pools)
    assert (found.packs, found.faults) == (62, ())
    (pool,) = [each for each in found.odds.pools if each.lists.game == GAME]
    assert (pool.packs, sum(pool.fifth.values()), pool.is_current) == (62, 62, True)
    assert sum(each.drawn for cards in pool.drawn.values() for each in cards) == 5 * 62
    assert {fit.what for fit in pool.fits} == {"fifth", "common", "rare", "ultra_rare", "art_rare"}


async def test_packs_that_older_servers_told_as_art_rares_are_right_and_counted_as_ultra_rares(world: Packs) -> None:
    """MYACARDS has no Art Rares: what stands in for one was told as one until 29 November 2026."""
    myacards = GameName("myacards")
    many = Packs(world.documents, msgspec.structs.replace(SETTINGS, first=100))
    old = 0
    for pack in (await many.packs.claim(ADA, myacards, HOME)).packs:
        opened = await many.opened(ADA, pack, "mine")
        if opened.cards[-1].rarity is PackRarity.ULTRA_RARE and not old:
            await _told_as_it_was(world.documents, pack.id)
            old += 1
    assert old == 1
    found = await audited_packs(world.documents, many.packs.pools)
    assert (found.packs, found.faults, found.doubts) == (102, (), ())
    (pool,) = [each for each in found.odds.pools if each.lists.game == myacards]
    assert (pool.fifth["art_rare"], pool.drawn["art_rare"], pool.packs) == (0, (), 102)
    assert pool.fifth["ultra_rare"] == sum(each.drawn for each in pool.drawn["ultra_rare"]) > 1
    assert (pool.sides, pool.fits[0].degrees) == ({"rare": 8, "ultra_rare": 4, "art_rare": 0}, 1)


async def _told_as_it_was(documents: DocumentStore, pack: PackId) -> None:
    """Make an opened pack, and its counts, those of an older server, which sent its Ultra Rare as an Art Rare."""
    (document,) = await documents.read([OPENED.key(pack)])
    opened = OPENED.of(document)
    assert opened is not None
    *others, fifth = opened.cards
    art_rare = msgspec.structs.replace(fifth, rarity=PackRarity.ART_RARE)
    older = msgspec.structs.replace(opened, cards=(*others, art_rare))
    index = counts_of(opened.pool)
    counted = [("fifth ultra_rare", -1), ("fifth art_rare", 1), (f"ultra_rare {fifth.card}", -1)]
    counted.append((f"art_rare {fifth.card}", 1))
    additions = [IndexAddition(index, member, by) for member, by in counted]
    await documents.commit([OPENED.put(pack, document, older)], additions)


async def test_the_audit_finds_what_was_not_drawn_so_and_what_was_not_counted(world: Packs) -> None:
    packs = await world.claimed(ADA)
    for pack in packs[:2]:
        await world.opened(ADA, pack)
    (document,) = await world.documents.read([OPENED.key(packs[0].id)])
    opened = OPENED.of(document)
    assert opened is not None
    better = tuple(msgspec.structs.replace(card, card="deluge-art") for card in opened.cards)
    lie = OPENED.put(opened.id, document, msgspec.structs.replace(opened, cards=better))
    await world.documents.commit([lie], [IndexAddition(counts_of(opened.pool), "packs", 1)])
    (second,) = await world.documents.read([OPENED.key(packs[1].id)])
    await world.documents.commit([OPENED.drop(packs[1].id, second)])
    faults = (await audited_packs(world.documents, world.packs.pools)).faults
    for text in (
        "are not what is drawn from its seed",
        "other cards have come",
        "it is not there",
        "is counted 3 times",
    ):
        assert [fault for fault in faults if text in fault], (text, faults)


async def test_lists_that_are_gone_are_a_fault(world: Packs) -> None:
    pack = (await world.claimed(ADA))[0]
    await world.opened(ADA, pack)
    (document,) = await world.documents.read([POOLS.key(pack.pool)])
    await world.documents.commit([POOLS.drop(pack.pool, document)])
    faults = (await audited_packs(world.documents, world.packs.pools)).faults
    assert [fault for fault in faults if "are not there, or are others" in fault]


def test_the_sources_of_packs_are_those_of_the_protocol() -> None:
    assert {each.value for each in PackSource} >= {"gift", "day", "match", "code"}
    assert PackId("p") == "p"
