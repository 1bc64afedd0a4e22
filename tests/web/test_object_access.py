"""Object-level authorisation: for every field that names an object of somebody else, who may do what with it.

What names an object is derived from the protocol and the routes, so a new command, route or field needs a row in
`web/object_rules.py`. Whoever is refused changes nothing, disturbs nobody, and is told of an object that is hidden from
them what they would be told of none.
"""

import string
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, get_args

import msgspec
import pytest
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.web.http.endpoints import Endpoint, Facets, Word, Words, endpoint_of
from servers import LiveServer, Message
from web.object_rules import (
    IN_ONES_OWN_ACCOUNT,
    LISTS,
    NO_QUESTION,
    NO_QUESTIONS_OVER_HTTP,
    OTHER,
    PLAIN,
    ROWS,
    THE_SAME_FOR_ALL,
    Row,
)
from web.owned_objects import (
    ASKERS,
    BLOCKED,
    BOT,
    GUEST,
    NOBODY,
    OWNER,
    PRIVATE,
    SPECTATOR,
    STRANGER,
    TOKENS,
    OwnedObjects,
    made_up,
    owned_objects,
)
from web.test_scopes import ALLOWED

OPEN_TO_NOBODY = frozenset({"act", "get_head_to_head", "get_history", "get_profile", "resign", "unwatch_match"})
OPEN_TO_NOBODY |= {
    "answer_undo",
    "ask_undo",
    "list_tables",
    "recess_match",
    "watch_lobby",
    "watch_match",
    "watch_table",
}
"""Commands for which nobody need sign in, or that are refused for something else to whoever has not."""

KNOWN_TO_ALL = frozenset({"not_yourself"})
"""Refusals that may differ from those of what is not there."""

GATES = frozenset({"missing_role", "missing_scope", "not_registered", "not_signed_in", "not_yourself"})
"""Refusals of whoever asks, whatever they ask for."""

COMMANDS: dict[str, Any] = {kind.__struct_config__.tag: kind for kind in get_args(AnyFromClient)}


@pytest.fixture
async def world() -> AsyncIterator[OwnedObjects]:
    async with owned_objects() as world:
        yield world


async def test_a_caller_who_may_not_changes_nothing_and_cannot_tell_what_is_hidden_from_what_is_not_there(
    world: OwnedObjects,
) -> None:
    gates, faults = Gates(world.server), []
    for row in ROWS:
        for asker in row.askers:
            expected = gates.refusal(row, asker)
            if expected is None:
                continue
            before = world.state()
            refused = await told(world, asker, row, row.said)
            if refused.get("code") != expected:
                faults.append(f"{asker}: {row.operation} {row.said} is not {expected}: {refused}")
            elif expected in GATES - KNOWN_TO_ALL or expected.startswith(("unknown_", "wrong_code")):
                absent = await told(world, asker, row, row.said, named=made_up)
                if absent != refused:
                    faults.append(f"{asker}: {row.operation} {row.said} is {refused}, and of nothing {absent}")
            changed = [str(key) for key, _ in world.state().items() ^ before.items()]
            if expected == "not_the_director":  # which the audit log notes
                changed = [key for key in changed if "audit" not in key]
            if changed:
                faults.append(f"{asker}: {row.operation} {row.said} has changed {changed}")
        disturbed = await world.disturbed()
        if disturbed:
            faults.append(f"{row.operation} {row.said} is told to others: {disturbed}")
    assert not faults, "\n".join(faults)


async def test_a_caller_who_may_is_not_refused_for_whose_it_is(world: OwnedObjects) -> None:
    """Or else the refusals of the others would say nothing."""
    gates, faults = Gates(world.server), []
    for row in ROWS:
        allowed = [asker for asker in row.askers if gates.refusal(row, asker) is None]
        for place, asker in enumerate(allowed):
            answer = await told(world, asker, row, row.said)
            code = answer.get("code")
            is_refused = code in GATES or code == row.code or str(code).startswith("unknown_")
            if (is_refused and code != row.reaches) or (place == 0 and code != row.reaches):
                faults.append(f"{asker}: {row.operation} {row.said} is not {row.reaches}: {answer}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("row", IN_ONES_OWN_ACCOUNT, ids=lambda row: row.operation)
async def test_anything_that_is_called_like_something_of_somebody_else_stays_ones_own(
    world: OwnedObjects, row: Row
) -> None:
    theirs = {OWNER, BOT, *TOKENS}
    for asker in set(ASKERS) - theirs:
        before = {str(key): value for key, value in world.state().items() if world.ids[OWNER] in str(key)}
        listed = await world.ask(OWNER, {"type": "list_decks"})
        answer = await told(world, asker, row, row.said)
        expected = {NOBODY: "not_signed_in", GUEST: "not_registered"}.get(asker)
        assert answer.get("code") == (None if row.operation == "drop_deck" and asker == GUEST else expected), asker
        assert before == {str(key): value for key, value in world.state().items() if world.ids[OWNER] in str(key)}
        assert await world.ask(OWNER, {"type": "list_decks"}) == listed
        assert len(listed["decks"]) == 1


async def test_no_list_names_what_is_hidden(world: OwnedObjects) -> None:
    hidden = {world.ids[name] for name in PRIVATE}
    tables = {world.ids["open"], world.ids["locked"]}
    faults = []
    for operation, said in LISTS.items():
        for asker in (STRANGER, GUEST, BLOCKED, SPECTATOR, NOBODY):
            own = {world.ids["strangers_code"]} if asker == STRANGER else set()
            secret = hidden - own | (tables if asker == BLOCKED and operation in COMMANDS else set())
            shown = msgspec.json.encode(await told(world, asker, Row(operation, said, ()), said)).decode()
            faults += [f"{asker}: {operation} names {each}: {shown}" for each in secret if each in shown]
        shown = msgspec.json.encode(await told(world, OWNER, Row(operation, said, ()), said)).decode()
        if operation in ("get_export", "get_packs", "get_seats", "get_trades", "list_decks", "list_tables"):
            assert any(world.ids[name] in shown for name in (*PRIVATE, "open")), "or else this finds nothing"
    assert not faults, "\n".join(faults)


def test_every_command_and_route_is_in_the_rules(world_of_routes: "list[tuple[str, Endpoint]]") -> None:
    with_rows = {row.operation for row in (*ROWS, *IN_ONES_OWN_ACCOUNT)}
    commands = with_rows | set(LISTS) | NO_QUESTION
    assert {each for each in commands if " " not in each} == set(COMMANDS)
    routes = with_rows | set(LISTS) | NO_QUESTIONS_OVER_HTTP | THE_SAME_FOR_ALL
    served = {name for name, _ in world_of_routes if not name.startswith("GET /docs")}
    assert {each for each in routes if " " in each} == served


def test_a_field_that_names_an_object_has_a_row(world_of_routes: "list[tuple[str, Endpoint]]") -> None:
    tested = {f"{row.operation}.{name.strip('{}?')}" for row in (*ROWS, *IN_ONES_OWN_ACCOUNT) for name in named_in(row)}
    fields = {f"{name}.{field}" for name, kind in COMMANDS.items() for field in texts_of(kind)}
    for name, route in world_of_routes:
        fields |= {f"{name}.{field}" for field in texts_of_route(name, route)}
    needed = {field for field in fields if field.rpartition(".")[2] not in PLAIN and field not in OTHER}
    assert needed - tested == set(), "fields that may name an object, and have no row"
    assert tested - needed == set(), "rows of fields that there are not"
    assert set(OTHER) - fields == set(), "there are no such fields any more"


@pytest.fixture
async def world_of_routes(world: OwnedObjects) -> "list[tuple[str, Endpoint]]":
    return list(routes_of(world.server))


class Gates:
    """What is refused to an asker whatever the object is, and what because of the object."""

    def __init__(self, server: LiveServer) -> None:
        self._routes = dict(routes_of(server))

    def refusal(self, row: Row, asker: str) -> str | None:
        """Return with which code an asker is refused; `None` if they are not."""
        scopes = self._scopes(row.operation)
        if asker == NOBODY and scopes is not None and row.operation not in OPEN_TO_NOBODY:
            return "not_signed_in"
        if asker in TOKENS and scopes is not None and TOKENS[asker] not in scopes:
            return "missing_scope"
        if asker == BOT and scopes == frozenset():
            return "missing_scope"
        person = OWNER if asker in TOKENS else asker
        if asker in TOKENS and asker in row.but:
            return row.but[asker]
        return None if person in row.may else row.but.get(person, row.code)

    def _scopes(self, operation: str) -> frozenset[Scope] | None:
        """Return with which scopes a token may do this; `None` if nobody needs a token."""
        if operation in COMMANDS:
            return ALLOWED[operation]
        scopes = self._routes[operation].scopes
        return None if scopes is None else frozenset(scopes)


async def told(
    world: OwnedObjects, asker: str, row: Row, said: Message, named: Callable[[str], str] | None = None
) -> Message:
    """Return what an asker is told of an object, or of a made-up one, without its id."""
    filled, ids = {}, []
    for name, value in said.items():
        filled[name] = value
        if isinstance(value, str) and value[:1] in "@=":
            filled[name] = world.ids[value[1:]]
            if value[0] == "@":
                ids.append(filled[name] if named is None else named(filled[name]))
                filled[name] = ids[-1]
    if row.operation in COMMANDS:
        answer: Message = await world.ask(asker, {"type": row.operation, **filled})
    else:
        method, _, path = row.operation.partition(" ")
        for name in [name for name in filled if name[0] in "{?"]:
            value = filled.pop(name)
            path = path.replace(name, value) if name[0] == "{" else f"{path}{name}={value}"
        status, body = await world.call(asker, method, path, filled or None)
        answer = body if isinstance(body, dict) else {"answer": body}
        assert (status >= 400) == ("code" in answer and "detail" in answer), answer
    return without(answer, ids)


def without(answer: Message, ids: list[str]) -> Message:
    text = msgspec.json.encode(answer).decode()
    for number, id_ in enumerate(ids):
        text = text.replace(id_, f"<{number}>")
    shown: Message = msgspec.json.decode(text)
    return shown


def named_in(row: Row) -> list[str]:
    return [name for name, value in row.said.items() if isinstance(value, str) and value.startswith("@")]


def routes_of(server: LiveServer) -> Iterator[tuple[str, Endpoint]]:
    for route in server.app.router.routes():
        declared = endpoint_of(route.handler)
        if route.resource is not None and route.method != "HEAD" and declared is not None:
            yield f"{route.method} {route.resource.canonical}", declared


def texts_of(kind: Any) -> set[str]:
    """Return the fields of text of a command or body, nested ones under their paths, without its `ref`."""
    return set(_texts(msgspec.inspect.type_info(kind), "")) - {"ref"}


def texts_of_route(name: str, route: Endpoint) -> set[str]:
    path = {field for _, field, _, _ in string.Formatter().parse(name) if field}
    query = {each.name for each in route.query if isinstance(each, Words | Facets) or _is_free(each)}
    return path | query | (set() if route.body is None else texts_of(route.body))


def _is_free(parameter: object) -> bool:
    return isinstance(parameter, Word) and not parameter.words


def _texts(kind: msgspec.inspect.Type, path: str) -> Iterator[str]:
    match kind:
        case msgspec.inspect.UnionType():
            for each in kind.types:
                yield from _texts(each, path)
        case msgspec.inspect.StructType():
            for field in kind.fields:
                yield from _texts(field.type, f"{path}.{field.encode_name}" if path else field.encode_name)
        case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType():
            yield from _texts(kind.item_type, path)
        case msgspec.inspect.Metadata():
            yield from _texts(kind.type, path)
        case msgspec.inspect.StrType():
            yield path
        case _:
            pass
