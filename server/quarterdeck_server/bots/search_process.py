"""Code that runs in a search process of a bot. The process lowers its priority before it imports the games."""

import os
import signal
import threading
import time
from collections.abc import Collection
from contextlib import suppress
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quarterdeck_games import AnyGame

NICENESS = 10
"""The priority of searches, below that of processes that serve players."""

SECONDS_OF_PATIENCE = 10.0
"""Seconds after its time limit at which the process of an endless search is ended."""

_games: "Mapping[str, AnyGame]" = {}


class Thought(NamedTuple):
    """Result of a bot's search."""

    action: bytes
    """The action to take, as JSON."""

    actions: int
    """Number of actions simulated for it."""

    is_cut: bool
    """True if a time limit has ended the search."""

    cpu_seconds: float


def begin(lifeline: Connection, cards: Path | None, sets: Collection[str]) -> None:
    """Make this process a search process with the games of its server. It ends when the server closes the other end of
    the `lifeline` pipe: at shutdown, or when the server process has died."""
    global _games
    with suppress(PermissionError):  # where it may not make way, it searches all the same
        os.nice(NICENESS)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    from quarterdeck_server.cards.host_sets import games_with

    _games = games_with(cards, sets)


def _end_with(lifeline: Connection) -> None:
    try:
        lifeline.recv_bytes()
    finally:
        os._exit(0)


def is_ready() -> bool:
    """Return true as soon as the search process has started."""
    return True


def search(position: bytes, budget: int, until: float, cpu_seconds: float) -> Thought:
    """Return the result of `answer_to`. If a search does not end by itself, the whole process is ended."""
    signal.setitimer(signal.ITIMER_REAL, max(0.0, until - time.monotonic()) + SECONDS_OF_PATIENCE)
    try:
        return answer_to(_games, position, budget, until, cpu_seconds)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def answer_to(
    games: "Mapping[str, AnyGame]", position: bytes, budget: int, until: float = inf, cpu_seconds: float = inf
) -> Thought:
    """Return the action that a bot takes in a position. The search ends after `budget` simulated actions, at the time
    `until` of the machine's monotonic clock, or when it has used `cpu_seconds` of this process."""
    import random

    import msgspec
    from quarterdeck_games.rule_versions import rules_of
    from quarterdeck_games.state_codec import recall

    from quarterdeck_server.bots.search_methods import search_with
    from quarterdeck_server.search_position import SearchPosition

    began = time.process_time()
    asked = msgspec.msgpack.decode(position, type=SearchPosition)
    game = rules_of(games, asked.game, asked.rules)
    if game.simulator is None:
        raise ValueError(f"bots cannot search in {asked.game}, because it has no simulator")
    chance = random.Random(asked.key + b"search")  # noqa: S311 - the key is what nobody may guess

    def is_over() -> bool:
        return time.monotonic() >= until or time.process_time() - began >= cpu_seconds

    searching = search_with(game, game.simulator, asked.seats, chance)
    action = searching.best(recall(game, asked.state), asked.seat, budget, is_over)
    return Thought(msgspec.json.encode(action), searching.actions, searching.is_cut, time.process_time() - began)
