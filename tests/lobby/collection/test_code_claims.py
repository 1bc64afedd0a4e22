"""Claiming a code: once, whoever asks at the same time and whichever process dies; and never by guessing."""

import asyncio
import logging
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from lobby.codes_world import A_CARD, A_PACK, AWAY, BOTH, CARD, FACE, GAME, HOME, LOCAL, MO, MODERATOR, Codes
from lobby.collection_world import ADA, BO, CY, GUEST, NOON
from lobby.cut_wire import CutWire
from lobby.failing_processes import FATES, Died, Fate, FatefulDocuments
from quarterdeck_protocol.lobby.claim_codes import CodeClaimed, GetCodeHistory, NewCodeGift, RevokeCodes
from quarterdeck_protocol.lobby.collection.owned_copies import OpenPack, PackSource
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.cause_audit import audited_causes
from quarterdeck_server.lobby.collection.code_claims import history_of_batch
from quarterdeck_server.lobby.collection.code_records import (
    BATCHES,
    CLAIMED,
    CLAIMS,
    CODES,
    FREE_A_PLAYER,
    FREE_AN_ADDRESS,
    GUESSES,
    hashed,
)
from quarterdeck_server.lobby.collection.ledger_audit import audited
from quarterdeck_server.lobby.collection.movements import MOVEMENTS
from quarterdeck_server.lobby.collection.pack_audit import audited_packs
from quarterdeck_server.lobby.collection.pack_records import DAY
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.moderation.audit import INDEX
from quarterdeck_server.storage.memory import Memory
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.web.rate_limit.addresses import counted_as
from recorded_documents import CountedDocuments
from stores import (  # noqa: F401 - fixtures
    SOON,
    cluster_of_our_own,
    cluster_url,
    processes_on,
    redis_url,
    server_of_our_own,
)

# ruff: noqa: F811 - fixtures

WRONG = "0000-0000-0000-0000"


@pytest.fixture
async def world() -> Codes:
    made = Codes()
    await made.open(ADA, BO, CY, GUEST)
    await made.employ()
    return made


async def refusal(world: Codes, player: PlayerId, code: str, address: str = LOCAL) -> CommandRefused:
    """Return why a code is refused, which changes nothing of what the player has."""
    before = await world.owned(player), await world.packs.listed(player)
    with pytest.raises(CommandRefused) as refused:
        await world.claimed(player, code, address)
    assert (await world.owned(player), await world.packs.listed(player)) == before
    return refused.value


# What a code gives


async def test_a_code_gives_copies_and_packs_to_be_opened_as_any_other(world: Codes) -> None:
    """S0:9"""
    made = await world.made(BOTH)
    claimed = await world.claimed(ADA, made.codes[0])
    assert claimed.label == "The fair"
    assert [(each.game, each.card, each.count) for each in claimed.copies] == [(GAME, CARD, 3)]
    assert await world.owned(ADA) == {FACE: 3}
    assert (await world.packs.listed(ADA)).packs == claimed.packs
    assert {pack.source for pack in claimed.packs} == {PackSource.CODE}
    for pack in claimed.packs:
        await world.packs.open(ADA, OpenPack(pack=pack.id, entropy="mine"))
    assert sum((await world.owned(ADA)).values()) == 3 + 2 * 5
    assert (await audited(world.documents)).faults == ()
    assert (await audited_packs(world.documents, world.packs.pools)).faults == ()
    (movement,) = await MOVEMENTS.read(world.documents, [f"code:{made.batch.id}:1:1"])
    assert movement is not None
    assert (movement.of, dict(movement.made)) == (made.batch.id, {FACE: 3})


async def test_a_code_may_give_packs_alone_and_they_are_of_a_set_if_it_says_so(world: Codes) -> None:
    (which, pool), *_ = world.packs.pools_of_sets.items()
    given = msgspec.structs.replace(A_PACK.packs[0], game=which[0], set=which[1])
    made = await world.made(msgspec.structs.replace(A_PACK, packs=(given,)))
    (pack,) = (await world.claimed(ADA, made.codes[0])).packs
    assert pack.pool == pool.hash
    opened = await world.packs.open(ADA, OpenPack(pack=pack.id))
    assert {each.card for each in opened.cards} <= {*pool.common, *pool.rare, *pool.ultra_rare, *pool.art_rare}
    (counted,) = [each for each in (await world.packs.odds()).pools if each.pool == pool.hash]
    assert (counted.packs, counted.is_current) == (1, True)


async def test_a_code_with_many_uses_is_for_as_many_players(world: Codes) -> None:
    made = await world.made(uses=2)
    await world.claimed(ADA, made.codes[0])
    await world.claimed(BO, made.codes[0])
    assert (await refusal(world, CY, made.codes[0])).code is RefusalCode.CODE_SPENT
    assert await world.documents.number_of(CLAIMED, made.batch.id) == 2


# What is refused


async def test_each_reason_has_a_refusal_of_its_own(world: Codes) -> None:
    spent = (await world.made()).codes[0]
    await world.claimed(BO, spent)
    twice = (await world.made(codes=2)).codes
    await world.claimed(ADA, twice[0])
    taken_back = await world.made()
    await world.batches.revoke(MODERATOR, RevokeCodes(batch=taken_back.batch.id, why="A slip."))
    expiring = (await world.made(until=Milliseconds(world.now + 1))).codes[0]
    world.now = Milliseconds(world.now + 1)
    usable = (await world.made()).codes[0]
    for player, code, why in (
        (ADA, WRONG, RefusalCode.UNKNOWN_CODE),
        (ADA, spent, RefusalCode.CODE_SPENT),
        (ADA, twice[0], RefusalCode.ALREADY_CLAIMED),
        (ADA, twice[1], RefusalCode.ALREADY_CLAIMED),
        (ADA, taken_back.codes[0], RefusalCode.CODE_REVOKED),
        (ADA, expiring, RefusalCode.CODE_EXPIRED),
        (GUEST, usable, RefusalCode.NOT_REGISTERED),
    ):
        assert (await refusal(world, player, code)).code is why, why
    assert dict(await world.owned(ADA)) == {FACE: 1}


async def test_a_moderator_does_not_claim_a_code_of_their_own(world: Codes) -> None:
    code = (await world.made()).codes[0]
    refused = await refusal(world, MO, code)
    assert (refused.code, refused.where) == (RefusalCode.CONFLICT_OF_INTEREST, "$.code")
    await world.claimed(BO, code)
    assert dict(await world.owned(BO)) == {FACE: 1}


async def test_an_account_that_is_too_young_is_told_when_it_is_not(world: Codes) -> None:
    code = (await world.made()).codes[0]
    world.now = Milliseconds(NOON + DAY - 5)
    refused = await refusal(world, ADA, code)
    assert (refused.code, refused.retry_in) == (RefusalCode.TOO_NEW, 5)
    world.now = Milliseconds(NOON + DAY)
    assert (await world.claimed(ADA, code)).copies


async def test_a_player_who_is_not_there_any_more_claims_nothing(world: Codes) -> None:
    code = (await world.made()).codes[0]
    assert (await refusal(world, PlayerId("nobody"), code)).code is RefusalCode.UNKNOWN_TOKEN


async def test_packs_that_there_are_none_of_any_more_cost_nobody_their_code(world: Codes) -> None:
    code = (await world.made(A_PACK)).codes[0]
    later = Codes(world.documents)
    del later.packs.pools[GAME]
    assert (await refusal(later, ADA, code)).code is RefusalCode.NO_PACKS
    assert (await world.claimed(ADA, code)).packs


# Guessing


async def test_a_player_who_guesses_waits_and_then_even_the_right_code_is_not_heard(world: Codes) -> None:
    code = (await world.made()).codes[0]
    for number in range(FREE_A_PLAYER):
        assert (await refusal(world, ADA, f"{number}{WRONG}", AWAY)).code is RefusalCode.UNKNOWN_CODE
    refused = await refusal(world, ADA, code)
    assert (refused.code, refused.retry_in) == (RefusalCode.SLOW_DOWN, 1000)
    assert (await world.claimed(BO, (await world.made()).codes[0], HOME)).copies, "others do not wait"
    world.now = Milliseconds(world.now + 1000)
    assert (await world.claimed(ADA, code)).copies


@pytest.mark.parametrize("address", [HOME, counted_as("2a02:8109:abcd:12::5")])
async def test_an_address_from_which_many_guess_waits_as_a_whole(world: Codes, address: str) -> None:
    players = [PlayerId(f"p{number}") for number in range(FREE_AN_ADDRESS)]
    await world.open(*players)
    for player in players:
        assert (await refusal(world, player, WRONG, address)).code is RefusalCode.UNKNOWN_CODE
    code = (await world.made()).codes[0]
    assert (await refusal(world, ADA, code, address)).code is RefusalCode.SLOW_DOWN
    assert (await world.claimed(ADA, code, AWAY)).copies


async def test_an_address_that_is_nobodys_own_holds_nobody_back(world: Codes) -> None:
    players = [PlayerId(f"p{number}") for number in range(FREE_AN_ADDRESS + 1)]
    await world.open(*players)
    for player in players:
        assert (await refusal(world, player, WRONG, LOCAL)).code is RefusalCode.UNKNOWN_CODE


async def test_of_many_guesses_at_once_no_more_are_heard_than_of_as_many_in_turn(redis_url: str) -> None:
    async with processes_on(Memory(), redis_url) as start:
        one, other = Codes((await start()).documents), Codes((await start()).documents)
        await one.open(ADA)
        guesses = [(one, other)[number % 2].claimed(ADA, f"{number}{WRONG}") for number in range(60)]
        told = await asyncio.gather(*guesses, return_exceptions=True)
        codes = Counter(each.code for each in told if isinstance(each, CommandRefused))
        assert codes.total() == 60
        assert codes[RefusalCode.UNKNOWN_CODE] == FREE_A_PLAYER
        (guessed,) = await GUESSES.read(one.documents, [ADA])
        assert guessed is not None
        assert guessed.wrong == FREE_A_PLAYER


# Once


@pytest.mark.parametrize(("claimants", "uses", "gift"), [(1000, 1, BOTH), (300, 60, A_CARD)])
async def test_of_all_who_claim_a_code_at_once_in_two_processes_as_many_get_it_as_may(
    redis_url: str, claimants: int, uses: int, gift: NewCodeGift
) -> None:
    async with processes_on(Memory(), redis_url) as start:
        one, other = Codes((await start()).documents), Codes((await start()).documents)
        players = [PlayerId(f"p{number}") for number in range(claimants)]
        await one.open(*players)
        await one.employ()
        made = await one.made(gift, uses=uses)

        async def claims(number: int) -> str:
            try:
                await (one, other)[number % 2].claimed(players[number], made.codes[0])
            except CommandRefused as refused:
                return refused.code
            return "claimed"

        told = Counter(await asyncio.gather(*map(claims, range(claimants))))
        assert told == {"claimed": uses, RefusalCode.CODE_SPENT: claimants - uses}
        owned = [await one.owned(player) for player in players]
        assert sum(sum(each.values()) for each in owned) == uses * gift.copies[0].count
        assert await one.documents.number_of(CLAIMED, made.batch.id) == uses
        assert await one.documents.count(history_of_batch(made.batch.id)) == uses + 1
        assert (await audited(one.documents)).faults == ()


async def test_one_player_claims_once_over_however_many_connections(redis_url: str) -> None:
    async with processes_on(Memory(), redis_url) as start:
        one, other = Codes((await start()).documents), Codes((await start()).documents)
        await one.open(ADA)
        await one.employ()
        made = await one.made(BOTH, codes=10, uses=50)
        asked = [(one, other)[number % 2].claimed(ADA, made.codes[number % 10]) for number in range(40)]
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert len([each for each in told if isinstance(each, CodeClaimed)]) == 1
        refused = Counter(each.code for each in told if isinstance(each, CommandRefused))
        assert refused == {RefusalCode.ALREADY_CLAIMED: 39}
        assert await one.owned(ADA) == {FACE: 3}


async def test_the_same_command_again_is_answered_as_it_was(world: Codes) -> None:
    code = (await world.made(BOTH)).codes[0]
    claimed = await world.claimed(ADA, code, ref="r1")
    assert await Codes(world.documents).claimed(ADA, code, ref="r1") == claimed
    assert (await refusal(world, ADA, code)).code is RefusalCode.ALREADY_CLAIMED
    assert (await world.owned(ADA), len((await world.packs.listed(ADA)).packs)) == ({FACE: 3}, 2)


@pytest.mark.parametrize("what", FATES)
@pytest.mark.parametrize("after", range(4))
async def test_whichever_process_dies_between_steps_nothing_is_lost_or_given_twice(
    world: Codes, what: str, after: int
) -> None:
    made = await world.made(BOTH, uses=2)
    fate = Fate()
    process = Codes(FatefulDocuments(world.documents, fate, lambda: world.now))
    await process.claims._marks.of(LOCAL)
    fate.what, fate.after = what, after
    try:
        await process.claimed(ADA, made.codes[0], ref="r1")
    except (Died, Unavailable):
        assert what != "fine"
    claimed = await Codes(world.documents).claimed(ADA, made.codes[0], ref="r1")
    assert await world.owned(ADA) == {FACE: 3}
    assert (await world.packs.listed(ADA)).packs == claimed.packs
    assert await world.documents.number_of(CLAIMED, made.batch.id) == 1
    assert (await audited(world.documents)).faults == ()


CUTS = {
    "the code and its batch": b":code_batch:",
    "what was looked at and the movement": b":movement:",
    "what was read and the commit": b"claim_code",
}
"""What a process says in the step at which it is cut off, and in none before it."""


@pytest.mark.parametrize("reaches", [False, True], ids=["it does not arrive", "nobody hears that it has"])
@pytest.mark.parametrize("step", CUTS)
async def test_a_player_who_is_cut_off_from_the_store_while_a_code_is_claimed_has_it_once_or_not(
    redis_url: str, tmp_path: Path, step: str, reaches: bool
) -> None:
    async with processes_on(Memory(), redis_url) as start:
        world = Codes((await start()).documents)
        await world.open(ADA)
        await world.employ()
        made = await world.made(BOTH, uses=2)
        wire = CutWire(redis_url, CUTS[step], reaches=reaches)
        async with wire.laid(tmp_path / "wire") as store:
            with pytest.raises(Unavailable):
                await Codes(store.documents).claimed(ADA, made.codes[0], ref="r1")
            assert wire.is_cut
        expected = 1 if reaches and "commit" in step else None
        async with asyncio.timeout(SOON):
            while await world.documents.number_of(CLAIMED, made.batch.id) != expected:  # noqa: ASYNC110 - it is underway
                await asyncio.sleep(0.01)
        assert await world.owned(ADA) == ({FACE: 3} if expected else {})
        claimed = await world.claimed(ADA, made.codes[0], ref="r1")
        assert await world.owned(ADA) == {FACE: 3}
        assert (await world.packs.listed(ADA)).packs == claimed.packs
        assert await world.documents.number_of(CLAIMED, made.batch.id) == 1
        assert (await audited(world.documents)).faults == ()
        assert (await audited_causes(world.documents)).faults == ()


async def test_claims_by_chance_in_processes_that_die_come_to_what_was_acknowledged() -> None:
    random, plain = Random(18), Codes()
    players = [PlayerId(f"p{number}") for number in range(12)]
    await plain.open(*players)
    await plain.employ()
    batches = [await plain.made(random.choice((A_CARD, A_PACK, BOTH)), codes=2, uses=3) for _ in range(4)]
    owned: Counter[tuple[PlayerId, str]] = Counter()
    for number in range(150):
        player, batch = random.choice(players), random.choice(batches)
        code, ref = random.choice(batch.codes), f"r{number}"
        while True:
            fate = Fate()
            process = Codes(FatefulDocuments(plain.documents, fate, lambda: plain.now))
            fate.what, fate.after = random.choice(FATES), random.randrange(5)
            try:
                await process.claimed(player, code, ref=ref)
            except (Died, Unavailable):
                continue
            except CommandRefused as refused:
                assert refused.code in (RefusalCode.CODE_SPENT, RefusalCode.ALREADY_CLAIMED)  # noqa: PT017 - either
            else:
                owned[player, batch.batch.id] += 1
            break
    assert set(owned.values()) == {1}
    for player in players:
        gifts = [each.batch.gift for each in batches if owned[player, each.batch.id]]
        assert sum((await plain.owned(player)).values()) == sum(each.count for gift in gifts for each in gift.copies)
        packs = (await plain.packs.listed(player)).packs
        assert len(packs) == sum(each.count for gift in gifts for each in gift.packs)
    assert (await audited(plain.documents)).faults == ()


async def test_a_player_who_claims_while_the_batch_is_taken_back_has_it_or_has_not(redis_url: str) -> None:
    async with processes_on(Memory(), redis_url) as start:
        one, other = Codes((await start()).documents), Codes((await start()).documents)
        players = [PlayerId(f"p{number}") for number in range(40)]
        await one.open(*players)
        await one.employ()
        made = await one.made(uses=40)
        revoked = other.batches.revoke(MODERATOR, RevokeCodes(batch=made.batch.id, why="A slip."))
        asked = [(one, other)[number % 2].claimed(player, made.codes[0]) for number, player in enumerate(players)]
        told, _ = await asyncio.gather(asyncio.gather(*asked, return_exceptions=True), revoked)
        claimed = len([each for each in told if isinstance(each, CodeClaimed)])
        refused = {each.code for each in told if isinstance(each, CommandRefused)}
        assert refused <= {RefusalCode.CODE_REVOKED}
        assert await one.documents.number_of(CLAIMED, made.batch.id) in (claimed or None, claimed)


async def test_on_a_cluster_a_code_is_claimed_once_over_two_processes(cluster_url: str) -> None:
    async with processes_on(Memory(), cluster_url) as start:
        one, other = Codes((await start()).documents), Codes((await start()).documents)
        players = [PlayerId(f"p{number}") for number in range(20)]
        await one.open(*players)
        await one.employ()
        made = await one.made(BOTH, codes=100, uses=3)
        asked = [(one, other)[number % 2].claimed(player, made.codes[0]) for number, player in enumerate(players)]
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert len([each for each in told if isinstance(each, CodeClaimed)]) == 3
        assert (await audited(one.documents)).faults == ()


# What it costs, and what is kept


async def test_a_claim_costs_four_round_trips_at_most_and_a_wrong_one_three(world: Codes) -> None:
    counted = CountedDocuments(world.documents)
    process, calls = Codes(counted), counted.calls
    codes = [(await world.made(gift)).codes[0] for gift in (A_CARD, A_PACK, BOTH)]
    await process.claims._marks.of(HOME)
    calls.clear()
    for code in codes:
        await process.claimed(ADA, code, HOME)
        assert calls == ["read", "read", "read", "commit"]
        calls.clear()
    with pytest.raises(CommandRefused):
        await process.claimed(ADA, WRONG, HOME)
    assert calls == ["read", "read", "commit"]


def rows_of(world: Codes) -> Any:
    """Return all that is kept."""
    documents: Any = world.documents
    return documents._memory.documents


async def test_a_code_is_nowhere_but_in_the_answer_that_shows_it(
    world: Codes, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    made = await world.made(BOTH, codes=3, uses=2)
    await world.claimed(ADA, made.codes[0], HOME)
    await refusal(world, ADA, made.codes[0], HOME)
    await refusal(world, ADA, WRONG, HOME)
    out, err = capsys.readouterr()
    documents = rows_of(world)
    kept = repr(documents._documents) + repr(documents._indexes) + caplog.text + out + err
    for code in made.codes:
        assert hashed(code) in kept
        assert code not in kept
        assert code.replace("-", "") not in kept


async def test_anything_that_was_claimed_is_in_the_history_of_the_code_and_not_among_what_moderators_did(
    world: Codes,
) -> None:
    made = await world.made(codes=2, uses=2)
    await world.claimed(ADA, made.codes[1])
    await world.claimed(BO, made.codes[1])
    found = await world.batches.history(MODERATOR, GetCodeHistory(code=made.codes[1].lower()))
    assert (found.number, found.claimed, found.batch.claimed) == (2, 2, 2)
    assert {each.by.id for each in found.deeds if each.by is not None} == {ADA, BO}
    assert {(each.what.value, each.detail) for each in found.deeds} == {("claim_code", f"{made.batch.id} 2")}
    listed = await world.log.read(None, 50)
    assert [each.what.value for each in listed.deeds] == ["make_codes"]
    assert await world.documents.count(INDEX) == 1
    (mine,) = await world.log.concerning(ADA, None)
    assert mine.what.value == "claim_code", "so an export has it"


async def test_a_player_who_is_deleted_leaves_nothing_of_what_they_have_claimed(world: Codes) -> None:
    made = await world.made(uses=2)
    await world.claimed(ADA, made.codes[0])
    await refusal(world, ADA, WRONG)

    async def leaving(player: PlayerId) -> ExtraWrites:
        return (await world.ledger.leaving(player)).plus(await world.claims.leaving(player))

    world.players._leaving = leaving
    await world.players.remove(ADA)
    assert await CLAIMS.read(world.documents, [ADA, MO]) == [None, None]
    assert await GUESSES.read(world.documents, [ADA]) == [None]
    (code,) = await CODES.read(world.documents, [hashed(made.codes[0])])
    assert code is not None
    assert (code.claimed, (await BATCHES.read(world.documents, [made.batch.id]))[0] is not None) == (1, True)
    assert (await world.claimed(BO, made.codes[0])).copies
