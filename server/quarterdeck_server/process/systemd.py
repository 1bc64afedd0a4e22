"""Notifications to systemd from a service with `Type=notify`: ready, and stopping (sd_notify(3))."""

import os
import socket

import structlog

READY = "READY=1"
STOPPING = "STOPPING=1"

_log = structlog.get_logger()


def notify_systemd(state: str) -> None:
    """Send systemd this state of the service, if systemd has started it and expects notifications."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    place = "\0" + address[1:] if address.startswith("@") else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.connect(place)
            line.sendall(state.encode())
    except OSError as error:
        _log.warning("systemd could not be notified", state=state, why=str(error))
