"""Declarations of the input and output of each HTTP endpoint, next to its function. The OpenAPI description is
generated from them, and undeclared parameters are refused."""

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from aiohttp import web
from quarterdeck_protocol.limits import Quota, QuotaHolder
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Scope
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.web.http.requests import number_in, take
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES

JSON = "application/json"
STRICT = "/v1/"
"""Paths that refuse unknown parameters. Elsewhere they are allowed, because some clients add their own."""

SWITCHING_PROTOCOLS = 101


class WholeNumber(msgspec.Struct, frozen=True):
    """Query parameter: an integer."""

    name: str
    least: int
    most: int
    text: str

    def of(self, request: web.Request) -> int | None:
        """Return the integer in the query; `None` if the parameter is absent. Raises `CommandRefused` if it is not an
        integer in the range."""
        return number_in(request, self.name, self.least, self.most)

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Word(msgspec.Struct, frozen=True):
    """Query parameter: a text, or one of several fixed values."""

    name: str
    text: str
    words: tuple[str, ...] = ()
    has_default: bool = True
    """True if the first of the words is the default."""

    def of(self, request: web.Request) -> str | None:
        """Return the value, or its default if it is absent. Raises `CommandRefused` if it is not one of the fixed
        values."""
        said = request.query.get(self.name)
        if said is None:
            return self.words[0] if self.words and self.has_default else None
        if self.words and said not in self.words:
            right = ", ".join(f"`{word}`" for word in self.words)
            text = Text("`{name}` must be one of {right}.", name=self.name, right=right)
            raise CommandRefused(RefusalCode.MALFORMED, text, f"?{self.name}")
        return said

    @property
    def schema(self) -> dict[str, Any]:
        return (
            {"type": "string", "enum": list(self.words), "default": self.words[0]} if self.words else {"type": "string"}
        )


class Flag(msgspec.Struct, frozen=True):
    """Query parameter: true or false."""

    name: str
    text: str

    def of(self, request: web.Request) -> bool | None:
        """Return the boolean in the query; `None` if the parameter is absent. Raises `CommandRefused` if it is neither
        true nor false."""
        said = request.query.get(self.name)
        if said is None:
            return None
        try:
            return msgspec.convert(said, bool, strict=False)
        except msgspec.ValidationError:
            text = Text("`{name}` must be true or false.", name=self.name)
            raise CommandRefused(RefusalCode.MALFORMED, text, f"?{self.name}") from None

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Words(msgspec.Struct, frozen=True):
    """Query parameter that may be given several times."""

    name: str
    most: int
    text: str

    def of(self, request: web.Request) -> list[str]:
        """Return all values of the parameter. Raises `CommandRefused` if there are too many."""
        said = request.query.getall(self.name, [])
        if len(said) > self.most:
            text = Text("`{name}` can be given at most {most} times.", name=self.name, most=self.most)
            raise CommandRefused(RefusalCode.MALFORMED, text, f"?{self.name}")
        return list(said)

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string"}, "maxItems": self.most}


class Facets(msgspec.Struct, frozen=True):
    """All query parameters that are not declared, for an endpoint with variable names such as the card search."""

    name: str
    """The name of such a parameter in documents."""

    beside: tuple[str, ...]
    """The names that are declared."""

    most: int
    text: str

    def of(self, request: web.Request) -> dict[str, list[str]]:
        """Return all undeclared parameters. Raises `CommandRefused` if there are too many."""
        names = dict.fromkeys(name for name in request.query if name not in self.beside)
        said = {name: list(request.query.getall(name)) for name in names}
        if sum(map(len, said.values())) > self.most:
            text = Text("The query may have at most {most} parameters `{name}`.", most=self.most, name=self.name)
            raise CommandRefused(RefusalCode.MALFORMED, text, f"?{next(iter(said))[:64]}")
        return said

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": {"type": "string"}}


Parameter = WholeNumber | Word | Words | Flag | Facets


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """The declared input and output of one HTTP endpoint."""

    answers: Any = None
    """The type of the answer, as JSON; `None` where it is no JSON of ours."""

    kinds: tuple[str, ...] = (JSON,)
    """The media types of the answer."""

    status: int = 200
    body: type[msgspec.Struct] | None = None
    """The type of the request body, if there is one."""

    query: tuple[Parameter, ...] = ()
    quotas: tuple[Quota, ...] = ()
    """Quotas that each request takes from, beside the general ones. Those of an address are taken here."""

    scopes: tuple[Scope, ...] | None = None
    """The token of the caller needs one of these scopes. Empty means the player's own session alone; `None` means
    that no token is needed."""


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Made = Callable[[Handler], Handler]

_declared: dict[Handler, Endpoint] = {}


def endpoint(
    answers: Any = None,
    *,
    kinds: Sequence[str] = (JSON,),
    status: int = 200,
    body: type[msgspec.Struct] | None = None,
    query: Sequence[Parameter] = (),
    quotas: Sequence[Quota] = (),
    scopes: Sequence[Scope] | None = None,
) -> Made:
    """Return a decorator that declares the input and output of an endpoint and refuses undeclared query parameters."""
    declared = Endpoint(
        answers=answers,
        kinds=tuple(kinds),
        status=status,
        body=body,
        query=tuple(query),
        quotas=tuple(quotas),
        scopes=None if scopes is None else tuple(scopes),
    )

    def made(handler: Handler) -> Handler:
        @functools.wraps(handler)
        async def checked(request: web.Request) -> web.StreamResponse:
            if request.path.startswith(STRICT) and declared.status != SWITCHING_PROTOCOLS:
                _check_query(request, declared)
            for quota in declared.quotas:
                if quota.per is QuotaHolder.ADDRESS:
                    take(request, quota, request.app[ADDRESSES].of(request))
            return await handler(request)

        _declared[checked] = declared
        return checked

    return made


def endpoint_of(handler: Any) -> Endpoint | None:
    """Return the declaration of the function that handles an endpoint."""
    return _declared.get(handler)


def _check_query(request: web.Request, declared: Endpoint) -> None:
    names = [parameter.name for parameter in declared.query]
    is_open = any(isinstance(parameter, Facets) for parameter in declared.query)
    for name in request.query:
        if name not in names and not is_open:
            there = (
                Text("there are {names}", names=", ".join(f"`{each}`" for each in names))
                if names
                else Text("this path has none")
            )
            text = Text("There is no parameter `{name}`: {there}.", name=name[:64], there=there)
            raise CommandRefused(RefusalCode.MALFORMED, text, f"?{name[:64]}")
    for parameter in declared.query:
        if len(request.query.getall(parameter.name, ())) > 1 and not isinstance(parameter, Words | Facets):
            text = Text("`{name}` can be given only once.", name=parameter.name)
            raise CommandRefused(RefusalCode.MALFORMED, text, f"?{parameter.name}")
        parameter.of(request)  # before any lookup, and for every caller
