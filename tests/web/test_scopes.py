"""Which command a program may give with which scope, over a real WebSocket: every command there is."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.lobby.accounts import Scope
from quarterdeck_protocol.messages import AnyFromClient
from servers import live_server

EXAMPLES = Path(__file__).parents[2] / "protocol" / "examples" / "v1"
PASSWORD = "a long walk by the sea"

SENT = [Scope(value) for value in sent_values(Scope)]
ALL = frozenset(SENT)
NONE: frozenset[Scope] = frozenset()
PLAY, READ, HOST = (frozenset({each}) for each in (Scope.PLAY, Scope.LOBBY_READ, Scope.LOBBY_HOST))
TRADE = frozenset({Scope.COLLECTION_TRADE})
MODERATE = frozenset({Scope.MODERATE})
OWN = frozenset({Scope.COLLECTION_READ, Scope.COLLECTION_TRADE})

ALLOWED: Mapping[str, frozenset[Scope]] = {
    "accept": PLAY,
    "act": PLAY,
    "add_bot": HOST,
    "avoid": NONE,
    "change_account": NONE,
    "claim_code": TRADE,
    "claim_packs": TRADE,
    "offer_trade": TRADE,
    "counter_trade": TRADE,
    "accept_trade": TRADE,
    "cancel_trade": TRADE,
    "get_trade": OWN,
    "get_trades": OWN,
    "get_wishes": OWN,
    "change_wishes": TRADE,
    "be_found": NONE,
    "find_traders": TRADE,
    "decline": PLAY,
    "delete_account": NONE,
    "drop_deck": PLAY,
    "keep_deck": PLAY,
    "list_decks": PLAY,
    "delete_bot": NONE,
    "watch_lobby": READ,
    "get_account": ALL,
    "get_collection": OWN,
    "get_code_history": MODERATE,
    "get_export": NONE,
    "get_head_to_head": READ,
    "get_history": READ,
    "get_ladder": READ,
    "get_movements": OWN,
    "get_packs": OWN,
    "get_profile": READ,
    "get_seats": READ | PLAY,
    "transfer_host": HOST,
    "hello": ALL,
    "kick": HOST,
    "list_codes": MODERATE,
    "make_codes": MODERATE,
    "revoke_codes": MODERATE,
    "list_tables": READ,
    "read_deck": READ,
    "list_tokens": NONE,
    "join_chat": READ | PLAY,
    "watch_table": READ | PLAY,
    "make_bot": NONE,
    "make_recovery_codes": NONE,
    "recover_account": ALL,
    "make_token": NONE,
    "ping": ALL,
    "open_pack": TRADE,
    "open_table": HOST,
    "ready": PLAY,
    "register": NONE,
    "rematch": PLAY,
    "reveal": PLAY,
    "report": PLAY,
    "resign": PLAY,
    "revoke_token": NONE,
    "say": PLAY,
    "seek": PLAY,
    "sign_in": ALL,
    "sign_out": NONE,
    "sit": PLAY,
    "stand": PLAY,
    "unwatch_lobby": ALL,
    "leave_chat": ALL,
    "unseek": PLAY,
    "unwatch_match": ALL,
    "watch_match": READ | PLAY,
}
"""With which one scope each command is allowed, written out by hand: what the server enforces is held against it."""


def test_no_command_is_missing() -> None:
    assert set(ALLOWED) == {kind.__struct_config__.tag for kind in get_args(AnyFromClient)}


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
