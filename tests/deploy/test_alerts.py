"""Alerts and the dashboard: each alert fires for its fault and in no quiet run, and what is asked for is told.

The faults are real ones, of servers in this process; the expressions are those of the file, worked out by `promql.py`.
How long a condition has to last (`for`) is Prometheus' part.
"""

import asyncio
import copy
import json
import os
import re
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from mail_receivers import mail_receiver
from matches.processes import MATCH, Hand, processes, settle
from matches.test_snapshots import grow
from promql import Watched, metrics_in, value_of
from quarterdeck_games import GAMES
from quarterdeck_games.dice import Dice
from quarterdeck_games.tiny.rules import State, Tiny
from quarterdeck_protocol.games.tiny import Event, Mark
from quarterdeck_protocol.names import MatchId, Milliseconds, Seat
from quarterdeck_server.app import OPERATOR_DUTIES, RETENTION
from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.lobby.operator_duties import record_backup
from quarterdeck_server.matches.log import Deadline, Head
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.matches.rule_failures import GRACE
from quarterdeck_server.matches.snapshots import EVERY, STANDING, MatchState, encoded
from quarterdeck_server.metrics import Histogram
from quarterdeck_server.storage.memory import Memory, MemoryLog, MemoryStore
from quarterdeck_server.store_errors import Conflict
from quarterdeck_server.web.frames.send_queue import MOST_FRAMES
from quarterdeck_server.web.socket import SEND_QUEUES
from ruamel.yaml import YAML
from scrapes import Scrape, Series, scraped
from servers import PASSWORD, Line, LiveServer, Message, bot, live_server, opening, soon
from structlog.testing import capture_logs

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES: Sequence[dict[str, Any]] = YAML(typ="safe", pure=True).load(DEPLOY / "monitoring" / "alerts.yml")["groups"][0][
    "rules"
]
ALERTS: dict[str, str] = {rule["alert"]: rule["expr"] for rule in RULES}
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "monitoring" / "dashboard.json").read_text())
ADDED_BY_PROMETHEUS = {"up"}


def on_the_dashboard() -> list[str]:
    """Return every expression of the dashboard, with a range where Grafana puts one."""
    said = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    return [expression.replace("$__rate_interval", "5m") for expression in said]


def seen(*servers: LiveServer | None) -> Scrape:
    """Return what Prometheus would have of these targets, `None` for one that does not answer."""
    found: dict[Series, float] = {}
    for number, server in enumerate(servers):
        target = frozenset({("instance", f"server-{number}"), ("job", "quarterdeck")})
        found[Series("up", target)] = int(server is not None)
        if server is not None:
            found.update({Series(each.name, each.labels | target): value for each, value in scraped(server).items()})
    return found


def firing(watched: Watched) -> set[str]:
    """Return which alerts fire."""
    return {alert for alert, expression in ALERTS.items() if value_of(expression, watched)}


async def moves(line: Line, match: str, most: int = 1_000, cell: int = 0) -> None:
    """Act so often in a match, or until it ends."""
    update = await line.ask({"type": "watch_match", "match": match})
    while most and update["result"] is None:
        if update["choices"]:
            most -= 1
            act = {"type": "act", "match": match, "seen": update["version"]}
            update = await line.ask({**act, "action": {**update["choices"][0], "cell": cell + update["version"]}})
        else:
            update = await line.until(lambda heard: heard["type"] == "update")


async def me(line: Line) -> Message:
    player: Message = (await line.ask({"type": "get_account"}))["player"]
    return player


def total(server: LiveServer, name: str) -> float:
    return sum(value for each, value in scraped(server).items() if each.name == name)


# The faults


Fault = Callable[[], Awaitable[Watched]]


async def down() -> Watched:
    async with live_server() as server:
        before = seen(server)
    return Watched(before, seen(None))


async def the_store_is_away() -> Watched:
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server, server.player() as line:
        before = seen(server)
        memory.leave()
        for _ in range(20):
            answer = await line.ask({"type": "watch_match", "match": "match"})
            assert answer["code"] == "unavailable"
        now = seen(server)
        memory.come_back()
    return Watched(before, now)


class SlowLog(MemoryLog):
    """Says so late that it has kept something."""

    seconds = 0.0

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> "asyncio.Future[Milliseconds]":
        appended = super().append(match, head, entry, deadline, over=over)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Milliseconds] = loop.create_future()
        loop.call_later(self.seconds, lambda: answer.set_result(appended.result()))
        return answer


class BeatenLog(MemoryLog):
    """Every second entry comes too late."""

    tried = 0

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> "asyncio.Future[Milliseconds]":
        self.tried += 1
        if self.tried % 2:
            return super().append(match, head, entry, deadline, over=over)
        answer: asyncio.Future[Milliseconds] = asyncio.get_running_loop().create_future()
        answer.set_exception(Conflict("beaten"))
        return answer


def store_with(log: type[MemoryLog]) -> tuple[MemoryStore, Any]:
    """Return a store in memory with another log, and that."""
    store = MemoryStore(Memory())
    store.log = log(store.memory)
    return store, store.log


async def the_store_is_slow() -> Watched:
    store, log = store_with(SlowLog)
    async with live_server(store) as server, server.player() as line, server.player("Bo") as other:
        players = [await me(line), await me(other)]
        await server.begin("match", players, marks=20)
        for each in (line, other):
            await each.ask({"type": "watch_match", "match": "match"})
        before = seen(server)
        log.seconds = 0.6
        waiting = (await server.services.matches.open(MatchId("match"))).record.waiting[0].seat
        await moves((line, other)[waiting], "match", most=1)
        await soon(lambda: total(server, "quarterdeck_action_sent_seconds_count") == 1)
        return Watched(before, seen(server))


async def others_are_faster() -> Watched:
    store, _ = store_with(BeatenLog)
    async with live_server(store) as server, server.player() as line:
        await server.begin("match", [await me(line), bot()], marks=20)
        before = seen(server)
        await moves(line, "match", most=3)
        return Watched(before, seen(server))


async def the_loop_is_held_up() -> Watched:
    async with live_server() as server:
        before = seen(server)
        rung = total(server, "quarterdeck_event_loop_lag_seconds_count")
        until = time.perf_counter() + 0.7
        while time.perf_counter() < until:
            pass
        await soon(lambda: total(server, "quarterdeck_event_loop_lag_seconds_count") > rung)
        return Watched(before, seen(server))


async def the_store_forgets() -> Watched:
    hand = Hand()
    memory = Memory(hand)
    async with live_server(MemoryStore(memory)) as server, server.player() as line:
        await server.begin("match", [await me(line), bot()], marks=40)
        await moves(line, "match", most=1)
        copied = copy.deepcopy(memory.logs)
        await moves(line, "match", most=2, cell=10)
        before = seen(server)
        memory.logs = copied
        hand.move(2_000)
        await server.services.matches.sweep()
        await soon(lambda: total(server, "quarterdeck_rewinds_total") == 1)
        return Watched(before, seen(server))


class Failing(Tiny):
    """Fails whatever anybody does."""

    name = "failing"

    def decide(self, state: State, seat: Seat, action: Mark, dice: Dice) -> Sequence[Event]:
        raise RuntimeError("a slip in the rules")


@asynccontextmanager
async def failing() -> AsyncIterator[tuple[LiveServer, Line, Hand]]:
    """A server with a match whose rules fail, and with somebody in it."""
    hand = Hand()
    with capture_logs():
        store = MemoryStore(Memory(hand))
        async with live_server(store, games={"failing": Failing()}) as server, server.player() as line:
            yield server, line, hand


async def rules_fail() -> Watched:
    async with failing() as (server, line, _), server.player("Bo") as other:
        players = [await me(line), await me(other)]
        await server.begin("match", players, game="failing")
        updates = [await each.ask({"type": "watch_match", "match": "match"}) for each in (line, other)]
        before = seen(server)
        for each, update in zip((line, other), updates, strict=True):
            if update["choices"]:
                act = {"type": "act", "match": "match", "seen": update["version"], "action": update["choices"][0]}
                assert (await each.ask(act))["code"] == "internal"
        return Watched(before, seen(server))


async def rules_keep_failing() -> Watched:
    async with failing() as (server, line, hand):
        await server.begin("match", [bot(1), bot(2)], game="failing")
        await line.ask({"type": "watch_match", "match": "match"})
        await soon(lambda: total(server, "quarterdeck_rule_failures_total") > 0)
        before = seen(server)
        hand.move(GRACE + 1_000)
        await server.services.matches.sweep()
        await soon(lambda: total(server, "quarterdeck_matches_voided_total") == 1)
        return Watched(before, seen(server))


class Unknown(Tiny):
    """A game that only another process has."""

    name = "unknown"


async def a_game_is_missing() -> Watched:
    store = MemoryStore(Memory())
    elsewhere = Matches({**GAMES, "unknown": Unknown()}, store.log, BOTS)
    await elsewhere.begin(opening("match", [bot(1), bot(2)], game="unknown"))
    with capture_logs():
        async with live_server(store) as server:
            before = seen(server)
            await soon(lambda: total(server, "quarterdeck_matches_unopenable") == 1)
            return Watched(before, seen(server))


async def nobody_runs_the_clocks() -> Watched:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server:
        await server.begin("match", [bot(1), bot(2)], bot_delay=5_000)
        before = seen(server)
        hand.move(60_000)
        await server.services.matches.sweep()
        await soon(lambda: total(server, "quarterdeck_clock_lateness_seconds_count") > 0)
        return Watched(before, seen(server))


async def nobody_pairs() -> Watched:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server:
        await soon(lambda: server.services.quick_match.here.last_round_at is not None)
        before = seen(server)
        await server.services.quick_match.close()
        hand.move(60_000)
        await server.services.matches.sweep()
        return Watched(before, seen(server))


async def many_connect() -> Watched:
    async with live_server(connections=5) as server:
        before = seen(server)
        lines = [server.line() for _ in range(5)]
        for each in lines:
            await each.__aenter__()
        now = seen(server)
        for each in lines:
            await each.__aexit__(None, None, None)
        return Watched(before, now)


async def many_fall_behind() -> Watched:
    async with live_server() as server:
        lines = [server.line() for _ in range(15)]
        for each in lines:
            await (await each.__aenter__()).ask({"type": "hello"})
        before = seen(server)
        send_queues = server.app[SEND_QUEUES]
        for send_queue in list(send_queues):
            for _ in range(MOST_FRAMES + 1):
                send_queue.put(b"{}")
        now = seen(server)
        for each in lines:
            await each.__aexit__(None, None, None)
        return Watched(before, now)


async def files_run_out() -> Watched:
    async with live_server() as server:
        before = seen(server)
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with ExitStack() as held:
            for _ in range(60):
                held.enter_context(open(os.devnull, "rb"))  # noqa: ASYNC230 - nothing is read
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")) + 3, hard))
                now = seen(server)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return Watched(before, now)


async def the_archive_is_away() -> Watched:
    """Nobody has asked for a match in it, and none is due to move there: the trial finds it."""
    async with live_server(archive="file:///nowhere/unmounted", role="match") as server:
        before = seen(server)
        with capture_logs():
            await server.app[RETENTION].run_round()
        return Watched(before, seen(server))


async def the_site_has_a_fault() -> Watched:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.toml"
        file.write_text('name = "Card Harbour"')
        async with live_server(site=folder) as server:
            before = seen(server)
            file.write_text("nam = 3")
            with capture_logs():
                await server.services.site.refresh()
            return Watched(before, seen(server))


async def the_mail_server_refuses() -> Watched:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            mail_receiver(*["450 4.7.1 later"] * 9) as mail,
            live_server(mail=mail.file(Path(folder)), public_url="https://cards.example.org") as server,
            server.player() as line,
        ):
            before = seen(server)
            await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
            with capture_logs() as logs:
                await line.ask({"type": "set_email", "address": "ada@example.org"})
                await soon(lambda: len(logs) > 0)
            return Watched(before, seen(server))


async def checked(server: LiveServer) -> None:
    """Wait until a server has looked whether the first snapshot that it has used was right."""
    matches = server.services.matches
    await soon(lambda: matches.metrics.snapshots.used == 1 and matches._checking is None)


async def a_snapshot_is_wrong() -> Watched:
    async with processes() as several:
        await grow(await several.begin(marks=1_000), EVERY)
        await (await several.start()).match()
        await settle()
        fields, until = several.memory.snapshots[MATCH]
        scrapes: list[Scrape] = []
        for wrong in (False, True):
            standing = msgspec.msgpack.decode(fields[STANDING], type=MatchState)
            acted = [number + wrong for number in standing.acted]
            changed = encoded(msgspec.structs.replace(standing, acted=acted))
            several.memory.snapshots[MATCH] = {**fields, STANDING: changed}, until
            with capture_logs():
                async with live_server(MemoryStore(several.memory)) as server, server.player() as line:
                    before = seen(server)
                    await line.ask({"type": "watch_match", "match": MATCH})
                    await checked(server)
                    scrapes += [before, seen(server)]
        assert "QuarterdeckSnapshotsWrong" not in firing(Watched(scrapes[0], scrapes[1])), "it was right"
        return Watched(scrapes[2], scrapes[3])


async def the_operator_is_away() -> Watched:
    """A backup was made and a report filed, and nothing has happened for three days."""
    hand = Hand()
    store = MemoryStore(Memory(hand))
    async with live_server(store) as server, server.player() as line, server.person("Bo") as bo:
        duties = server.app[OPERATOR_DUTIES]
        await record_backup(store.documents, hand())
        await line.ask({"type": "report", "player": (await me(bo))["id"], "reason": "abuse"})
        await duties.refresh()
        before = seen(server)
        assert not {alert for alert, of in FAULTS.items() if of is the_operator_is_away} & firing(
            Watched(before, before)
        )
        hand.move(3 * 24 * 60 * 60 * 1000)
        await duties.refresh()
        return Watched(before, seen(server))


FAULTS: dict[str, Fault] = {
    "QuarterdeckDown": down,
    "QuarterdeckStoreFails": the_store_is_away,
    "QuarterdeckStoreSlow": the_store_is_slow,
    "QuarterdeckActionsSlow": the_store_is_slow,
    "QuarterdeckEventLoopLate": the_loop_is_held_up,
    "QuarterdeckStoreForgot": the_store_forgets,
    "QuarterdeckRulesFail": rules_fail,
    "QuarterdeckServerMistakes": rules_fail,
    "QuarterdeckMatchesVoided": rules_keep_failing,
    "QuarterdeckMatchesUnopenable": a_game_is_missing,
    "QuarterdeckClocksLate": nobody_runs_the_clocks,
    "QuarterdeckConflicts": others_are_faster,
    "QuarterdeckNobodyIsPaired": nobody_pairs,
    "QuarterdeckConnectionsNearLimit": many_connect,
    "QuarterdeckClientsSlow": many_fall_behind,
    "QuarterdeckFilesNearLimit": files_run_out,
    "QuarterdeckArchiveFails": the_archive_is_away,
    "QuarterdeckSiteBroken": the_site_has_a_fault,
    "QuarterdeckMailsFail": the_mail_server_refuses,
    "QuarterdeckSnapshotsWrong": a_snapshot_is_wrong,
    "QuarterdeckBackupOld": the_operator_is_away,
    "QuarterdeckReportsUnread": the_operator_is_away,
}


def test_every_alert_has_its_fault() -> None:
    assert set(FAULTS) == set(ALERTS)


@pytest.mark.parametrize("fault", dict.fromkeys(FAULTS.values()), ids=lambda fault: str(fault.__name__))
async def test_an_alert_fires_for_its_fault(fault: Fault) -> None:
    expected = {alert for alert, of in FAULTS.items() if of is fault}
    assert expected <= firing(await fault())


def on_an_idle_machine(server: LiveServer) -> None:
    """Let everything that took its time on this machine, which others use as well, have taken none."""
    metrics = server.services.matches.metrics
    taken: list[Histogram] = [metrics.loop_lag, *(each.seconds for each in metrics.store.values())]
    taken += [histogram for game in metrics.games.values() for histogram in (game.stored, game.sent, game.late)]
    for histogram in taken:
        histogram._counts = [sum(histogram.counts), *([0] * len(histogram.bounds))]


async def test_none_fires_in_a_quiet_run() -> None:
    memory = Memory()
    await record_backup(MemoryStore(memory).documents, memory.now())
    async with live_server(MemoryStore(memory)) as one, live_server(MemoryStore(memory)) as two:
        await soon(lambda: all(each.services.quick_match.here.last_round_at is not None for each in (one, two)))
        async with one.player() as ada, two.player("Bo") as bo:
            before = seen(one, two)
            for number in range(3):
                match = f"match-{number}"
                await one.begin(match, [await me(ada), await me(bo)], marks=12)
                await asyncio.gather(moves(ada, match), moves(bo, match))
            await asyncio.gather(*(line.ask({"type": "seek", "games": [{"game": "tiny"}]}) for line in (ada, bo)))
            for server in (one, two):
                on_an_idle_machine(server)
            now = seen(one, two)
        assert sum(total(server, "quarterdeck_actions_total") for server in (one, two)) >= 30
    assert firing(Watched(before, now)) == set()


# What is asked for is told


async def test_alerts_and_dashboard_ask_for_what_is_told_and_the_dashboard_shows_all_of_it() -> None:
    async with live_server() as server:
        await server.begin("match", [bot(1), bot(2)], bot_delay=0)
        await soon(lambda: server.services.quick_match.here.last_round_at is not None)
        await soon(lambda: total(server, "quarterdeck_house_entries_total") > 0)
        await soon(lambda: server.services.matches.metrics.duties.is_known)
        names = {each.name for each in scraped(server)}
    shown = {name for expression in on_the_dashboard() for name in metrics_in(expression)}
    asked = {name for expression in ALERTS.values() for name in metrics_in(expression)} | shown
    assert asked - names == ADDED_BY_PROMETHEUS
    families = {_family(name) for name in names if name.startswith("quarterdeck_")}
    assert families - {_family(name) for name in shown} == set()


def _family(name: str) -> str:
    return re.sub("_(bucket|count|sum)$", "", name)


def test_every_alert_has_its_lines_in_the_runbook_and_says_where() -> None:
    headings = re.findall(r"^## (\w+)$", (DEPLOY / "RUNBOOK.md").read_text(), re.MULTILINE)
    assert len(headings) == len(set(headings))
    assert set(headings) == set(ALERTS)
    for rule in RULES:
        assert rule["annotations"]["runbook_url"] == f"deploy/RUNBOOK.md#{rule['alert'].lower()}"
        assert rule["labels"]["severity"] in {"page", "warn"}
        assert rule["annotations"]["summary"]


def test_the_example_names_the_job_and_the_rules_that_are_here() -> None:
    example = YAML(typ="safe", pure=True).load(DEPLOY / "monitoring" / "prometheus.yml")
    assert [job["job_name"] for job in example["scrape_configs"]] == ["quarterdeck"]
    assert [(DEPLOY / "monitoring" / each).is_file() for each in example["rule_files"]] == [True]


def test_no_panel_lies_upon_another() -> None:
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for one, other in combinations([panel["gridPos"] for panel in panels], 2):
        apart = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        assert apart or one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
