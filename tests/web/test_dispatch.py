"""The handler of each command: there is one, it takes that command, and a mistake is an error of the import."""

from types import SimpleNamespace
from typing import get_args

import pytest
from quarterdeck_protocol.lobby.chat import LeaveChat
from quarterdeck_protocol.lobby.tables import Sit, Stand
from quarterdeck_protocol.messages import AnyFromClient, Ping
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.commands import decks
from quarterdeck_server.web.connection import Connection
from quarterdeck_server.web.dispatch import GROUPS, HANDLERS, OF_CONNECTION, handlers


class _Doubled:
    async def sit(self, identity: Identity, message: Sit) -> None: ...


class _Swapped:
    async def sit(self, identity: Identity, message: Stand) -> None: ...


class _ForGuests:
    async def leave_chat(self, identity: Identity | None, message: LeaveChat) -> None: ...


class _Blocking:
    def sit(self, identity: Identity, message: Sit) -> None: ...


def test_every_command_has_a_handler() -> None:
    assert set(HANDLERS) | OF_CONNECTION == set(get_args(AnyFromClient))
    assert not set(HANDLERS) & OF_CONNECTION


def test_handlers_are_named_after_their_commands() -> None:
    assert [kind for kind, each in HANDLERS.items() if each.run.__name__ != kind.__struct_config__.tag] == []


def test_every_group_belongs_to_a_part_of_a_connection() -> None:
    assert {of for of, _ in GROUPS} <= set(Connection.__slots__)


def test_a_handler_without_a_player_is_for_everybody() -> None:
    without = {kind.__struct_config__.tag for kind, handler in HANDLERS.items() if not handler.needs_player}
    assert without == {
        *("sign_in", "recover_account", "sign_out", "delete_account"),
        *("read_deck", "list_tables", "watch_table", "watch_lobby", "unwatch_lobby"),
        *("watch_match", "unwatch_match", "resign", "ask_undo", "answer_undo", "recess_match"),
        *("get_profile", "get_ladder", "get_history", "get_head_to_head", "get_export"),
    }


@pytest.mark.parametrize(
    ("group", "says"),
    [
        (_Doubled, r"_Doubled\.sit is a second handler of `sit`"),
        (_Swapped, r"_Swapped\.sit handles `sit`: it takes `message: Sit`, after `identity: Identity`"),
        (_ForGuests, r"_ForGuests\.leave_chat handles `leave_chat`: it takes `message: LeaveChat`"),
    ],
)
def test_a_wrong_handler_is_refused_by_its_place(group: type, says: str) -> None:
    with pytest.raises(TypeError, match=says):
        handlers([*GROUPS, ("_tables", group)])


def test_a_command_without_a_handler_is_named() -> None:
    with pytest.raises(TypeError, match=r"No group of web/dispatch\.py has `async def list_decks\(…\)`"):
        handlers([(of, group) for of, group in GROUPS if group is not decks])


def test_only_coroutine_functions_of_the_group_itself_are_handlers() -> None:
    imported = SimpleNamespace(__name__="elsewhere", list_decks=decks.list_decks)
    assert handlers([*GROUPS, ("_caller", imported), ("_tables", _Blocking)]) == HANDLERS
    assert Ping not in HANDLERS
