"""Traces: one an action, through both processes, without what was done; nothing of it unless it is asked for."""

import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from quarterdeck_server.matches.player_marks import mark_of
from quarterdeck_server.metrics import TracedAction
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.telemetry.traces import ActionTracer, ids_of
from servers import Line, LiveServer, Message, live_server, soon

SECRET = "what I wrote upon it"


class Traced:
    """A server of which all actions are traced into memory."""

    def __init__(self, server: LiveServer, share: float) -> None:
        self.server = server
        self._exporter = InMemorySpanExporter()
        self.tracer = ActionTracer(SimpleSpanProcessor(self._exporter), share=share)
        server.services.matches.metrics.tracer = self.tracer

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        return self._exporter.get_finished_spans()

    def named(self, name: str) -> ReadableSpan:
        """Return the one span of this name."""
        (found,) = [span for span in self.spans if span.name == name]
        return found


@asynccontextmanager
async def two_servers(share: float = 1.0) -> AsyncIterator[tuple[Traced, Line, Traced, Line]]:
    """Two servers on one store, and who plays against whom on them; the first is on turn."""
    memory = Memory()
    async with (
        live_server(MemoryStore(memory)) as one,
        live_server(MemoryStore(memory)) as two,
        one.player("Ada") as ada,
        two.player("Bo") as bo,
    ):
        players = [(await line.ask({"type": "get_account"}))["player"] for line in (ada, bo)]
        await one.begin("match", players, marks=20)
        sides = [(Traced(one, share), ada), (Traced(two, share), bo)]
        updates = [await line.ask({"type": "watch_match", "match": "match"}) for _, line in sides]
        if not updates[0]["choices"]:
            sides.reverse()
        (acting, line), (hearing, other) = sides
        yield acting, line, hearing, other
        for traced, _ in sides:
            traced.tracer.close()


async def act(line: Line, **changes: Any) -> Message:
    update = await line.ask({"type": "watch_match", "match": "match"})
    action = {**(update["choices"] or [{"type": "mark", "cell": 1}])[0], "note": SECRET}
    act = {"type": "act", "match": "match", "seen": update["version"], "action": action, "ref": "mine"}
    return await line.ask({**act, **changes})


async def test_an_action_is_one_trace_through_both_processes() -> None:
    async with two_servers() as (acting, line, hearing, other):
        answer = await act(line)
        await other.until(lambda heard: heard.get("version") == answer["version"])
        await soon(lambda: len(acting.spans) == 4 and len(hearing.spans) == 1)
        whole, heard = acting.named("action"), hearing.named("hear")
        parts = [acting.named(name) for name in ("judge", "append", "send")]
        me = (await line.ask({"type": "get_account"}))["player"]["id"]
    assert whole.context is not None
    assert whole.parent is None
    assert {span.context.trace_id for span in (*parts, heard) if span.context} == {whole.context.trace_id}
    for span in (*parts, heard):
        assert span.parent is not None
        assert span.parent.span_id == whole.context.span_id
    assert whole.attributes == {
        "quarterdeck.match": "match",
        "quarterdeck.game": "tiny",
        "quarterdeck.version": answer["version"],
        "quarterdeck.player": mark_of(me),
        "quarterdeck.ref": "mine",
    }
    assert dict(heard.attributes or {}).get("quarterdeck.ref") == "mine"
    assert SECRET not in "".join(span.to_json() for span in (*acting.spans, *hearing.spans))


async def test_its_parts_follow_each_other() -> None:
    async with two_servers() as (acting, line, _, _):
        await act(line)
        await soon(lambda: len(acting.spans) == 4)
        whole, parts = acting.named("action"), [acting.named(name) for name in ("judge", "append", "send")]
    moments = [
        whole.start_time,
        *(moment for part in parts for moment in (part.start_time, part.end_time)),
        whole.end_time,
    ]
    known = [moment for moment in moments if moment is not None]
    assert len(known) == 8
    assert known == sorted(known)


async def test_a_refused_action_says_why() -> None:
    async with two_servers() as (acting, line, hearing, other):
        assert (await act(line, seen=1_000))["code"] == "stale"
        await soon(lambda: len(acting.spans) == 1)
        refused = acting.named("action")
        assert (await act(other))["code"] == "not_your_turn"
        await soon(lambda: len(hearing.spans) == 1)
        assert dict(hearing.named("action").attributes or {})["quarterdeck.refusal"] == "not_your_turn"
    assert dict(refused.attributes or {})["quarterdeck.refusal"] == "stale"
    assert refused.status.is_unset


async def test_anything_that_is_traced_of_all_is_the_same_in_every_process() -> None:
    share = 0.5
    exporters = [InMemorySpanExporter(), InMemorySpanExporter()]
    writing, hearing = [ActionTracer(SimpleSpanProcessor(each), share=share) for each in exporters]
    for number in range(200):
        action = TracedAction("match", "tiny", number, "")
        for trace in (writing.applied(0.0, action, str(number)), hearing.applied(0.0, action, str(number))):
            trace.sent(0.0)
    traced = [{span.context.trace_id for span in each.get_finished_spans() if span.context} for each in exporters]
    assert traced[0] == traced[1]
    assert 60 < len(traced[0]) < 140
    assert traced[0] < {ids_of("match", str(number)).trace for number in range(200)}
    for tracer in (writing, hearing):
        tracer.close()


async def test_traces_are_sent_where_opentelemetrys_own_variables_say(monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[bytes] = []

    async def take(request: web.Request) -> web.Response:
        received.append(await request.read())
        return web.Response()

    app = web.Application()
    app.router.add_post("/v1/traces", take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{runner.addresses[0][1]}")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    try:
        async with live_server(traces=1.0) as server, server.player() as line:
            me = (await line.ask({"type": "get_account"}))["player"]
            await server.begin("match", [me, {**me, "id": "bo", "name": "Bo"}], marks=20)
            await act(line)
            await act(line, ref="another")
    finally:
        await runner.cleanup()
    assert received
    assert b"quarterdeck.match" in received[0]


LOOK = """
import sys
from quarterdeck_server.app import build
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import Memory, MemoryStore
build(Settings(store="memory"), MemoryStore(Memory()))
assert not [name for name in sys.modules if name.startswith("opentelemetry")]
"""


def test_unless_it_is_asked_for_nothing_of_it_is_imported() -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", LOOK], check=True)


MISSING = """
import sys
sys.modules["opentelemetry"] = None
from quarterdeck_server.__main__ import main

main(["serve", "--store", "memory", "--port", "0", "--traces", "1"])
"""


def test_where_its_packages_are_missing_that_is_said_before_anything_is_started() -> None:
    said = subprocess.run([sys.executable, "-c", MISSING], capture_output=True, text=True)
    assert said.returncode == 1
    assert "--traces needs OpenTelemetry: `pip install 'quarterdeck[otel]'`." in said.stderr
    assert said.stdout == ""
