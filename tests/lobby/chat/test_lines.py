"""What may be said, and who hears it."""

import pytest
from quarterdeck_protocol.lobby.chat import Audience, Phrase, Where
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.chat.lines import ChatPlace, checked, readable_sides, writable_side

SEATS = ChatPlace(Where.MATCH, "m", Audience.SEATS)
SPECTATORS = ChatPlace(Where.MATCH, "m", Audience.SPECTATORS)


@pytest.mark.parametrize("text", ["Hello!", "Grüße, 你好, مرحبا", "🦄 👩‍👩‍👧 👁️‍🗨️", "क्‍ष", "a" * 300, "é" * 300])
def test_every_script_can_be_said(text: str) -> None:
    assert checked(text, None) == text


def test_a_line_is_said_in_its_normal_form() -> None:
    assert checked("  Gru\u0308\u00dfe ", None) == "Gr\u00fc\u00dfe"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t ",
        "a" * 301,
        "one\ntwo",
        "bell\x07",
        "a\u2028b",
        "\u202egnirts",
        "\u2066isolated",
        "\ud800",
        "\ue000",
        "\u200b\u200b",
        "z\u0300\u0301\u0302\u0303\u0304",
        "z\u0300\u0301\u0302\u200d\u0303\u0304",
        "\u3164 \u2800\u115f",
        "\ufe0f",
    ],
)
def test_anything_that_cannot_be_shown_is_not_said(text: str) -> None:
    with pytest.raises(CommandRefused) as refused:
        checked(text, None)
    assert (refused.value.code, refused.value.where) == (RefusalCode.TEXT_NOT_ALLOWED, "$.text")


def test_a_phrase_needs_no_text() -> None:
    assert checked(None, Phrase.HELLO) is None


@pytest.mark.parametrize("is_over", [False, True])
def test_a_spectator_speaks_to_spectators_and_hears_them_alone(is_over: bool) -> None:
    assert writable_side("m", has_seat=False) == SPECTATORS
    assert readable_sides("m", has_seat=False, is_over=is_over) == (SPECTATORS,)


def test_a_seat_hears_seats_and_once_it_is_over_spectators_too() -> None:
    assert writable_side("m", has_seat=True) == SEATS
    assert readable_sides("m", has_seat=True, is_over=False) == (SEATS,)
    assert readable_sides("m", has_seat=True, is_over=True) == (SEATS, SPECTATORS)


def test_no_two_places_are_kept_under_one_name() -> None:
    places = [ChatPlace(Where.LOBBY, None), ChatPlace(Where.TABLE, "m"), SEATS, SPECTATORS]
    assert len({place.name for place in places}) == len(places)
