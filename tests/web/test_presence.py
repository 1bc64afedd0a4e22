"""The connections of one process by player: no step looks at the connections of other players."""

from types import SimpleNamespace
from typing import cast

import pytest
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.presence import Presence, Present


class Connected:
    """A connection of a player, with the number of looks at its identity."""

    looks = 0

    def __init__(self, name: str, by: SeenBy = SeenBy.EVERYBODY, kind: PlayerKind = PlayerKind.PERSON) -> None:
        player = Player(id=PlayerId(name), name=name, kind=kind)
        self.player = player.id
        self._identity = cast("Identity", SimpleNamespace(player=player, seen_by=by, session="", turn=0))

    @property
    def identity(self) -> Identity | None:
        Connected.looks += 1
        return self._identity

    def check_again(self) -> None:
        """Nothing changes."""


def arrive(presence: Presence, connection: Connected) -> Connected:
    presence.arrive(connection.player, cast("Present", connection))
    return connection


def presence_of(*connections: Connected) -> Presence:
    presence = Presence(EventBus(MemoryStore(Memory()).documents))
    for each in connections:
        arrive(presence, each)
    return presence


def test_registered_players_are_those_with_an_account_until_they_leave() -> None:
    bo = Connected("bo", SeenBy.NOBODY)
    presence = presence_of(Connected("ada"), bo, Connected("cy", kind=PlayerKind.GUEST))
    assert presence.registered() == {"ada": SeenBy.EVERYBODY, "bo": SeenBy.NOBODY}
    assert presence.players == 2
    presence.leave(bo.player, cast("Present", bo))
    assert presence.registered() == {"ada": SeenBy.EVERYBODY}
    assert presence.players == 2


@pytest.mark.parametrize("players", [10, 2_000])
def test_an_arrival_and_the_list_of_registered_players_look_at_nobody_else(players: int) -> None:
    presence = presence_of(*(Connected(f"player-{number}") for number in range(players)))
    Connected.looks = 0
    ada = arrive(presence, Connected("ada"))
    assert ada.player in presence.registered()
    presence.leave(ada.player, cast("Present", ada))
    assert ada.player not in presence.registered()
    assert Connected.looks <= 4
