"""Notifications to all processes about the lobby as a whole."""

from quarterdeck_protocol.lobby.moderation import PauseDetails

from quarterdeck_server.lobby.event_bus import Notification


class PauseChanged(Notification, frozen=True, tag="pause_changed"):
    """Event: a pause of all servers has begun or ended, or its details have changed."""

    is_on: bool
    details: PauseDetails | None = None
