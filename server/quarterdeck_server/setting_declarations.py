"""Declarations of settings: type, limits, default and help text are declared with the field. Everything else is derived
from them.

Derived are the option of `quarterdeck serve`, the environment variable, the valid values in errors, and the row of the
table in `deploy/README.md`.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import inspect

PREFIX = "QUARTERDECK_"


class Help(msgspec.Struct, frozen=True):
    """The help text of a setting. It is in the `Annotated` type of the setting's field, with the limits."""

    text: str
    """The setting in a sentence or two, for `serve --help` and `deploy/README.md`. Code is in backticks."""

    more: str = ""
    """Further sentences for `deploy/README.md` alone, in Markdown."""

    unit: str = ""
    """The unit of a number: `milliseconds`."""

    zero: str = ""
    """The meaning of 0, where it is none of an amount: `for any number`."""

    right: str = ""
    """The valid values in words, if type and bounds do not describe them."""

    default: str = ""
    """The default in words, if its value does not describe it."""

    example: str = ""
    """A right value besides the default, where type and bounds do not give one."""

    of_workers: bool = False
    """True for a setting that only a server gives to its own workers."""


class Declaration(msgspec.Struct, frozen=True):
    """One setting, with everything that is derived from its declaration."""

    name: str
    kind: inspect.Type
    value: Any
    """The default."""

    help: Help
    choices: tuple[str, ...]
    """The right values of a closed set, in the order of their declaration; empty for other settings."""

    @property
    def option(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    @property
    def is_list(self) -> bool:
        """True if the setting may have several values, separated by commas."""
        return isinstance(self.kind, inspect.VarTupleType)

    @property
    def right(self) -> str:
        """The valid values as text; empty if any text is valid."""
        if self.help.right:
            return self.help.right
        if self.choices:
            return " or ".join(part for part in (", ".join(self.choices[:-1]), self.choices[-1]) if part)
        match self.kind:
            case inspect.IntType(ge=least, le=most) | inspect.FloatType(ge=least, le=most) if most is not None:
                unit = f" of {self.help.unit}" if self.help.unit else ""
                zero = f" ({self.help.zero})" if self.help.zero else ""
                return f"a number{unit} from {least:g}{zero} to {most}"
            case _:
                return ""

    @property
    def default(self) -> str:
        """The default value of a setting as Markdown text."""
        if self.help.default:
            return self.help.default
        match self.value:
            case None | "" | ():
                return "none"
            case Enum():
                return f"`{self.value.value}`"
            case float():
                return f"`{self.value:g}`"
            case tuple():
                return f"`{','.join(self.value)}`"
            case _:
                return f"`{self.value}`"


def declarations(settings: type[msgspec.Struct]) -> Mapping[str, Declaration]:
    """Return the declarations of all settings, by name and in the order of their fields. Raises `TypeError` for a field
    without `Help`."""
    hints = get_type_hints(settings, include_extras=True)
    return {field.name: _declaration(field, hints[field.name]) for field in inspect.type_info(settings).fields}  # type: ignore[attr-defined]  # it is a struct


def _declaration(field: inspect.Field, hint: Any) -> Declaration:
    words = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Help)]
    if len(words) != 1:
        raise TypeError(f"The setting `{field.name}` needs one Help(…) in its Annotated type; it has {len(words)}.")
    kind = _without_none(field.type)
    match kind:
        case inspect.EnumType(cls=cls):
            choices = tuple(str(each.value) for each in cls)
        case inspect.LiteralType():
            choices = get_args(hint.__origin__)
        case _:
            choices = ()
    return Declaration(field.name, kind, field.default, words[0], choices)


def _without_none(kind: inspect.Type) -> inspect.Type:
    if isinstance(kind, inspect.UnionType):
        [kind] = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
    return kind
