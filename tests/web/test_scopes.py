"""Which command a program may give with which scope, over a real WebSocket: every command there is."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.docs_build.baseline import LINES, scopes_in
from servers import live_server

PROTOCOL = Path(__file__).parents[2] / "protocol"
EXAMPLES = PROTOCOL / "examples" / "v1"
PASSWORD = "a long walk by the sea"

SENT = [scope for value in sent_values(Scope) if (scope := Scope(value)) is not Scope.OVERLAY]
"""The scopes that open commands. No connection takes a token for an overlay."""

RECORDED = scopes_in((PROTOCOL / LINES).read_text(encoding="utf-8").splitlines())
ALLOWED: Mapping[str, frozenset[Scope]] = {
    tag: frozenset(SENT if scopes is None else map(Scope, scopes)) for tag, scopes in RECORDED.items()
}
"""The scopes that open each command, as the frozen baseline has them: the behaviour of the server is compared with it.
A new command is recorded by `make schema`. The scopes of a recorded one cannot change."""


def test_each_command_has_the_scopes_that_are_recorded() -> None:
    declared = {
        kind.__struct_config__.tag: frozenset(SENT if kind.open_to is None else kind.open_to)
        for kind in get_args(AnyFromClient)
    }
    assert declared == ALLOWED, "`make schema` records the scopes of a new command"


def test_each_command_declares_its_scopes_itself() -> None:
    assert [kind for kind in get_args(AnyFromClient) if "open_to" not in vars(kind)] == []


def test_anything_that_is_out_of_reach_for_programs_stays_so() -> None:
    """Accounts, tokens and the visibility to traders."""
    assert {tag for tag, scopes in ALLOWED.items() if not scopes} >= {
        *(
            "accept_terms",
            "avoid",
            "be_found",
            "change_account",
            "delete_account",
            "delete_bot",
            "get_export",
            "list_tokens",
        ),
        *("make_bot", "make_recovery_codes", "make_token", "register", "revoke_token", "sign_out"),
    }
    assert {tag for tag, scopes in RECORDED.items() if scopes is None} == {
        *("get_account", "hello", "leave_chat", "ping", "recover_account", "sign_in"),
        *("unwatch_lobby", "unwatch_match"),
    }


@pytest.mark.parametrize("scope", SENT)
async def test_each_command_takes_its_scope_and_no_other_opens_it(scope: Scope) -> None:
    async with live_server(messages_per_second=100_000) as server, server.line() as owner, server.line() as program:
        await owner.sign_in()
        await owner.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        token = (await owner.ask({"type": "make_token", "scopes": [scope]}))["token"]
        for command, scopes in ALLOWED.items():
            assert (await program.sign_in(token=token))["scopes"] == [scope]
            example: dict[str, Any] = msgspec.json.decode((EXAMPLES / f"{command}.json").read_bytes())
            answer = await program.ask({**example, "ref": command})
            is_allowed = answer.get("code") != "missing_scope"
            assert is_allowed == (scope in scopes), (command, answer)
