"""Batches of codes: made, listed and taken back by moderators, each in one commit with its entry in the audit log."""

import asyncio
import re

import pytest
from lobby.codes_world import A_CARD, A_PACK, BOTH, CARD, GAME, MODERATOR, POWER, Codes
from lobby.collection_world import ADA, BO, NOON
from lobby.failing_processes import FATES, Died, Fate, FatefulDocuments
from msgspec.structs import replace
from quarterdeck_protocol.lobby.claim_codes import (
    CodeBatchId,
    CopiesToGive,
    GetCodeHistory,
    ListCodes,
    MakeCodes,
    NewCodeGift,
    PacksToGive,
    RevokeCodes,
)
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.code_batches import BATCHES_A_PAGE
from quarterdeck_server.lobby.collection.code_records import BATCH_INDEX, BATCHES, CODES, hashed
from quarterdeck_server.storage.memory import Memory
from quarterdeck_server.store_errors import Unavailable
from stores import processes_on, redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures


@pytest.fixture
async def world() -> Codes:
    made = Codes()
    await made.open(ADA, BO)
    await made.employ()
    return made


async def test_the_largest_batch_is_made_in_one_commit_with_its_entry(redis_url: str) -> None:
    async with processes_on(Memory(), redis_url) as start:
        world = Codes((await start()).documents)
        await world.open(ADA)
        await world.employ()
        made = await world.made(BOTH, codes=1000, uses=1_000_000)
        assert len(set(made.codes)) == made.batch.codes == 1000
        assert all(re.fullmatch(r"([0-9A-Z]{4}-){3}[0-9A-Z]{4}", code) for code in made.codes)
        (deed,) = (await world.log.read(None, 50)).deeds
        assert (deed.what.value, deed.why, deed.detail) == ("make_codes", "The fair", made.batch.id)
        assert (await world.claimed(ADA, made.codes[-1])).copies
        (last,) = await CODES.read(world.documents, [hashed(made.codes[-1])])
        assert last is not None
        assert (last.number, last.claimed) == (1000, 1)


async def test_under_the_same_ref_a_batch_is_made_once_and_its_codes_are_shown_once(world: Codes) -> None:
    made = await world.made(codes=2, ref="spring")
    again = await world.made(codes=2, ref="spring")
    assert (again.batch, again.codes) == (made.batch, ())
    with pytest.raises(CommandRefused) as refused:
        await world.made(codes=3, ref="spring")
    assert refused.value.code is RefusalCode.REF_REUSED
    assert await world.documents.count(BATCH_INDEX) == 1


@pytest.mark.parametrize("what", FATES)
@pytest.mark.parametrize("after", range(4))
async def test_whichever_process_dies_a_batch_is_there_as_a_whole_or_not_at_all(
    world: Codes, what: str, after: int
) -> None:
    fate = Fate()
    fate.what, fate.after = what, after
    process = Codes(FatefulDocuments(world.documents, fate, lambda: world.now))
    codes: tuple[str, ...] = ()
    try:
        codes = (await process.made(codes=3, ref="spring")).codes
    except (Died, Unavailable):
        assert what != "fine"
    again = await Codes(world.documents).made(codes=3, ref="spring")
    assert again.batch.codes == 3
    assert await world.documents.count(BATCH_INDEX) == 1
    assert len((await world.log.read(None, 50)).deeds) == 1
    for code in codes or again.codes:
        assert (await CODES.read(world.documents, [hashed(code)]))[0] is not None


async def test_batches_are_listed_newest_first_page_by_page_with_what_was_claimed(world: Codes) -> None:
    ids = []
    for number in range(BATCHES_A_PAGE + 2):
        world.now = Milliseconds(world.now + 1)
        made = await world.made()
        ids.append(made.batch.id)
        if number == 0:
            await world.claimed(ADA, made.codes[0])
    first = await world.batches.listed(MODERATOR, ListCodes())
    second = await world.batches.listed(MODERATOR, ListCodes(before=first.before))
    assert second.before is None
    listed = [*first.batches, *second.batches]
    assert sorted(each.id for each in listed) == sorted(ids)
    assert [each.made_at for each in listed] == sorted((each.made_at for each in listed), reverse=True)
    assert {each.id: each.claimed for each in listed if each.claimed} == {ids[0]: 1}
    assert listed[0].made_by is not None
    assert listed[0].made_by.name == "Mo"


async def test_a_batch_is_taken_back_once_and_what_was_claimed_stays(world: Codes) -> None:
    made = await world.made(uses=2)
    await world.claimed(ADA, made.codes[0])
    order = RevokeCodes(batch=made.batch.id, why="A poster was left on the train.")
    revoked = (await world.batches.revoke(MODERATOR, order)).batch
    assert revoked.revoked_at is not None
    world.now = Milliseconds(world.now + 1)
    assert (await world.batches.revoke(MODERATOR, order)).batch == revoked
    with pytest.raises(CommandRefused) as refused:
        await world.claimed(BO, made.codes[0])
    assert refused.value.code is RefusalCode.CODE_REVOKED
    assert sum((await world.owned(ADA)).values()) == 1
    found = await world.batches.history(MODERATOR, GetCodeHistory(batch=made.batch.id))
    assert sorted(each.what.value for each in found.deeds) == ["claim_code", "make_codes", "revoke_codes"]
    assert [each.what.value for each in (await world.log.read(None, 50)).deeds].count("revoke_codes") == 1


async def test_a_player_who_takes_the_same_batch_back_at_once_does_it_once(world: Codes) -> None:
    batch = (await world.made()).batch.id
    order = RevokeCodes(batch=batch, why="A slip.")
    told = await asyncio.gather(*(Codes(world.documents).batches.revoke(MODERATOR, order) for _ in range(5)))
    assert len({each.batch.revoked_at for each in told}) == 1
    assert [each.what.value for each in (await world.log.read(None, 50)).deeds].count("revoke_codes") == 1


SOMETHING = MakeCodes(label="The fair", gift=A_CARD)


def _giving(*, packs: tuple[PacksToGive, ...] = (), copies: tuple[CopiesToGive, ...] = ()) -> MakeCodes:
    return replace(SOMETHING, gift=NewCodeGift(packs=packs, copies=copies))


@pytest.mark.parametrize(
    ("order", "code", "where"),
    [
        (_giving(), RefusalCode.MALFORMED, "$.gift"),
        (
            _giving(packs=(A_PACK.packs[0], PacksToGive(game=GameName("chess")))),
            RefusalCode.UNKNOWN_GAME,
            "$.gift.packs[1].game",
        ),
        (_giving(packs=(PacksToGive(game=GameName("tiny")),)), RefusalCode.NO_PACKS, "$.gift.packs[0].game"),
        (_giving(packs=(PacksToGive(game=GAME, set="lost"),)), RefusalCode.UNKNOWN_CARD, "$.gift.packs[0].set"),
        (_giving(copies=(CopiesToGive(game=GAME, card="lost"),)), RefusalCode.UNKNOWN_CARD, "$.gift.copies[0].card"),
        (_giving(copies=(CopiesToGive(game=GAME, card=POWER),)), RefusalCode.UNKNOWN_CARD, "$.gift.copies[0].card"),
        (
            _giving(copies=(CopiesToGive(game=GameName("tiny"), card=CARD),)),
            RefusalCode.UNKNOWN_CARD,
            "$.gift.copies[0].card",
        ),
        (replace(SOMETHING, until=NOON), RefusalCode.MALFORMED, "$.until"),
        (replace(SOMETHING, label=" \n "), RefusalCode.TEXT_NOT_ALLOWED, "$.label"),
    ],
)
async def test_a_batch_of_what_there_is_not_is_refused(
    world: Codes, order: MakeCodes, code: RefusalCode, where: str
) -> None:
    with pytest.raises(CommandRefused) as refused:
        await world.batches.make(MODERATOR, order)
    assert (refused.value.code, refused.value.where) == (code, where)
    assert await world.documents.count(BATCH_INDEX) == 0


async def test_nobody_makes_lists_or_takes_back_codes_without_the_role(world: Codes) -> None:
    batch = (await world.made()).batch.id
    nobody = replace(MODERATOR, roles=())
    for asked in (
        world.batches.make(nobody, SOMETHING),
        world.batches.listed(nobody, ListCodes()),
        world.batches.revoke(nobody, RevokeCodes(batch=batch, why="A slip.")),
        world.batches.history(nobody, GetCodeHistory(batch=batch)),
    ):
        with pytest.raises(CommandRefused) as refused:
            await asked
        assert (refused.value.code, refused.value.where) == (RefusalCode.MISSING_ROLE, "$.type")


async def test_a_batch_or_code_that_there_is_not_has_no_history(world: Codes) -> None:
    nowhere = CodeBatchId("nowhere")
    for asked, code in (
        (world.batches.history(MODERATOR, GetCodeHistory(batch=nowhere)), RefusalCode.UNKNOWN_BATCH),
        (world.batches.history(MODERATOR, GetCodeHistory(code="nothing")), RefusalCode.UNKNOWN_CODE),
        (world.batches.history(MODERATOR, GetCodeHistory()), RefusalCode.MALFORMED),
        (world.batches.history(MODERATOR, GetCodeHistory(batch=nowhere, code="both")), RefusalCode.MALFORMED),
        (world.batches.revoke(MODERATOR, RevokeCodes(batch=nowhere, why="A slip.")), RefusalCode.UNKNOWN_BATCH),
    ):
        with pytest.raises(CommandRefused) as refused:
            await asked
        assert refused.value.code is code
    assert await BATCHES.read(world.documents, [nowhere]) == [None]
