"""What a client does at tables, whatever a server tells it of them."""

import asyncio
from collections.abc import Mapping

from msgspec.structs import replace
from quarterdeck_client.lobby.tables import TableRequests
from quarterdeck_client.verification.notes import Notes
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.tables import Place, Reveal, Table, TableChanged, TableStage
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.sides import FromClient, FromServer, Player

ME = Player(id=PlayerId("me"), name="Ada")
BO = Player(id=PlayerId("bo"), name="Bo")
COMMITMENT, ANOTHER = "c0" * 32, "c1" * 32


def table(match: str, commitment: str) -> TableChanged:
    """Return how a table stands at which a match is to begin."""
    return TableChanged(
        table=Table(
            id=TableId("table"),
            game=GameName("tiny"),
            options={},
            time_limit=Milliseconds(30_000),
            places=(),
            commitment=commitment,
            match=MatchId(match),
            stage=TableStage.GATHERING,
            opened_at=Milliseconds(1),
            changed=Count(1),
        )
    )


async def shares(*told: tuple[str, str]) -> Mapping[tuple[str, str], str]:
    """Return the share of entropy that is drawn for each of these matches and commitments."""
    notes, found = Notes(), {}
    for match, commitment in told:

        async def ask(command: FromClient, answer: TableChanged = table(match, commitment)) -> FromServer:  # noqa: B008
            return answer

        await TableRequests(ask, notes, lambda: ME.id).ready(TableId("table"))
        found[match, commitment] = notes[MatchId(match)].entropy
    return found


async def test_no_two_matches_have_the_same_share_though_a_server_commits_to_the_same_seed() -> None:
    """Who had an accomplice could have one deal refused, and would know for the next one what had been revealed."""
    drawn = await shares(("one", COMMITMENT), ("other", COMMITMENT), ("third", ANOTHER))
    assert len(set(drawn.values())) == 3


async def test_a_share_is_revealed_again_if_the_store_has_forgotten_it_and_not_otherwise() -> None:
    notes, revealed = Notes(), asyncio.Queue[str]()

    async def ask(command: FromClient) -> FromServer:
        if isinstance(command, Reveal):
            revealed.put_nowait(command.entropy)
        return table("one", COMMITMENT)

    tables = TableRequests(ask, notes, lambda: ME.id)
    await tables.ready(TableId("table"))
    share = notes[MatchId("one")].entropy
    asked = revealing(table("one", COMMITMENT), Place(player=ME, entropy_hash=entropy_hash(share)))
    told = revealing(table("one", COMMITMENT), Place(player=ME, entropy_hash=entropy_hash(share), revealed=True))
    for forgotten in (asked, asked):
        tables.stand_at(forgotten)
        tables.receive(asked)  # while it is being revealed it is not once more
        assert await revealed.get() == share
        await asyncio.sleep(0)
        tables.receive(told)
        await asyncio.sleep(0)
        assert revealed.empty()


async def test_a_share_is_not_revealed_where_another_hash_stands_at_their_own_place() -> None:
    """A server could show the hash at an accomplice's place, and bind this seat to something else."""
    notes, said = Notes(), list[FromClient]()

    async def ask(command: FromClient) -> FromServer:
        said.append(command)
        return table("one", COMMITMENT)

    tables = TableRequests(ask, notes, lambda: ME.id)
    await tables.ready(TableId("table"))
    share = entropy_hash(notes[MatchId("one")].entropy)
    mine, other = Place(player=ME, entropy_hash="0" * 64), Place(player=BO, entropy_hash=share)
    tables.receive(revealing(table("one", COMMITMENT), mine, other))
    await asyncio.sleep(0)
    assert not any(isinstance(command, Reveal) for command in said)


def revealing(was: TableChanged, *places: Place) -> TableChanged:
    """Return how a table stands at which shares are to be revealed."""
    return replace(was, table=replace(was.table, stage=TableStage.REVEALING, places=places))
