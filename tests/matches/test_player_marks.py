"""By what a player is known in logs and traces."""

from hashlib import sha256

from quarterdeck_protocol.names import PlayerId, Seat
from quarterdeck_protocol.sides import Player
from quarterdeck_server.matches.player_marks import mark_of, mark_of_seat

PLAYERS = (Player(id=PlayerId("ada"), name="Ada"), Player(id=PlayerId("bo"), name="Bo"))


def test_a_mark_is_made_of_the_id_by_whoever_knows_it() -> None:
    assert mark_of(PlayerId("ada")) == sha256(b"ada").hexdigest()[:12]


def test_a_seat_has_the_mark_of_whoever_sits_there_and_a_spectator_none() -> None:
    assert [mark_of_seat(PLAYERS, seat) for seat in (Seat(0), Seat(1), None)] == [
        mark_of(PlayerId("ada")),
        mark_of(PlayerId("bo")),
        "",
    ]
