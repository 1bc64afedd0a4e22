"""All bounded queues and caches of one process, with their limits.

Each has a row in the table of `server/README.md`, with the effect of a full queue and the test that fills it;
`tests/telemetry/test_queues.py` compares the two.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quarterdeck_server.bots.search_pool import SearchPool
from quarterdeck_server.fair_queue import FairTurns
from quarterdeck_server.lobby.ratings.settlement import MOST_OWED, Settlement
from quarterdeck_server.lobby.tables.rating_cache import MOST_KNOWN, RatingCache
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.matches.sequencer import LONGEST_QUEUE
from quarterdeck_server.metrics import MOST_UNSENT, Metrics
from quarterdeck_server.storage.store import MOST_WAITING
from quarterdeck_server.web.frames.frame_socket import MOST_BYTES_UNREAD
from quarterdeck_server.web.frames.send_queue import MOST_BYTES, MOST_FRAMES, SendQueue
from quarterdeck_server.web.frames.unsent_frames import UnsentFrames
from quarterdeck_server.web.http.event_streams import EventStream
from quarterdeck_server.web.http.paced_answers import UnsentBodies
from quarterdeck_server.web.http.replays import MOST_BYTES_KEPT, ReplayCache
from quarterdeck_server.web.presence import MOST_TURNS, Presence
from quarterdeck_server.web.rate_limit.quotas import MOST_REMEMBERED, Quotas
from quarterdeck_server.web.socket import LARGEST_FRAME

MOST_UNREAD = MOST_BYTES_UNREAD + LARGEST_FRAME
"""Bytes that wait of one client's input, with the frame after which reading stops."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Fill level and limit of a queue. If there is one such queue for each connection or match, these are the values of
    the fullest."""

    name: str
    length: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """The parts of a process that contain queues."""

    send_queues: Iterable[SendQueue]
    event_streams: Iterable[EventStream]
    matches: Matches
    metrics: Metrics
    settlement: Settlement
    quotas: Quotas
    presence: Presence
    ratings: RatingCache
    search_pool: SearchPool
    replays: ReplayCache
    makings: FairTurns
    packings: FairTurns
    replay_files: FairTurns
    password_checks: FairTurns
    unsent_bodies: UnsentBodies
    unsent_frames: UnsentFrames

    def queues(self) -> Iterator[Queue]:
        """Yield the current fill level of each queue."""
        send_queues = list(self.send_queues)
        yield Queue("send_queue_frames", max([each.frames for each in send_queues], default=0), MOST_FRAMES)
        yield Queue("send_queue_bytes", max([each.size for each in send_queues], default=0), MOST_BYTES)
        yield Queue("unread_bytes", max([each.unread for each in send_queues], default=0), MOST_UNREAD)
        streams = [each.frames for each in self.event_streams]
        yield Queue("event_stream_frames", max(streams, default=0), MOST_FRAMES)
        yield Queue("submissions", self.matches.most_submissions_waiting, LONGEST_QUEUE)
        yield Queue("store_requests", self.metrics.store_requests_waiting, MOST_WAITING)
        yield Queue("unsettled_ends", self.settlement.owed, MOST_OWED)
        yield Queue("quota_buckets", self.quotas.remembered, MOST_REMEMBERED)
        yield Queue("session_turns", self.presence.turns, MOST_TURNS)
        yield Queue("ratings_known", self.ratings.known, MOST_KNOWN)
        yield Queue("bot_decisions", self.search_pool.waiting, self.search_pool.most_waiting)
        yield Queue("makings", self.makings.waiting, self.makings.most_waiting)
        yield Queue("packings", self.packings.waiting, self.packings.most_waiting)
        yield Queue("replay_files", self.replay_files.waiting, self.replay_files.most_waiting)
        yield Queue("password_checks", self.password_checks.waiting, self.password_checks.most_waiting)
        yield Queue("replay_bytes", self.replays.size, MOST_BYTES_KEPT)
        yield Queue("http_unsent_bytes", self.unsent_bodies.size, self.unsent_bodies.most)
        yield Queue("socket_unsent_bytes", self.unsent_frames.size, self.unsent_frames.most)
        yield Queue("unsent_actions", self.metrics.unsent, MOST_UNSENT)
