"""Command line options that are settings of a server. Their types and help texts come from the settings."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
from msgspec import inspect

from quarterdeck_server.setting_declarations import Declaration
from quarterdeck_server.settings import DECLARATIONS, FOR_WORKERS

Result = TypeVar("Result")
Decorator = Callable[[Callable[..., Result]], Callable[..., Result]]


def setting_options(command: Callable[..., Result]) -> Callable[..., Result]:
    """Add an option to a command for each setting that hosts can change."""
    for name in reversed(list(DECLARATIONS)):
        if name not in FOR_WORKERS:
            command = setting_option(name)(command)
    return command


def store_options(command: Callable[..., Result]) -> Callable[..., Result]:
    """Add the options that name a store, for commands that read or write the store without a server."""
    where = "embedded, or an address as for serve: redis://… and so on."
    store = click.option("--store", help=_with_default(where, DECLARATIONS["store"]))
    return store(setting_option("data")(command))


def setting_option(name: str) -> Decorator[Any]:
    """Return a decorator that adds the option of one setting."""
    declared = DECLARATIONS[name]
    return click.option(declared.option, type=_type_of(declared), help=_help_of(declared))


def _type_of(declared: Declaration) -> type[int | float | str]:
    match declared.kind:
        case inspect.IntType():
            return int
        case inspect.FloatType():
            return float
        case _:
            return str


def _help_of(declared: Declaration) -> str:
    return _with_default(declared.help.text, declared, f"{declared.right}; " if declared.right else "")


def _with_default(text: str, declared: Declaration, right: str = "") -> str:
    return f"{text}  [{right}default: {declared.default}]".replace("`", "")
