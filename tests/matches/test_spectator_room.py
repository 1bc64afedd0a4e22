"""Where as many watch a match as may, addresses share the places, and players those of their address."""

from quarterdeck_protocol.names import Seat
from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.matches.audience import Viewing
from quarterdeck_server.matches.spectator_room import SpectatorRoom

CROWD, ALONE = "192.0.2.1", "192.0.2.9"


def watching(address: str, player: str = "", seat: int | None = None) -> Viewing:
    return Viewing(None if seat is None else Seat(seat), lambda _: None, sharer=Sharer(address, player))


def test_the_address_with_most_gives_its_newest_place_up() -> None:
    crowd = [watching(CROWD) for _ in range(9)]
    assert SpectatorRoom().spectator_to_remove(Sharer(ALONE, ""), {*crowd, watching(ALONE)}) is crowd[-1]


def test_nobody_makes_room_for_an_address_that_would_have_as_many() -> None:
    crowd, others = [watching(CROWD) for _ in range(3)], [watching(ALONE) for _ in range(2)]
    room = SpectatorRoom()
    assert room.spectator_to_remove(Sharer(ALONE, ""), {*crowd, *others}) is None
    assert room.spectator_to_remove(Sharer(CROWD, ""), {*crowd, *others}) is None
    assert room.spectator_to_remove(Sharer(ALONE, ""), {*crowd, others[0]}) is crowd[-1]


def test_at_one_address_the_player_with_most_gives_one_up() -> None:
    many, few = [watching(CROWD, "many") for _ in range(4)], [watching(CROWD, "few")]
    room = SpectatorRoom()
    assert room.spectator_to_remove(Sharer(CROWD, "new"), {*many, *few}) is many[-1]
    assert room.spectator_to_remove(Sharer(CROWD, "many"), {*many, *few}) is None


def test_a_venue_has_places_for_more_and_seats_are_nobodys_places() -> None:
    venue = SpectatorRoom(9, lambda address: 10 if address == CROWD else 1)
    crowd, others = [watching(CROWD) for _ in range(20)], [watching(ALONE) for _ in range(5)]
    assert venue.spectator_to_remove(Sharer("192.0.2.5", ""), {*crowd, *others}) is others[-1]
    assert venue.spectator_to_remove(Sharer(ALONE, ""), {watching(CROWD, seat=0), watching(CROWD, seat=1)}) is None
