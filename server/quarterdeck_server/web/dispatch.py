"""The lookup of a command's handler by the command's name.

A handler is a coroutine function with the name of the command's `type`: `async def sit(…, message: Sit)`. It is in one
of `GROUPS`. If it has a parameter `identity`, only a signed-in player may send the command. It sends the answer itself,
or returns it.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from inspect import iscoroutinefunction
from typing import Any, get_args, get_type_hints

import msgspec
from quarterdeck_protocol.messages import Act, AnyFromClient, Hello, Ping
from quarterdeck_protocol.sides import FromClient, FromServer

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.commands import (
    challenges,
    clubs,
    codes,
    collection,
    decks,
    follow_lists,
    private_messages,
    programs,
    ratings,
    sessions,
    tournaments,
    webhooks,
    wishes,
)
from quarterdeck_server.web.commands.accounts import AccountCommands
from quarterdeck_server.web.commands.chat import ChatCommands
from quarterdeck_server.web.commands.matches import MatchCommands
from quarterdeck_server.web.commands.matchmaking import MatchmakingCommands
from quarterdeck_server.web.commands.notices import NoticeCommands
from quarterdeck_server.web.commands.tables import TableCommands
from quarterdeck_server.web.commands.trades import TradeCommands

MODULES = (
    challenges,
    clubs,
    codes,
    collection,
    decks,
    follow_lists,
    private_messages,
    programs,
    ratings,
    sessions,
    tournaments,
    webhooks,
    wishes,
)
GROUPS: Sequence[tuple[str, Any]] = (
    ("_accounts", AccountCommands),
    ("_matches", MatchCommands),
    ("_matchmaking", MatchmakingCommands),
    ("_tables", TableCommands),
    ("_chat", ChatCommands),
    ("_trades", TradeCommands),
    ("_notices", NoticeCommands),
    *(("_caller", module) for module in MODULES),
)
"""Classes and modules with handlers. Each is beside the attribute of a connection that its handlers get first."""

OF_CONNECTION: frozenset[type[FromClient]] = frozenset({Act, Hello, Ping})
"""Commands that a connection handles itself."""

COMMANDS: Mapping[str, type[FromClient]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyFromClient) if kind not in OF_CONNECTION
}


class Handler(msgspec.Struct, frozen=True):
    """The function that handles one command of clients."""

    of: str
    """The attribute of the connection that it gets first."""

    run: Callable[..., Awaitable[FromServer | None]]
    needs_player: bool
    """True if it gets the signed-in player, `identity`."""


def handlers(groups: Sequence[tuple[str, Any]]) -> Mapping[type[FromClient], Handler]:
    """Return the handler of each command. Raises `TypeError` if a handler's parameter is not its command, or if a
    command has two handlers or none."""
    found: dict[type[FromClient], Handler] = {}
    for of, group in groups:
        for name, function in _functions_of(group):
            kind, hints = COMMANDS[name], get_type_hints(function)
            place = f"{function.__module__}.{function.__qualname__}"
            if hints.get("message") is not kind or hints.get("identity", Identity) is not Identity:
                raise TypeError(
                    f"{place} handles `{name}`: it takes `message: {kind.__name__}`, after `identity: Identity`."
                )
            if kind in found:
                raise TypeError(f"{place} is a second handler of `{name}`.")
            found[kind] = Handler(of, function, "identity" in hints)
    missing = [name for name, kind in COMMANDS.items() if kind not in found]
    if missing:
        raise TypeError(f"No group of web/dispatch.py has `async def {missing[0]}(…)` for the command of this name.")
    return found


def _functions_of(group: Any) -> Iterator[tuple[str, Any]]:
    """Yield the handlers that a class or module defines, with their names. Imported functions are not handlers."""
    home = getattr(group, "__module__", group.__name__)
    for name, function in vars(group).items():
        if name in COMMANDS and iscoroutinefunction(function) and function.__module__ == home:
            yield name, function


HANDLERS = handlers(GROUPS)
