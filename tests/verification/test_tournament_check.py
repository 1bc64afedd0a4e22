"""The archive of a tournament is verified without its server, and each change of it is found."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
from client.test_tournaments import play
from msgspec import UNSET, Raw
from quarterdeck_client import Client
from quarterdeck_client.http_requests import TournamentFile
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tournaments import TournamentFormat, TournamentId, TournamentStage
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.transcripts.signatures import PublicKeys
from quarterdeck_server.commands.transcript_files import games_for
from quarterdeck_server.lobby.tournaments.arenas.arena import NO_RESULT
from quarterdeck_server.lobby.tournaments.reports.signed_log import statement_of_log
from quarterdeck_server.lobby.tournaments.tournament_log import TOURNAMENTS, Joined, WaveScored
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.verification.findings import CannotJudge
from quarterdeck_server.verification.tournament_check import TournamentArchive, TournamentFault, verify_tournament
from rule_archives import Newer, newer  # noqa: F401 - a fixture
from servers import PASSWORD, SOON, LiveServer, live_server

# ruff: noqa: F811 - a fixture

NAMES = ("Ada", "Bo", "Cy", "Dee")


async def archived(server: LiveServer) -> bytes:
    """Let four programs play a tournament of two rounds, and return its archive."""
    clients = [Client(server.url) for _ in NAMES]
    try:
        for client, name in zip(clients, NAMES, strict=True):
            await client.__aenter__()
            await client.account.register(name, PASSWORD)
        first = clients[0]
        id_ = (await first.tournaments.create("Friday", "tiny", 2, between_rounds=0, time_limit=600_000)).summary.id
        for client in clients:
            await client.tournaments.join(id_)
        async with Client(server.url) as assistant:
            await assistant.account.register("As Sistant", PASSWORD)
            await first.tournaments.appoint(id_, assistant.player.id)
        await first.tournaments.begin_round(id_, 1)
        async with asyncio.timeout(2 * SOON):
            await asyncio.gather(*map(play, clients))
        return await first.tournament_file(id_, TournamentFile.ARCHIVE)
    finally:
        for client in clients:
            await client.__aexit__(None, None, None)


def _first(whole: Any, kind: str) -> Any:
    return next(each for each in whole["log"] if each["type"] == kind)


def _another_result(whole: Any) -> None:
    scored = _first(whole, "scored")
    scored["halves"] = [1, 1]


def _another_pairing(whole: Any) -> None:
    paired = _first(whole, "round_paired")
    paired["groups"].reverse()


def _another_seed(whole: Any) -> None:
    whole["tournament"]["seed"] = "00" * 32


def _more_points(whole: Any) -> None:
    whole["tournament"]["entrants"][-1]["points"] += 100


def _other_players(whole: Any) -> None:
    one, other = whole["transcripts"][:2]
    one["match"], other["match"] = other["match"], one["match"]


def _changed_play(whole: Any) -> None:
    last = whole["transcripts"][0]["entries"][-1]
    last["at"] += 1


def _another_limit(whole: Any) -> None:
    whole["log"][0]["settings"]["time_limit"] = 1_000


CHANGES: tuple[tuple[Callable[[Any], None], str], ...] = (
    (_another_result, "its transcript has another result"),
    (_another_pairing, "round 1 is paired otherwise by the rules"),
    (_another_seed, "the seed is not the one that was committed to"),
    (_more_points, "the standings or pairings are not those of the log: entrants"),
    (_other_players, "match "),
    (_changed_play, "match "),
    (_another_limit, "it was played by other settings than those of the tournament"),
)


async def test_an_archive_follows_from_its_log_and_each_change_is_found() -> None:
    async with live_server(luck=1) as server:
        content = await archived(server)
    found = verify_tournament(msgspec.json.decode(content, type=TournamentArchive), GAMES)
    assert (found.rounds, found.matches, found.signed, found.rulings) == (2, 4, 0, 0)
    for change, why in CHANGES:
        whole = msgspec.json.decode(content)
        change(whole)
        with pytest.raises(TournamentFault, match=why):
            verify_tournament(msgspec.json.decode(msgspec.json.encode(whole), type=TournamentArchive), GAMES)
    whole = msgspec.json.decode(content)
    assert found.renamed == {}
    entrants = [each["player"] for each in whole["tournament"]["entrants"]]
    one, other = [each for each in entrants if each["name"] != "Ada"][:2]  # the director's name is there twice
    one["name"], other["name"] = other["name"], one["name"]
    swapped = verify_tournament(msgspec.json.decode(msgspec.json.encode(whole), type=TournamentArchive), GAMES)
    assert swapped.renamed == {one["name"]: other["name"], other["name"]: one["name"]}
    lacking = msgspec.structs.replace(msgspec.json.decode(content, type=TournamentArchive), transcripts=())
    with pytest.raises(CannotJudge, match="lacks the transcript"):
        verify_tournament(lacking, GAMES)


async def test_decisions_are_named_and_another_deck_than_the_locked_one_is_found() -> None:
    async with live_server(luck=1) as server, AsyncExitStack() as stack:
        director, *players = [await stack.enter_async_context(Client(server.url)) for _ in range(3)]
        for client, name in zip((director, *players), ("Dee Rector", "Ada", "Bo"), strict=True):
            await client.account.register(name, PASSWORD)
        made = await director.tournaments.create("Friday", "amiibart", 1, between_rounds=None, time_limit=600_000)
        id_, lost = made.summary.id, players[1].player
        for client in players:
            await client.tournaments.join(id_, None if client is players[0] else "ossuary")
        await director.tournaments.begin_round(id_, 1)
        async with asyncio.timeout(SOON):
            notice = await anext(each async for each in players[1].notices.follow() if each.match is not None)
            await director.tournaments.remove(id_, lost.id, "two decks", disqualify=True)
            await director.tournaments.reinstate(id_, lost.id, "one deck")
            await (await players[1].watch_match(notice.match or "")).resign()
            while not (shown := await director.tournaments.get(id_)).rounds[0].pairings[0].points:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.05)
        assert shown.rounds[0].pairings[0].ruling is None, "the match counts again"
        await director.tournaments.end(id_, "played")
        content = await director.tournament_file(id_, TournamentFile.ARCHIVE)
    archive = msgspec.json.decode(content, type=TournamentArchive)
    games = games_for(archive.transcripts[0], None)
    found = verify_tournament(archive, games)
    assert (found.matches, found.rulings, found.forfeits) == (1, 0, 0)
    assert [each.partition(": ")[2] for each in found.decided] == [
        "Dee Rector disqualified Bo: two decks",
        "Dee Rector reinstated Bo: one deck",
    ]
    (locked,) = [each.deck_hash for each in archive.events if isinstance(each, Joined) and each.deck_hash is not None]
    for forged, why in (
        (b'"%b"' % (b"ab" * 32), "another deck than the locked one"),
        (b"null", "not played the ready"),
    ):
        changed = content.replace(b'"%b"' % locked.encode(), forged)
        assert changed != content
        with pytest.raises(TournamentFault, match=why):
            verify_tournament(msgspec.json.decode(changed, type=TournamentArchive), games)


async def test_matches_are_judged_by_the_rules_with_which_they_began(
    newer: Newer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with live_server(luck=1) as server:
        archive = msgspec.json.decode(await archived(server), type=TournamentArchive)
    later = newer("tiny")

    def setup(*_: object) -> None:
        raise AssertionError("the match began under rules of an earlier version")

    monkeypatch.setattr(type(later), "setup", setup)
    assert verify_tournament(archive, {**GAMES, "tiny": later}) == verify_tournament(archive, GAMES)


async def test_the_log_and_all_transcripts_must_be_signed_if_keys_are_given() -> None:
    async with live_server(luck=1) as server:
        archive = msgspec.json.decode(await archived(server), type=TournamentArchive)
        keys = msgspec.convert((await server.get("/v1/keys"))[1], PublicKeys)
        older = await _without_a_field(server, archive)
    assert verify_tournament(older, GAMES, keys).signed_log
    found = verify_tournament(archive, GAMES, keys)
    assert (found.signed, found.signed_log) == (4, True)
    spread = msgspec.json.format(msgspec.json.encode(archive), indent=2)  # as `jq` writes it
    assert verify_tournament(msgspec.json.decode(spread, type=TournamentArchive), GAMES, keys) == found
    first, joined, *others = archive.events
    assert isinstance(joined, Joined)
    moved = msgspec.structs.replace(joined, at=Milliseconds(joined.at + 1))
    head, payload, signature = str(archive.signature).split(".")
    for changed, why in (
        ({"log": Raw(msgspec.json.encode((first, moved, *others)))}, "the log: the server has signed another `log`"),
        ({"signature": UNSET}, "the log: none of the keys has signed it"),
        ({"signature": f"{head}.{payload}A.{signature}"}, "the log: the signature"),
        ({"signature": archive.transcripts[0].signature}, "the log: the signature cannot be read"),
    ):
        with pytest.raises(TournamentFault, match=why):
            verify_tournament(msgspec.structs.replace(archive, **changed), GAMES, keys)
    with pytest.raises(TournamentFault, match="none of the keys"):
        verify_tournament(archive, GAMES, PublicKeys(keys=()))


async def _without_a_field(server: LiveServer, archive: TournamentArchive) -> TournamentArchive:
    """Return the archive as a server would have signed it that did not have a field yet."""
    log = msgspec.json.encode(archive.log).replace(b'"accelerated":false,', b"")
    assert log != archive.log
    statement = statement_of_log(archive.tournament.summary.id, archive.events, log)
    signature = await server.services.server_keys.sign(statement)
    return msgspec.structs.replace(archive, log=Raw(log), signature=signature)


@pytest.mark.parametrize("resigning", [0, 1])
async def test_an_arena_is_verified_and_a_changed_wave_or_result_is_found(resigning: int) -> None:
    store = MemoryStore(Memory())
    async with live_server(store, luck=1) as server, AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(server.url)) for _ in NAMES]
        for client, name in zip(clients, NAMES, strict=True):
            await client.account.register(name, PASSWORD)
        first = await stack.enter_async_context(Client(server.url))
        await first.account.register("Dee Rector", PASSWORD)
        fields: dict[str, Any] = {"format": TournamentFormat.ARENA, "duration": 3_600_000, "time_limit": 600_000}
        id_ = (await first.tournaments.create("Arena", "tiny", 1, **fields)).summary.id
        for client in clients:
            await client.tournaments.join(id_)
        await first.tournaments.begin_round(id_, 1)
        async with asyncio.timeout(3 * SOON):
            await asyncio.gather(*map(_resign_one, clients[:resigning]), *map(_play_one, clients[resigning:]))
            while await _scored(store, id_) < 2:  # noqa: ASYNC110 - the sweep of the server scores
                await asyncio.sleep(0.1)
        shown = await first.tournaments.get(id_)
        points = [0, 0, 0, 200] if resigning else [0, 0, 200, 200]
        assert sorted(each.points for each in shown.entrants) == points, "a match that nobody played counts nothing"
        assert (await first.tournaments.end(id_, "late")).summary.stage is TournamentStage.ENDED
        body = await first.tournament_file(id_, TournamentFile.ARCHIVE)
    found = verify_tournament(msgspec.json.decode(body, type=TournamentArchive), GAMES)
    assert found.matches == 2
    played = next(each for each in _scores(msgspec.json.decode(body)) if each[1] != NO_RESULT)
    changes = [[[played[0], result]] for result in range(4) if result != played[1]]
    for kind, field, change in (
        ("wave_paired", "pairs", [[1, 2], [3, 4]]),
        *(("wave_scored", "results", change) for change in changes),
    ):
        changed = msgspec.json.decode(body)
        event = _first(changed, kind)
        assert event[field] != change
        event[field] = change
        with pytest.raises(TournamentFault, match=r"paired otherwise|another result"):
            verify_tournament(msgspec.json.decode(msgspec.json.encode(changed), type=TournamentArchive), GAMES)


def _scores(archive: Any) -> list[list[int]]:
    """Return the results of an arena's matches in its archive: number and result."""
    return [each for event in archive["log"] if event["type"] == "wave_scored" for each in event["results"]]


async def _scored(store: Store, tournament: TournamentId) -> int:
    (record,) = await TOURNAMENTS.read(store.documents, [tournament])
    return sum(len(each.results) for each in record.log if isinstance(each, WaveScored)) if record else 0


async def _resign_one(client: Client) -> None:
    """Resign the next match of a tournament without an action."""
    async for notice in client.notices.follow():
        if notice.match is not None:
            await (await client.watch_match(notice.match, 0)).resign()
            return


async def _play_one(client: Client) -> None:
    """Play the next match of a tournament."""
    async for notice in client.notices.follow():
        if notice.match is not None:
            async for turn in (await client.watch_match(notice.match, 0)).turns():
                await turn.act(turn.choices[0])
            return
