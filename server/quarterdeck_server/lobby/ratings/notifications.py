"""Notifications to all processes about ratings."""

from quarterdeck_server.lobby.event_bus import Notification
from quarterdeck_server.lobby.ratings.match_results import MatchResultRecord


class MatchSettled(Notification, frozen=True, tag="match_settled"):
    """Event: a match has ended, and its consequences are stored."""

    verdict: MatchResultRecord
