"""The client package: a typed SDK, bots and a terminal client. It contains no rules of games.

Importing this needs only `aiohttp` and `msgspec`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quarterdeck_client.client import DEFAULT_URL, Client
    from quarterdeck_client.errors import (
        ClientError,
        CommandRefused,
        FalsePackError,
        ForkedError,
        GoneError,
        LostError,
        MisunderstoodError,
        RefusedError,
        UsageError,
    )
    from quarterdeck_client.followed_match import FollowedMatch, Turn
    from quarterdeck_client.game_types import options_of
    from quarterdeck_client.lobby.search import Search

__all__ = [
    "DEFAULT_URL",
    "Client",
    "ClientError",
    "CommandRefused",
    "FalsePackError",
    "FollowedMatch",
    "ForkedError",
    "GoneError",
    "LostError",
    "MisunderstoodError",
    "RefusedError",
    "Search",
    "Turn",
    "UsageError",
    "options_of",
]

_MODULES = {
    "DEFAULT_URL": "client",
    "Client": "client",
    "ClientError": "errors",
    "CommandRefused": "errors",
    "FalsePackError": "errors",
    "FollowedMatch": "followed_match",
    "ForkedError": "errors",
    "GoneError": "errors",
    "LostError": "errors",
    "MisunderstoodError": "errors",
    "RefusedError": "errors",
    "Search": "lobby.search",
    "Turn": "followed_match",
    "UsageError": "errors",
    "options_of": "game_types",
}
"""The module of each public name. It is imported on first use: `quarterdeck --help` needs no network."""


if not TYPE_CHECKING:  # a type checker would take it for a module in which every name is

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
