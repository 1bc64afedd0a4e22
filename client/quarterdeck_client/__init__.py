"""The client side: a typed SDK, bots and a terminal client. It holds no rules.

Importing this needs only `aiohttp` and `msgspec`.
"""

from quarterdeck_client.client import DEFAULT_URL, Client
from quarterdeck_client.errors import ClientError, GoneError, LostError, MisunderstoodError, RefusedError
from quarterdeck_client.followed_match import FollowedMatch, Turn
from quarterdeck_client.game_types import options_of
from quarterdeck_client.search import Search

__all__ = [
    "DEFAULT_URL",
    "Client",
    "ClientError",
    "FollowedMatch",
    "GoneError",
    "LostError",
    "MisunderstoodError",
    "RefusedError",
    "Search",
    "Turn",
    "options_of",
]
