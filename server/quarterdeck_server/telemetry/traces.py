"""Traces of single actions for OpenTelemetry: one trace for each action, across all processes that the action reaches.

Processes do not send each other trace ids. An id is computed from the match and the digest of its log after the action,
which every process with the log entry knows. So each process adds its part to the same trace, and the store carries no
trace ids. The id also determines which actions are traced, in the same way in every process.

Only traces need the packages of `quarterdeck[otel]`; nothing else imports this module.
"""

import time
from hashlib import sha256
from typing import NamedTuple

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import IdGenerator, RandomIdGenerator
from opentelemetry.sdk.trace.sampling import TraceIdRatioBased
from opentelemetry.trace import NonRecordingSpan, Span, SpanContext, SpanKind, Status, StatusCode, TraceFlags
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_server.metrics import ActionTrace, Timing, TracedAction

FAULTS = frozenset({RefusalCode.INTERNAL.value, RefusalCode.UNAVAILABLE.value})
"""Refusals that are the server's own fault."""


class ActionIds(NamedTuple):
    """The OpenTelemetry trace and span ids of a traced action."""

    trace: int
    span: int
    """The id of the outermost span."""


def ids_of(match: str, digest: str) -> ActionIds:
    """Return the trace ids of the action after which the log of a match has this digest."""
    hashed = sha256(f"{match} {digest}".encode()).digest()
    return ActionIds(int.from_bytes(hashed[:16]), int.from_bytes(hashed[16:24]))


class _Ids(IdGenerator):
    """Generator of random trace ids. The next ids can be set in advance."""

    def __init__(self) -> None:
        self.next: ActionIds | None = None
        self._random = RandomIdGenerator()

    def generate_trace_id(self) -> int:
        return self._random.generate_trace_id() if self.next is None else self.next.trace

    def generate_span_id(self) -> int:
        named, self.next = self.next, None
        return self._random.generate_span_id() if named is None else named.span


class ActionTracer:
    """Records actions as OpenTelemetry spans."""

    def __init__(self, processor: SpanProcessor, *, share: float = 1.0, server: str = "", process: str = "") -> None:
        """Create the tracer. `share` is the fraction of all actions that are traced."""
        self._ids = _Ids()
        name, _, version = server.partition(" ")
        about = {"service.name": name or "quarterdeck", "service.version": version, "service.instance.id": process}
        self._provider = TracerProvider(
            # Not by the parent: every span of a trace is decided by the same id, so all processes decide the same.
            sampler=TraceIdRatioBased(share),
            resource=Resource(about),
            id_generator=self._ids,
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("quarterdeck")

    def stored(self, timing: Timing, action: TracedAction, digest: str) -> ActionTrace:
        """Record that the store has saved an action. Its spans are written when its answer has been sent."""
        return _OwnAction(self, timing, action, ids_of(action.match, digest))

    def refused(self, received: float, action: TracedAction, code: str) -> None:
        """Record that an action was refused."""
        day = _TimeOfDay()
        span = self.begin("action", day(received), action, Context(), SpanKind.SERVER)
        span.set_attribute("quarterdeck.refusal", code)
        if code in FAULTS:
            span.set_status(Status(StatusCode.ERROR, code))
        span.end(day(time.perf_counter()))

    def applied(self, began: float, action: TracedAction, digest: str) -> ActionTrace:
        """Record an action that another process has saved: the time from its notification until this process has sent
        it to its viewers."""
        return _AppliedAction(self, began, action, ids_of(action.match, digest))

    def close(self) -> None:
        """Send the remaining traces. It waits for the receiver, so do not call it in the event loop."""
        self._provider.shutdown()

    def begin_action(self, at: int, action: TracedAction, ids: ActionIds) -> Span:
        """Return the span of a complete action, with the trace ids computed from it."""
        self._ids.next = ids
        return self.begin("action", at, action, Context(), SpanKind.SERVER)

    def begin(self, name: str, at: int, action: TracedAction, within: Context, kind: SpanKind) -> Span:
        """Return a span that began at the time `at`, in nanoseconds since 1970."""
        said = {f"quarterdeck.{field}": value for field, value in action._asdict().items() if value not in (None, "")}
        return self._tracer.start_span(name, context=within, kind=kind, attributes=said, start_time=at)


class _OwnAction:
    """The trace of an action by a player who is connected to this process."""

    def __init__(self, tracer: ActionTracer, timing: Timing, action: TracedAction, ids: ActionIds) -> None:
        self._tracer = tracer
        self._timing = timing
        self._action = action
        self._ids = ids

    def sent(self, at: float) -> None:
        """Write the spans of the action, now that its answer has been sent."""
        timing, action, tracer, day = self._timing, self._action, self._tracer, _TimeOfDay()
        whole = tracer.begin_action(day(timing.received), action, self._ids)
        within = trace.set_span_in_context(whole, Context())
        for name, began, ended, kind in (
            ("judge", timing.judged, timing.appended, SpanKind.INTERNAL),
            ("append", timing.appended, timing.stored, SpanKind.CLIENT),
            ("send", timing.stored, at, SpanKind.PRODUCER),
        ):
            tracer.begin(name, day(began), action, within, kind).end(day(ended))
        whole.end(day(at))


class _AppliedAction:
    """The trace of an action by a player who is connected to another process."""

    def __init__(self, tracer: ActionTracer, began: float, action: TracedAction, ids: ActionIds) -> None:
        self._tracer = tracer
        self._began = began
        self._action = action
        self._ids = ids

    def sent(self, at: float) -> None:
        """Write the span, now that the update has been sent to the viewers of this process."""
        elsewhere = SpanContext(self._ids.trace, self._ids.span, is_remote=True, trace_flags=TraceFlags(0))
        within = trace.set_span_in_context(NonRecordingSpan(elsewhere), Context())
        day = _TimeOfDay()
        self._tracer.begin("hear", day(self._began), self._action, within, SpanKind.CONSUMER).end(day(at))


class _TimeOfDay:
    """Converts times of this process's monotonic clock to nanoseconds since 1970. All times of an action use one
    comparison of the two clocks, so their order is kept."""

    def __init__(self) -> None:
        self._began = time.time_ns() - time.perf_counter_ns()

    def __call__(self, at: float) -> int:
        return self._began + int(at * 1e9)


def exported_traces(share: float, server: str, process: str) -> ActionTracer:
    """Return a tracer that sends traces to the address in OpenTelemetry's variables (`OTEL_EXPORTER_OTLP_ENDPOINT`)."""
    return ActionTracer(BatchSpanProcessor(OTLPSpanExporter()), share=share, server=server, process=process)
