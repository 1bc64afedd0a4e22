"""Whoever asked for a kind of notification hears it, and the registry of kinds is open: nobody has to list them."""

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server import lobby
from quarterdeck_server.lobby import event_bus
from quarterdeck_server.lobby.accounts.notifications import PlayerChanged
from quarterdeck_server.lobby.event_bus import EventBus, Notification, notification, tag_of
from quarterdeck_server.services.server_parts import wired
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import Memory, MemoryStore

ADA = PlayerId("ada")


class DoorOpened(Notification, frozen=True, tag="door_opened"):
    """A notification of a part that the bus has never heard of."""

    door: int


class SameTag(Notification, frozen=True, tag="door_opened"):
    """Another one under the same tag."""


class Channel:
    """What documents are to a bus: they pass on what is told."""

    def set_callbacks(self, received: object, missed: object) -> None:
        self.tell: Any = received
        self.miss: Any = missed


def kinds() -> Iterator[type[Notification]]:
    """Every kind of notification in the product."""
    for found in pkgutil.walk_packages(lobby.__path__, f"{lobby.__name__}."):
        importlib.import_module(found.name)
    return (each for each in Notification.__subclasses__() if each.__module__.startswith(lobby.__name__))


@pytest.fixture
def channel() -> Channel:
    return Channel()


@pytest.fixture
def bus(channel: Channel) -> EventBus:
    return EventBus(channel)  # type: ignore[arg-type]  # as much of the documents as a bus needs


def test_a_kind_that_nobody_has_listed_reaches_those_who_asked_for_it(bus: EventBus, channel: Channel) -> None:
    one: list[DoorOpened] = []
    two: list[DoorOpened] = []
    bus.subscribe(DoorOpened, one.append)
    bus.subscribe(DoorOpened, two.append)
    channel.tell(notification(DoorOpened(7)))
    channel.tell(notification(PlayerChanged(ADA)))
    assert one == two == [DoorOpened(7)]


def test_anything_that_a_newer_process_says_in_another_way_is_not_for_us(bus: EventBus, channel: Channel) -> None:
    received: list[DoorOpened] = []
    bus.subscribe(DoorOpened, received.append)
    for message in (b'door_opened {"door":"front"}', b'door_closed {"door":7}', b"door_opened 7"):
        channel.tell(message)
    assert received == []
    channel.tell(b'door_opened {"door":7,"wide":true}')
    assert received == [DoorOpened(7)]


def test_gaps_are_told_to_those_who_asked(bus: EventBus, channel: Channel) -> None:
    gaps: list[str] = []
    bus.subscribe_to_gaps(lambda: gaps.append("one"))
    bus.subscribe_to_gaps(lambda: gaps.append("two"))
    channel.miss()
    assert gaps == ["one", "two"]


def test_two_kinds_cannot_have_the_same_tag(bus: EventBus) -> None:
    bus.subscribe(DoorOpened, lambda _: None)
    with pytest.raises(ValueError, match="SameTag and DoorOpened have the same tag, 'door_opened'"):
        bus.subscribe(SameTag, lambda _: None)


def test_each_part_tells_what_is_its_own_under_a_tag_of_its_own() -> None:
    found = list(kinds())
    assert found
    assert [tag for tag, times in Counter(map(tag_of, found)).items() if times > 1] == []
    assert {each.__module__.rsplit(".", 1)[1] for each in found} == {"notifications"}
    assert [name for name in vars(event_bus) if name in {each.__name__ for each in found}] == []


async def test_everything_that_can_be_told_is_heard_by_somebody() -> None:
    parts = wired(Settings(), MemoryStore(Memory()))
    parts.services.quick_match.listen()
    unheard = [each.__name__ for each in kinds() if tag_of(each) not in parts.event_bus.tags]
    assert unheard == []
