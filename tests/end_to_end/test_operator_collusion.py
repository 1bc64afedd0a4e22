"""The operator, who reads everything that the server keeps, and an accomplice at the table against one honest player.

All that is left to them is to have the deal refused, which everybody sees and the accomplice pays for.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest
from falsifications import again, opening, with_json
from matches.processes import Hand
from msgspec import UNSET
from msgspec.structs import replace
from quarterdeck_client import Client, ForkedError, RefusedError
from quarterdeck_client.errors import GoneError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.lobby.tables import begins_with
from quarterdeck_client.verification.fairness import check_chain
from quarterdeck_games.dice import key_of
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.standings import RefusedDeals
from quarterdeck_protocol.lobby.tables import Ready, Rematch, Reveal, Sit, Stand, Table, TableStage
from quarterdeck_protocol.names import MatchId, Milliseconds, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import LiveServer, live_server


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
async def server(hand: Hand) -> AsyncIterator[LiveServer]:
    async with live_server(MemoryStore(Memory(hand))) as server:
        yield server


SHARE = "what the accomplice has bound"


async def kept(server: LiveServer, table: TableId) -> TableRecord:
    """Return the table with all its secrets, as only the operator can read it."""
    return await server.services.tables.repository.read(table)


async def both_bound(server: LiveServer, ada: Client, accomplice: Client, game: str = "tiny") -> Table:
    """Let both bind a share; Ada's client reveals hers by itself, and the operator waits for that."""
    table = await ada.tables.open(game)
    await accomplice.tables.sit(table.id)
    await ada.tables.ready(table.id)
    before = await kept(server, table.id)
    assert before.places[0].entropy == ""  # nobody has it: the operator neither
    assert ada.notes[table.match].entropy not in msgspec.json.encode(before).decode()
    await accomplice.ask(Ready(table=table.id, entropy_hash=entropy_hash(SHARE)))
    async for now in ada.tables.changes(table.id):
        if now.places[0].revealed:
            return now
    raise AssertionError


async def leave(seat: FollowedMatch) -> None:
    """Let a match end."""
    await seat.resign()
    async for _ in seat.raw_updates():
        pass


async def refusal(client: Client, command: FromClient) -> RefusalCode:
    with pytest.raises(RefusedError) as refused:
        await client.ask(command)
    return refused.value.code


async def test_when_the_operator_can_foresee_the_deal_the_accomplice_can_choose_none(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Eve") as eve:
        table = await both_bound(server, ada, eve)
        secret = await kept(server, table.id)
        hers = secret.places[0].entropy
        assert hers == ada.notes[table.match].entropy  # now the operator knows all that the deal is made of

        def deal_with(share: str) -> bytes:
            return key_of(bytes.fromhex(secret.seed), secret.match, (hers, share))

        other_side = (each for each in map(str, range(1000)) if (deal_with(each)[0] ^ deal_with(SHARE)[0]) & 1)
        better = next(other_side)
        assert await refusal(eve, Reveal(table=table.id, entropy=better)) is RefusalCode.WRONG_ENTROPY
        for other in (Sit(table=table.id), Stand(table=table.id)):
            assert await refusal(eve, other) is RefusalCode.MATCH_RUNNING
        assert await refusal(eve, Rematch(table=table.id)) is RefusalCode.MATCH_RUNNING
        await eve.ask(Ready(table=table.id, entropy_hash=entropy_hash(better)))
        assert (await kept(server, table.id)).places == secret.places
        await eve.ask(Reveal(table=table.id, entropy=SHARE))
        seat = await ada.watch_match(table.match, 0)
        await leave(seat)
        opened = opening(await ada.transcript(table.match))["cause"]
        assert (opened["seed"], opened["entropy"]) == (secret.seed, [hers, SHARE])
        assert await ada.check_chain(table.match) > 0


FORGERIES: dict[str, Callable[[Any], object]] = {
    "the accomplice's share": lambda cause: cause["entropy"].__setitem__(1, "better"),
    "that and its hash": lambda cause: (
        cause["entropy"].__setitem__(1, "better"),
        cause["entropy_hashes"].__setitem__(1, entropy_hash("better")),
    ),
    "no hashes at all": lambda cause: (cause["entropy"].__setitem__(1, "better"), cause.pop("entropy_hashes")),
    "no share": lambda cause: (cause["entropy"].__setitem__(1, ""), cause["entropy_hashes"].__setitem__(1, None)),
    "the honest share": lambda cause: cause["entropy"].__setitem__(0, "better"),
    "the seats": lambda cause: (cause["entropy"].reverse(), cause["entropy_hashes"].reverse()),
    "the seed": lambda cause: cause.update(seed="00" * 32),
    "a hidden deck": lambda cause: cause["decks"][1]["cards"].reverse(),
    "an option": lambda cause: cause["options"].update(opening_hand=6),
    "another version of the rules": lambda cause: cause.update(rules=cause["rules"] - 1),
    "other card sets": lambda cause: cause.update(card_sets=[{"id": "OTHER", "sha256": "00" * 32}]),
    "who sits where": lambda cause: cause["players"].reverse(),
    "a share more": lambda cause: cause["entropy"].append("better"),
    "that and its hash, for no seat": lambda cause: (
        cause["entropy"].append("better"),
        cause["entropy_hashes"].append(entropy_hash("better")),
    ),
    "another game": lambda cause: cause.update(game="tiny"),
    "less time": lambda cause: cause.update(time_limit=cause["time_limit"] - 1),
    "that it is rated": lambda cause: cause.update(rated=not cause["rated"]),
}
"""What an operator could write into the store, and into the transcript, after all shares were shown."""


async def test_anything_that_the_operator_writes_instead_is_found_by_who_was_told_the_hashes(
    server: LiveServer,
) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Eve") as eve:
        table = await both_bound(server, ada, eve, "myacards")
        assert table.decks_commitment is not None
        await eve.ask(Reveal(table=table.id, entropy=SHARE))
        seat = await ada.watch_match(table.match, 0)
        await leave(seat)
        was, note = await ada.transcript(table.match), ada.notes[table.match]
        assert note.is_bound

        def held(transcript: Transcript) -> int:
            return check_chain(transcript, {}, note.commitment, (Seat(0), note.entropy), note)

        assert held(was) == 0
        for what, change in FORGERIES.items():

            def forge(entry: dict[str, Any], change: Callable[[dict[str, Any]], object] = change) -> None:
                change(entry["cause"])

            lie = again(with_json(was, 1, forge))
            with pytest.raises(ForkedError) as found:
                held(replace(lie, commitment=was.commitment) if what == "the seed" else lie)
            assert found.value.version == 1, what


async def test_a_table_that_is_set_back_when_all_shares_were_shown_is_no_second_choice(server: LiveServer) -> None:
    """Her client gives the same share for the same commitment, and remembers to what the accomplice was bound first."""
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Eve") as eve:
        table = await both_bound(server, ada, eve)

        def set_back(record: TableRecord) -> TableRecord:
            places = [
                replace(place, ready=False, entropy_hash=None, entropy="", revealed=False) for place in record.places
            ]
            return replace(record, stage=TableStage.GATHERING, places=tuple(places), changed=record.changed + 1)

        await server.services.tables.repository.change(table.id, set_back)
        better = "chosen for Ada's share"
        await ada.tables.ready(table.id)
        await eve.ask(Ready(table=table.id, entropy_hash=entropy_hash(better)))
        await eve.ask(Reveal(table=table.id, entropy=better))
        await ada.tables.begun(table.id)
        await leave(await ada.watch_match(table.match, 0))
        opened = opening(await ada.transcript(table.match))["cause"]
        assert opened["entropy"] == [ada.notes[table.match].entropy, better]
        with pytest.raises(ForkedError, match="the entropy hashes that you received"):
            await ada.verify(table.match)


async def test_another_match_than_the_one_that_was_bound_is_said_to_be_one(server: LiveServer) -> None:
    """The id of the match goes into the key: whoever may choose it when all shares were shown has as many deals."""
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Eve") as eve:
        table = await both_bound(server, ada, eve)
        other = MatchId("0123456789abcdef01234567")

        def swapped(record: TableRecord) -> TableRecord:
            return replace(record, match=other, changed=record.changed + 1)

        await server.services.tables.repository.change(table.id, swapped)
        await eve.ask(Reveal(table=table.id, entropy=SHARE))
        with pytest.raises(RefusedError) as refused:
            await ada.watch_match(
                table.match, 0
            )  # what `Client.begin` does: it follows the match that she was ready for
        assert refused.value.code is RefusalCode.UNKNOWN_MATCH
        await leave(await ada.watch_match(other, 0))
        assert not (await ada.verify(other)).is_bound, "so she is told that this is not the deal that she has a part in"


async def test_a_player_who_is_not_told_by_which_rules_it_will_be_dealt_is_told_so_at_the_end(
    server: LiveServer,
) -> None:
    """Whoever keeps several versions, and tells none, has as many deals to choose from."""
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Eve") as eve:
        table = await ada.tables.open("tiny")
        await eve.tables.sit(table.id)
        revealing = server.services.tables.repository.revealing

        def untold(table: TableRecord) -> TableRecord:
            return replace(revealing(table), bound_rules=UNSET)

        server.services.tables.repository.revealing = untold  # type: ignore[method-assign]  # what an operator may do
        await asyncio.gather(ada.tables.ready(table.id), eve.tables.ready(table.id))
        await ada.tables.begun(table.id)
        await leave(await ada.watch_match(table.match, 0))
        assert ada.notes[table.match].is_bound
        assert not (await ada.verify(table.match)).is_bound


async def test_anything_that_is_left_is_one_refusal_that_everybody_sees_and_the_accomplice_pays_for(
    server: LiveServer, hand: Hand
) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Eve") as eve:
        table = await both_bound(server, ada, eve)
        tables = server.services.tables
        await tables.reveals.end(table.id)
        assert (await kept(server, table.id)).stage is TableStage.REVEALING  # no sooner than was told
        await tables.repository.change(table.id, lambda record: replace(record, reveal_until=Milliseconds(1)))
        await tables.reveals.end(table.id)
        assert (await kept(server, table.id)).stage is TableStage.REVEALING  # the house was there for less than that
        while (await kept(server, table.id)).stage is TableStage.REVEALING:
            hand.move(1_000)
            await server.services.matches.sweep()
            await tables.reveals.end(table.id)
        with pytest.raises(GoneError, match=r"the deal was cancelled.*Eve"):
            await begun(ada, table)
        now = await ada.tables.watch(table.id)
        assert now.refused is not None
        assert (now.refused.match, now.refused.commitment, now.refused.missing) == (table.match, table.commitment, (1,))
        assert now.refused.entropy_hashes == (entropy_hash(ada.notes[table.match].entropy), entropy_hash(SHARE))
        assert {now.match, now.commitment}.isdisjoint({table.match, table.commitment})  # all of it anew
        assert [place.player for place in now.places] == [ada.player, None]
        assert await refusal(eve, Reveal(table=table.id, entropy=SHARE)) is RefusalCode.TOO_LATE
        for client, times in ((ada, 0), (eve, 1)):
            status, profile = await server.get(f"/v1/players/{client.player.id}")
            assert (status, profile["refused_deals"]) == (200, times)
        _, listed = await server.get(f"/v1/players/{eve.player.id}/refused-deals")
        assert msgspec.convert(listed, RefusedDeals).deals == (now.refused,)


async def begun(client: Client, table: Table) -> None:
    """Wait for a match as a client does that has been ready for it."""
    async for now in client.tables.changes(table.id):
        begins_with(table.match, now)
