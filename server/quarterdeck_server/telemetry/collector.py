"""Prometheus metrics of one server process: its counters and its current state.

Prometheus reads each process separately, and a process reports only itself. The exception is the number of players in
matchmaking: every process knows that number for all servers, so a query must take the maximum, not the sum (decision
42).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from quarterdeck_server.metrics import GameMetrics, Histogram
from quarterdeck_server.program import revision
from quarterdeck_server.services.server_parts import ServerParts
from quarterdeck_server.telemetry.queues import Queued
from quarterdeck_server.web.connection_limits import Connections
from quarterdeck_server.web.frames.send_queue import Flusher, SendQueue
from quarterdeck_server.web.handover import Handover
from quarterdeck_server.web.readiness import Readiness, State

Values = TypeVar("Values", bound=tuple[str, ...])


@dataclass(frozen=True, slots=True)
class Monitored:
    """The parts of a process whose state is read when Prometheus requests metrics."""

    parts: ServerParts
    connections: Connections
    send_queues: Collection[SendQueue]
    flusher: Flusher
    readiness: Readiness
    queued: Queued
    handover: Handover


class ServerCollector(Collector):
    """Converts the numbers of one server process into Prometheus metrics."""

    def __init__(self, monitored: Monitored) -> None:
        self._monitored = monitored
        self._revision = revision()

    def collect(self) -> Iterable[Metric]:
        """Return all metrics with their current values."""
        yield from self._of_process()
        yield from self._of_actions()
        yield from self._of_matches()
        yield from self._of_connections()
        yield from self._of_matchmaking()
        yield from self._of_store()
        yield from self._of_queues()
        yield from self._of_retention()
        yield from self._of_snapshots()
        yield from self._of_searches()

    def describe(self) -> Iterable[Metric]:
        """Return an empty list, because the set of metrics is not known before events happen."""
        return ()

    def _of_process(self) -> Iterator[Metric]:
        monitored = self._monitored
        name, _, version = monitored.parts.services.name.partition(" ")
        build = ("server", "version", "revision")
        help_ = "Version of the server, and the revision of its source code, empty if unknown."
        yield _gauges("quarterdeck_build_info", help_, build, {(name, version, self._revision): 1})
        serving = monitored.readiness.state is State.SERVING
        yield _gauge("quarterdeck_serving", "1, or 0 while the process drains before it stops.", int(serving))
        paused = monitored.parts.services.pause.is_on
        yield _gauge("quarterdeck_paused", "1 while new matches are paused in this process.", int(paused))
        site = monitored.parts.metrics.site
        broken = "1 while the folder of the site has a fault, and an older version stays in force."
        yield _gauge("quarterdeck_site_broken", broken, int(site.is_broken))
        yield _counter(
            "quarterdeck_site_changes_total", "Versions of the site that have come into force.", site.changes
        )
        mails = {(outcome,): number for outcome, number in monitored.parts.metrics.mails.items()}
        text = "Attempts to send mails, by result, and mails that were given up after a day."
        yield _counters("quarterdeck_mails_total", text, ("outcome",), mails)
        yield from self._of_duties()
        lag = monitored.parts.metrics.loop_lag
        yield _histogram("quarterdeck_event_loop_lag_seconds", "Delay of timers in the event loop.", lag)

    def _of_duties(self) -> Iterator[Metric]:
        """Yield the operator's duties, which only processes with the lobby's work know."""
        duties = self._monitored.parts.metrics.duties
        if not duties.is_known:
            return
        age = "Seconds since the start of the last complete `quarterdeck backup`; infinite without one."
        yield _gauge("quarterdeck_backup_age_seconds", age, duties.backup_age)
        yield _gauge(
            "quarterdeck_reports_open", "Reports of players that no moderator has resolved.", duties.open_reports
        )
        waited = "Seconds for which the oldest open report has waited; 0 without one."
        yield _gauge("quarterdeck_oldest_report_age_seconds", waited, duties.oldest_report_age)

    def _of_actions(self) -> Iterator[Metric]:
        yield self._per_game_and(
            "quarterdeck_actions_total",
            "Actions of players, by result: kept, repeated, or the code of the refusal.",
            "outcome",
            lambda game: game.actions,
        )
        yield self._per_game_and(
            "quarterdeck_house_entries_total",
            "Entries that the server wrote by itself, by cause.",
            "cause",
            lambda game: game.house,
        )
        yield self._histograms(
            "quarterdeck_action_kept_seconds",
            "Time from receiving an action until it is stored.",
            lambda game: game.stored,
        )
        yield self._histograms(
            "quarterdeck_action_sent_seconds",
            "Time from receiving an action until its answer is written to the socket.",
            lambda game: game.sent,
        )
        yield self._per_game(
            "quarterdeck_conflicts_total",
            "Entries that were decided again, because another process was faster.",
            lambda game: game.conflicts,
        )
        refusals = self._monitored.parts.metrics.refusals
        yield _counters(
            "quarterdeck_refusals_total",
            "Refused commands, by code.",
            ("code",),
            {(code,): number for code, number in refusals.items()},
        )

    def _of_matches(self) -> Iterator[Metric]:
        matches = self._monitored.parts.services.matches
        yield _gauge("quarterdeck_matches_held", "Matches in the memory of this process.", matches.held)
        yield _gauge(
            "quarterdeck_submissions_waiting", "Submissions waiting for their turn.", matches.submissions_waiting
        )
        yield _gauge(
            "quarterdeck_matches_unopenable",
            "Matches with an expired clock that cannot be opened here.",
            matches.hopeless,
        )
        yield self._per_game_and(
            "quarterdeck_resumes_total", "Answers to requests for a match, by kind.", "kind", lambda g: g.resumes
        )
        yield self._per_game_and(
            "quarterdeck_rewinds_total",
            "Matches of which the store had lost entries, by repair.",
            "kind",
            lambda game: game.rewinds,
        )
        yield self._per_game(
            "quarterdeck_rule_failures_total",
            "Failures of the rules of a game, or of its views.",
            lambda game: game.failures,
        )
        yield self._per_game("quarterdeck_matches_voided_total", "Matches that were voided.", lambda game: game.voided)
        yield self._histograms(
            "quarterdeck_clock_lateness_seconds",
            "Delay of entries that the server writes by itself.",
            lambda game: game.late,
        )

    def _of_connections(self) -> Iterator[Metric]:
        connections = self._monitored.connections
        by_state = {(stage.name.lower(),): number for stage, number in connections.by_stage().items()}
        yield _gauges("quarterdeck_connections", "Connections, by state.", ("state",), by_state)
        yield _gauge("quarterdeck_connections_limit", "Limit of connections.", connections.most)
        frames = [queue.frames for queue in self._monitored.send_queues]
        yield _gauge("quarterdeck_send_queue_frames", "Unsent frames of all clients.", sum(frames))
        yield _gauge("quarterdeck_send_queue_longest_frames", "Unsent frames of one client.", max(frames, default=0))
        yield _counter(
            "quarterdeck_slow_clients_total",
            "Connections closed because their clients read too slowly.",
            self._monitored.flusher.slow_clients,
        )
        yield _counters(
            "quarterdeck_handovers_total",
            "Handovers of connections to another worker, by result: `given` and `taken`; not handed over, "
            "because the other worker `declined`, the connection was too `busy` or the handover was "
            "`broken_off`; and `lost` during the handover.",
            ("outcome",),
            {(outcome,): number for outcome, number in self._monitored.handover.outcomes.items()},
        )

    def _of_matchmaking(self) -> Iterator[Metric]:
        quick_match = self._monitored.parts.services.quick_match
        looking = {**dict.fromkeys(self._monitored.parts.metrics.games, 0), **quick_match.here.looking()}
        yield _gauges(
            "quarterdeck_seekers",
            "Players in quick match, on all servers, after the last matchmaking round.",
            ("game",),
            {(game,): number for game, number in looking.items()},
        )
        last = quick_match.here.last_round_at
        if last is not None:
            age = max(0, quick_match.now() - last) / 1000
            yield _gauge("quarterdeck_pairing_round_age_seconds", "Time since the last known matchmaking round.", age)
        yield self._histograms(
            "quarterdeck_ticket_wait_seconds", "Waiting time of tickets that led to a match.", lambda game: game.waits
        )

    def _of_store(self) -> Iterator[Metric]:
        store = self._monitored.parts.metrics.store
        yield _labelled_histograms(
            "quarterdeck_store_request_seconds",
            "Response time of the store.",
            "operation",
            {operation: each.seconds for operation, each in store.items()},
        )
        errors = {(operation,): each.errors for operation, each in store.items()}
        yield _counters("quarterdeck_store_errors_total", "Requests to the store that failed.", ("operation",), errors)
        conflicts = {(operation,): each.conflicts for operation, each in store.items()}
        yield _counters(
            "quarterdeck_store_conflicts_total",
            "Writes that lost against a concurrent write.",
            ("operation",),
            conflicts,
        )
        confirmations = self._monitored.parts.metrics.confirmations
        yield _histogram(
            "quarterdeck_store_confirmation_seconds",
            "Time that answers to a batch waited for confirmation by replicas.",
            confirmations.waits,
        )
        yield _counter(
            "quarterdeck_store_unconfirmed_total",
            "Batches refused because too few replicas confirmed them in time.",
            confirmations.failures,
        )
        waiting = self._monitored.parts.metrics.store_requests_waiting
        yield _gauge("quarterdeck_store_requests_waiting", "Requests waiting for the store.", waiting)

    def _of_queues(self) -> Iterator[Metric]:
        queues = list(self._monitored.queued.queues())
        yield _gauges(
            "quarterdeck_queue_length",
            "Length of each queue; for queues of each connection or match, the longest.",
            ("queue",),
            {(queue.name,): queue.length for queue in queues},
        )
        yield _gauges(
            "quarterdeck_queue_limit",
            "Limit of the queue.",
            ("queue",),
            {(queue.name,): queue.most for queue in queues},
        )

    def _of_snapshots(self) -> Iterator[Metric]:
        snapshots = self._monitored.parts.metrics.snapshots
        yield _counters(
            "quarterdeck_snapshots_total",
            "Snapshots of matches, by use: an `unusable` one did not match its log, which was folded "
            "instead; a `wrong` one matched but has another state, which is a fault.",
            ("kind",),
            {
                ("written",): snapshots.written,
                ("used",): snapshots.used,
                ("unusable",): snapshots.unusable,
                ("wrong",): snapshots.wrong,
            },
        )

    def _of_searches(self) -> Iterator[Metric]:
        searches, pool = self._monitored.parts.metrics.searches, self._monitored.parts.search_pool
        yield _counters(
            "quarterdeck_bot_decisions_total",
            "Decisions of searching bots, by kind: with the `whole` budget of the level, with a budget "
            "`shared` with waiting decisions, or `cut` by the clock; and without a search, because the queue "
            "was `full`, the clock ran out (`late`), the search `failed` or is `off` here.",
            ("search",),
            {(outcome,): number for outcome, number in searches.outcomes.items()},
        )
        yield _histogram(
            "quarterdeck_bot_decision_seconds", "Duration of searches, with the wait for a process.", searches.seconds
        )
        yield _counter("quarterdeck_bot_actions_total", "Actions simulated by bots.", searches.actions)
        yield _counter("quarterdeck_bot_cpu_seconds_total", "Processor time of searches.", searches.cpu_seconds)
        yield _gauge("quarterdeck_bot_processes_busy", "Processes that are searching now.", pool.searching)
        yield _counter("quarterdeck_bot_processes_started_total", "Search processes started.", searches.started)
        yield _counter("quarterdeck_bot_process_deaths_total", "Search processes that died.", searches.deaths)

    def _of_retention(self) -> Iterator[Metric]:
        retention = self._monitored.parts.metrics.retention
        yield _counter("quarterdeck_matches_packed_total", "Finished matches that were packed.", retention.packed)
        yield _counter(
            "quarterdeck_matches_archived_total", "Finished matches that went into the archive.", retention.archived
        )
        yield _counter(
            "quarterdeck_archived_bytes_total", "Bytes of matches moved to the archive.", retention.archived_bytes
        )
        yield _counter(
            "quarterdeck_matches_erased_total",
            "Matches deleted from the archive with the account of a player.",
            retention.erased,
        )
        yield _counter(
            "quarterdeck_archive_reads_total", "Matches that were read from the archive.", retention.read_back
        )
        yield _counters(
            "quarterdeck_retention_failures_total",
            "Failures in the care of finished matches, by step.",
            ("step",),
            {(step,): number for step, number in retention.failures.items()},
        )
        yield _gauges(
            "quarterdeck_retention_waiting",
            "Finished matches waiting for a step, at the last check of this process.",
            ("step",),
            {(step,): number for step, number in retention.waiting.items()},
        )

    @property
    def _games(self) -> Collection[GameMetrics]:
        return self._monitored.parts.metrics.games.values()

    def _per_game(self, name: str, text: str, number_of: Callable[[GameMetrics], float]) -> Metric:
        return _counters(name, text, ("game",), {(game.name,): number_of(game) for game in self._games})

    def _per_game_and(
        self, name: str, text: str, label: str, numbers_of: Callable[[GameMetrics], Mapping[str, int]]
    ) -> Metric:
        values = {(game.name, key): number for game in self._games for key, number in numbers_of(game).items()}
        return _counters(name, text, ("game", label), values)

    def _histograms(self, name: str, text: str, of: Callable[[GameMetrics], Histogram]) -> Metric:
        return _labelled_histograms(name, text, "game", {game.name: of(game) for game in self._games})


def _gauge(name: str, text: str, number: float) -> Metric:
    return GaugeMetricFamily(name, text, value=number)


def _counter(name: str, text: str, number: float) -> Metric:
    return CounterMetricFamily(name, text, value=number)


def _gauges(name: str, text: str, labels: tuple[str, ...], values: Mapping[Values, float]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=labels)
    for key, number in values.items():
        family.add_metric(key, number)
    return family


def _counters(name: str, text: str, labels: tuple[str, ...], values: Mapping[Values, float]) -> Metric:
    family = CounterMetricFamily(name, text, labels=labels)
    for key, number in values.items():
        family.add_metric(key, number)
    return family


def _histogram(name: str, text: str, histogram: Histogram) -> Metric:
    family = HistogramMetricFamily(name, text)
    family.add_metric((), *_buckets(histogram))
    return family


def _labelled_histograms(name: str, text: str, label: str, histograms: Mapping[str, Histogram]) -> Metric:
    family = HistogramMetricFamily(name, text, labels=(label,))
    for key, histogram in histograms.items():
        family.add_metric((key,), *_buckets(histogram))
    return family


def _buckets(histogram: Histogram) -> tuple[list[tuple[str, float]], float]:
    below, buckets = 0, list[tuple[str, float]]()
    for bound, number in zip((*histogram.bounds, float("inf")), histogram.counts, strict=True):
        below += number
        buckets.append(("+Inf" if bound == float("inf") else repr(bound), below))
    return buckets, histogram.sum
