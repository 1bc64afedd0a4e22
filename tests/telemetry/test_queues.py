"""Everything in which something waits has its bound, its metric, and a line in the server's README that is true."""

import re
from pathlib import Path

import pytest
from quarterdeck_protocol.names import MatchId, PlayerId
from quarterdeck_protocol.sides import Player
from quarterdeck_server.app import SETTLING
from quarterdeck_server.lobby.accounts.notifications import SessionTaken
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.ratings import settlement as settlement_module
from quarterdeck_server.lobby.tables import rating_cache
from quarterdeck_server.services.match_lifecycle import finished_by
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web import presence
from quarterdeck_server.web.rate_limit import quotas
from scrapes import scraped, series
from servers import LiveServer, bot, live_server, soon

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| `(\w+)` \| (\d+) \| [^|]+ \| `([\w./]+)` \|$", re.MULTILINE)
FEW = 5


def rows() -> dict[str, tuple[int, Path]]:
    """Return the table of the README: each queue's bound, and the test that fills it."""
    text = (ROOT / "server" / "README.md").read_text()
    section = text.partition("## What waits, and its bounds")[2].partition("\n## ")[0]
    return {name: (int(most), ROOT / test) for name, most, test in ROW.findall(section)}


def gauge(server: LiveServer, what: str, queue: str) -> float:
    return scraped(server)[series(f"quarterdeck_queue_{what}", queue=queue)]


async def test_the_table_has_each_of_them_with_its_bound_and_a_test() -> None:
    async with live_server() as server:
        limits = {
            dict(each.labels)["queue"]: most
            for each, most in scraped(server).items()
            if each.name == "quarterdeck_queue_limit"
        }
        assert {name: most for name, (most, _) in rows().items()} == limits
        assert {name for name in limits if gauge(server, "length", name) > gauge(server, "limit", name)} == set()
    assert [test for _, test in rows().values() if not test.is_file()] == []


async def test_turns_of_sessions_are_forgotten_beyond_their_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST_TURNS", FEW)
    store = MemoryStore(Memory())
    async with live_server(store) as server:
        for number in range(FEW + 3):
            taken = SessionTaken(player=PlayerId("ada"), session=f"session-{number}", turn=1)
            await store.documents.commit([], [], notification(taken))
        await soon(lambda: gauge(server, "length", "session_turns") == FEW)


async def test_buckets_of_quotas_are_forgotten_beyond_their_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MOST_REMEMBERED", FEW)
    async with live_server(quotas="on") as server:
        for number in range(FEW + 3):
            server.services.quotas.take(quotas.LIST, f"192.0.2.{number}")
        assert gauge(server, "length", "quota_buckets") == FEW


async def test_ratings_are_forgotten_beyond_their_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_cache, "MOST_KNOWN", FEW)
    async with live_server() as server:
        ratings = server.services.tables.repository.ratings
        for number in range(FEW + 3):
            await ratings.learn(Player(id=PlayerId(f"p{number}"), name=f"P{number}"))
        assert gauge(server, "length", "ratings_known") == FEW


async def test_ends_that_cannot_be_stored_are_remembered_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settlement_module, "MOST_OWED", FEW)
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server:
        matches = server.services.matches
        finished = []
        for number in range(FEW + 3):
            await server.begin(f"m{number}", [bot(1), bot(2)], bot_delay=60_000)
            finished.append(finished_by((await matches.open(MatchId(f"m{number}"))).record))
        memory.leave()
        for each in finished:
            server.app[SETTLING].match_ended(each)
        assert gauge(server, "length", "unsettled_ends") == FEW
        memory.come_back()
