"""Which scope each command takes; a command that is not named takes none."""

from collections.abc import Mapping
from typing import Any

from quarterdeck_protocol.accounts import Scope
from quarterdeck_protocol.messages import (
    Act,
    AddBot,
    AnyFromClient,
    FollowLobby,
    HandOver,
    Lift,
    ListTables,
    LookAt,
    OpenTable,
    Ready,
    Rematch,
    Resign,
    Sit,
    Stand,
    Watch,
)
from quarterdeck_protocol.seeking import Accept, Decline, Seek, Unseek
from quarterdeck_protocol.standing import GetHeadToHead, GetHistory, GetLadder, GetProfile
from quarterdeck_protocol.talking import Listen, Report, Say

_SCOPES: Mapping[type[Any], Scope] = {
    Accept: Scope.PLAY,
    Act: Scope.PLAY,
    AddBot: Scope.LOBBY_HOST,
    Decline: Scope.PLAY,
    GetHeadToHead: Scope.LOBBY_READ,
    GetHistory: Scope.LOBBY_READ,
    GetLadder: Scope.LOBBY_READ,
    GetProfile: Scope.LOBBY_READ,
    FollowLobby: Scope.LOBBY_READ,
    HandOver: Scope.LOBBY_HOST,
    Lift: Scope.LOBBY_HOST,
    ListTables: Scope.LOBBY_READ,
    Listen: Scope.LOBBY_READ,
    LookAt: Scope.LOBBY_READ,
    OpenTable: Scope.LOBBY_HOST,
    Ready: Scope.PLAY,
    Rematch: Scope.PLAY,
    Report: Scope.PLAY,
    Resign: Scope.PLAY,
    Say: Scope.PLAY,
    Seek: Scope.PLAY,
    Sit: Scope.PLAY,
    Stand: Scope.PLAY,
    Unseek: Scope.PLAY,
    Watch: Scope.LOBBY_READ,
}


def scope_of(command: AnyFromClient) -> Scope | None:
    """Give the scope that a command takes."""
    return _SCOPES.get(type(command))
