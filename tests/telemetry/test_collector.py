"""What Prometheus reads of a server: named by its conventions, complete, and nothing that is nobody's business."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.metrics import OUTCOMES, RetentionStep, SearchOutcome
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.telemetry.endpoint import REGISTRY
from quarterdeck_server.web.handover import Outcome as HandoverOutcome
from scrapes import families, faults_of, scraped, series
from servers import Line, LiveServer, Message, bot, live_server, soon

SECRETS = ("Adelheid von und zu", "a long walk by the sea", "my own ref")


async def play(line: Line, match: str) -> Message:
    """Play a match of one's own to its end."""
    update = await line.ask({"type": "watch_match", "match": match})
    while update["result"] is None:
        if update["choices"]:
            act = {"type": "act", "match": match, "seen": update["version"], "action": update["choices"][0]}
            update = await line.ask(act)
        else:
            update = await line.until(lambda heard: heard["type"] == "update")
    return update


@asynccontextmanager
async def played() -> AsyncIterator[tuple[LiveServer, Line, Message]]:
    """A server on which somebody has played a match against a bot, and said what must not be told."""
    async with live_server() as server, server.line() as line:
        ada = (await line.sign_in(SECRETS[0]))["player"]
        await line.ask({"type": "register", "name": SECRETS[0], "password": SECRETS[1]})
        await server.begin("match", [ada, bot()])
        await line.ask({"type": "act", "match": "match", "seen": 0, "action": {"type": "mark"}, "ref": SECRETS[2]})
        yield server, line, await play(line, "match")


class TestWhatIsExposed:
    async def test_it_keeps_the_conventions_and_can_be_read_back(self) -> None:
        async with played() as (server, _, _):
            found = families(server.app[REGISTRY])
        assert {family.name: list(faults_of(family)) for family in found if list(faults_of(family))} == {}
        names = Counter(family.name for family in found)
        assert [name for name, times in names.items() if times > 1] == []
        assert {family.type for family in found} == {"counter", "gauge", "histogram"}

    async def test_it_says_nothing_of_who_plays_or_of_which_match(self) -> None:
        async with played() as (server, line, update):
            words = {value for each in scraped(server) for _, value in each.labels} | {
                each.name for each in scraped(server)
            }
            player = (await line.ask({"type": "get_account"}))["player"]
        secret = {*SECRETS, player["id"], player["name"], "match", "127.0.0.1", server.url, str(update["version"])}
        assert [
            each for each in words if any(word in each for word in secret - {"match", str(update["version"])})
        ] == []
        assert not {"match"} & words

    async def test_labels_come_from_closed_sets(self) -> None:
        async with played() as (server, _, _):
            games = set(server.services.matches.metrics.games)
            values: dict[str, set[str]] = {}
            for each in scraped(server):
                for label, value in each.labels:
                    if each.name.startswith("quarterdeck_"):
                        values.setdefault(label, set()).add(value)
        codes = {code.value for code in RefusalCode}
        assert values["game"] == games
        assert values["code"] == codes
        handovers, mails = {outcome.value for outcome in HandoverOutcome}, set(server.services.matches.metrics.mails)
        assert values["outcome"] <= codes | set(OUTCOMES) | handovers | mails
        assert values["state"] == {"arriving", "asking", "checking", "talking", "resting"}
        assert values["search"] == {outcome.value for outcome in SearchOutcome}
        assert values["step"] == {step.value for step in RetentionStep}
        assert set(values) == {
            *("queue", "revision"),
            *(
                "game",
                "code",
                "outcome",
                "state",
                "cause",
                "kind",
                "operation",
                "le",
                "search",
                "server",
                "step",
                "version",
            ),
        }

    async def test_every_histogram_counts_upwards_to_all_that_it_has_seen(self) -> None:
        async with played() as (server, _, _):
            found = families(server.app[REGISTRY])
        histograms = [family for family in found if family.type == "histogram"]
        assert len(histograms) >= 6
        for family in histograms:
            buckets: dict[Any, list[float]] = {}
            counts: dict[Any, float] = {}
            for sample in family.samples:
                labels = frozenset(pair for pair in sample.labels.items() if pair[0] != "le")
                if sample.name.endswith("_bucket"):
                    buckets.setdefault(labels, []).append(sample.value)
                elif sample.name.endswith("_count"):
                    counts[labels] = sample.value
            assert {labels: numbers[-1] for labels, numbers in buckets.items()} == counts
            assert all(before <= after for numbers in buckets.values() for before, after in pairwise(numbers))


class TestTheRulesThatItIsHeldTo:
    @pytest.mark.parametrize(
        "wrong",
        [
            GaugeMetricFamily("waits_ms", "Waits.", 1),
            GaugeMetricFamily("waits_milliseconds", "Waits.", 1),
            GaugeMetricFamily("waitsSeconds", "Waits.", 1),
            GaugeMetricFamily("waits_gauge", "Waits.", 1),
            GaugeMetricFamily("waits_count", "Waits.", 1),
            GaugeMetricFamily("waits_seconds", "", 1),
            GaugeMetricFamily("house:waits_seconds", "Waits.", 1),
            CounterMetricFamily("waits_counter", "Waits.", 1),
        ],
        ids=lambda family: f"{family.name} {family.documentation}",
    )
    def test_they_find_what_is_wrong(self, wrong: Metric) -> None:
        assert list(faults_of(wrong))

    def test_they_say_nothing_against_what_is_right(self) -> None:
        right = HistogramMetricFamily("waits_seconds", "Waits.", buckets=[("+Inf", 0)], sum_value=0)
        assert list(faults_of(right)) == list(faults_of(CounterMetricFamily("waits", "Waits.", 1))) == []


class TestWhatIsCounted:
    async def test_actions_by_what_became_of_them(self) -> None:
        async with live_server() as server, server.player() as line:
            ada = (await line.ask({"type": "get_account"}))["player"]
            await server.begin("match", [ada, bot()])
            update = await line.ask({"type": "watch_match", "match": "match"})
            while not update["choices"]:
                update = await line.until(lambda heard: heard["type"] == "update")
            act = {
                "type": "act",
                "match": "match",
                "seen": update["version"],
                "action": update["choices"][0],
                "ref": "a",
            }
            await line.ask(dict(act))
            await line.ask(dict(act))
            await line.ask({**act, "action": {"type": "no such thing"}, "ref": "b"})
            await line.ask({**act, "seen": 10_000, "ref": "c"})
            await line.ask({**act, "match": "another", "ref": "d"})
            found = scraped(server)

            def number(outcome: str) -> float:
                return found.get(series("quarterdeck_actions_total", game="tiny", outcome=outcome), 0)

            outcomes = {outcome: number(outcome) for outcome in ("kept", "repeated", "malformed", "stale")}
            assert outcomes == {"kept": 1, "repeated": 1, "malformed": 1, "stale": 1}
            assert found[series("quarterdeck_refusals_total", code="unknown_match")] == 1
            assert found[series("quarterdeck_action_kept_seconds_count", game="tiny")] == 1
            assert found[series("quarterdeck_resumes_total", game="tiny", kind="first")] == 1

    async def test_an_action_takes_as_long_to_be_sent_as_to_be_kept_or_longer(self) -> None:
        async with played() as (server, _, _):
            found = scraped(server)
        stored, sent = (f"quarterdeck_action_{what}_seconds" for what in ("kept", "sent"))
        marked = found[series(f"{stored}_count", game="tiny")]
        assert found[series(f"{sent}_count", game="tiny")] == marked > 1
        assert 0 < found[series(f"{stored}_sum", game="tiny")] < found[series(f"{sent}_sum", game="tiny")]
        assert found[series("quarterdeck_actions_total", game="tiny", outcome="kept")] == marked
        assert found[series("quarterdeck_house_entries_total", game="tiny", cause="acted")] > 0
        assert found[series("quarterdeck_clock_lateness_seconds_count", game="tiny")] > 0

    async def test_how_those_were_answered_who_came_back(self) -> None:
        async with live_server() as server, server.player() as line:
            ada = (await line.ask({"type": "get_account"}))["player"]
            await server.begin("match", [ada, bot()])
            update = await play(line, "match")
            for since in (update["version"], 1, update["version"] + 1):
                await line.ask({"type": "watch_match", "match": "match", "since": since})
            found = scraped(server)
            kinds = {
                kind: found[series("quarterdeck_resumes_total", game="tiny", kind=kind)]
                for kind in ("first", "current", "replayed", "ahead", "whole")
            }
            assert kinds == {"first": 1, "current": 1, "replayed": 1, "ahead": 1, "whole": 0}

    async def test_connections_by_what_they_are_at(self) -> None:
        async with live_server() as server:
            talking = series("quarterdeck_connections", state="talking")
            assert scraped(server)[talking] == 0
            async with server.player(), server.player("Bo"):
                assert scraped(server)[talking] == 2
            await soon(lambda: scraped(server)[talking] == 0)

    async def test_requests_to_the_store_and_those_that_failed(self) -> None:
        memory = Memory()
        async with live_server(MemoryStore(memory)) as server, server.player() as line:
            before = scraped(server)
            memory.leave()
            await line.ask({"type": "watch_match", "match": "match"})
            away = scraped(server)
            memory.come_back()
        errors = [key for key in away if key.name == "quarterdeck_store_errors_total"]
        assert sum(away[key] for key in errors) > sum(before[key] for key in errors)
        assert away[series("quarterdeck_store_requests_waiting")] == 0

    async def test_anything_that_replicas_have_confirmed_and_what_they_have_not(self) -> None:
        store = MemoryStore()
        async with live_server(store) as server:
            store.confirmations.waits.observe(0.003)
            store.confirmations.failures += 1
            found = scraped(server)
        assert found[series("quarterdeck_store_confirmation_seconds_count")] == 1
        assert found[series("quarterdeck_store_unconfirmed_total")] == 1

    async def test_a_player_who_looks_for_a_match_and_how_long_it_took(self) -> None:
        async with live_server() as server, server.player() as ada, server.player("Bo") as bo:
            seekers = series("quarterdeck_seekers", game="tiny")
            waited = series("quarterdeck_ticket_wait_seconds_count", game="tiny")
            await ada.ask({"type": "seek", "games": [{"game": "tiny"}]})
            await soon(lambda: scraped(server)[seekers] == 1)
            await bo.ask({"type": "seek", "games": [{"game": "tiny"}]})
            offers = [await line.until(lambda heard: heard["type"] == "offer_changed") for line in (ada, bo)]
            await asyncio.gather(
                *(
                    line.ask({"type": "accept", "offer": offer["offer"]["id"]})
                    for line, offer in zip((ada, bo), offers, strict=True)
                )
            )
            await soon(lambda: scraped(server)[waited] == 2)
            await soon(lambda: scraped(server)[seekers] == 0)
            assert scraped(server)[series("quarterdeck_pairing_round_age_seconds")] >= 0

    async def test_a_registry_is_of_one_server_alone(self) -> None:
        async with live_server() as one, live_server() as other:
            assert isinstance(one.app[REGISTRY], CollectorRegistry)
            async with one.player():
                talking = series("quarterdeck_connections", state="talking")
                assert (scraped(one)[talking], scraped(other)[talking]) == (1, 0)
