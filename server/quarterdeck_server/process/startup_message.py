"""The message that a server prints when clients can connect: text on a terminal, otherwise one line of JSON.

The text shows the next commands to type. Without a terminal, standard output is collected together with the log, which
has one JSON object a line. So the message has the same form; its `url` is the address of the server.
"""

import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from quarterdeck_server.process.logs import log_line
from quarterdeck_server.program import SERVER_NAME, program
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.durability import durability_of
from quarterdeck_server.storage.store_url import address_of, places_of


class StartupMessage:
    """The start message of a server on standard output."""

    def __init__(
        self, settings: Settings, listening: socket.socket, metrics_sockets: Sequence[socket.socket] = ()
    ) -> None:
        self._settings = settings
        self._port = listening.getsockname()[1]
        self._url = _url(listening)
        self._metrics = [f"{_url(each)}/metrics" for each in metrics_sockets]
        embedded = settings.store == "embedded"
        self._store = f"embedded, in {settings.data_directory}" if embedded else places_of(address_of(settings.store))

    def print_listening(self) -> None:
        """Print that players can connect, and the server's address."""
        durability = str(durability_of(self._settings.store, self._settings.durability))
        if not sys.stdout.isatty():
            more = {"durability": durability, "processes": self._settings.workers, "metrics": self._metrics}
            self._print_line("info", "listening", **more)
            return
        other = "" if self._port == 8765 else f" --url {self._url}"
        name = program()
        browser = ["  open it in a browser to play"] if self._settings.web.is_on else []
        metrics = [f"  metrics: {', '.join(self._metrics)}"] if self._metrics else []
        _print(
            f"{SERVER_NAME} is listening on {self._url}",
            *browser,
            f"  store: {self._store}; durability: {durability}; processes: {self._settings.workers}",
            *metrics,
            "",
            "Try next, in another terminal:",
            f"  {name} bots{other}    four bots play a match to the end",
            f"  {name} play{other}    take a seat yourself",
            "",
            "Press Ctrl-C to stop; nothing acknowledged is lost.",
        )

    def print_waiting(self) -> None:
        """Print that nobody can play until the store can be reached."""
        if not sys.stdout.isatty():
            self._print_line("warning", "nobody can play yet: the store cannot be reached")
            return
        _print(
            f"{SERVER_NAME} is listening on {self._url}, but nobody can play yet: its store cannot be reached.",
            f"  store: {self._store}; retrying",
        )

    def _print_line(self, level: str, event: str, **more: Any) -> None:
        _print(log_line(sys.stdout, level, event, url=self._url, version=SERVER_NAME, store=self._store, **more))


def _url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def _print(*lines: str) -> None:
    """Print lines without buffering. If they cannot be written, they are lost, like lines of the log."""
    text = "\n".join((*lines, ""))
    with suppress(OSError):
        os.write(sys.stdout.fileno(), text.encode(errors="backslashreplace"))
