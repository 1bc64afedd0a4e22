"""The cards of a game by what people call them: one, several or none, and which are nearly so."""

import pytest
from quarterdeck_games.card_names import LONGEST_NAME, CardNames

NAMES = CardNames(
    [
        ("trip-wire", "Trip Wire"),
        ("trip-wire", "Stolperdraht"),
        ("lowe", "Löwe"),
        ("mint", "Mentha × piperita"),
        ("deer", "Père David’s deer"),
        ("bear", "Bear"),
        ("other-bear", "Bear"),
        ("bear-art", "Bear (Art Rare)"),
    ],
    numbers={
        "trip-wire": ("AB1", 1),
        "lowe": ("AB1", 2),
        "mint": ("AB1", 3),
        "deer": ("AB1", 4),
        "bear": ("AB1", 5),
        "other-bear": ("AB2", 1),
        "bear-art": ("AB1", 9),
    },
    faces={"bear-art": "bear"},
    beside=["mint"],
    ready=[("day", "day"), ("day", "By day"), ("day", "Am Tag"), ("night", "By night"), ("noon", "By night")],
    headings=["fighter", "Kämpfer"],
)


@pytest.mark.parametrize(
    ("said", "cards"),
    [
        ("trip-wire", ["trip-wire"]),
        ("TRIP  WIRE", ["trip-wire"]),
        ("stolperdraht", ["trip-wire"]),
        ("Loewe", ["lowe"]),
        ("lo\u0308we", ["lowe"]),
        ("Mentha x piperita", ["mint"]),
        ("mentha piperita", ["mint"]),
        ("Pere David's Deer", ["deer"]),
        ("bear", ["bear"]),  # an id, letter by letter
        ("Bear", ["bear", "other-bear"]),
        ("Bear (Art Rare)", ["bear-art"]),
        ("bee", []),
        ("", []),
        ("a" * (LONGEST_NAME + 1), []),
    ],
)
def test_a_card_is_found_by_its_id_and_by_all_its_names(said: str, cards: list[str]) -> None:
    assert list(NAMES.find(said)) == cards


@pytest.mark.parametrize(
    ("said", "near"),
    [
        ("Trip Wir", ["trip-wire"]),
        ("Trop Wire", ["trip-wire"]),
        ("Trip Wiree", ["trip-wire"]),
        ("rtip wire", ["trip-wire"]),
        ("Stolper", ["trip-wire"]),
        ("Pere Davids", ["deer"]),
        ("beer", ["deer"]),
        ("trap wires", []),
        ("tr", []),
        ("é" * 31, []),
    ],
)
def test_a_card_is_near_if_one_letter_differs_or_its_name_begins_so(said: str, near: list[str]) -> None:
    assert list(NAMES.near(said)) == near


@pytest.mark.parametrize(
    ("of", "number", "cards"),
    [
        ("AB1", "9", ["bear-art"]),
        ("ab1", "5", ["bear"]),
        ("AB1", "1", ["bear", "trip-wire"]),
        ("AB1", "77", ["bear"]),
        ("M10", "1", ["bear"]),
        ("AB1", "", ["bear"]),
    ],
)
def test_a_number_in_a_set_says_which_face_is_meant_or_that_something_is_wrong(
    of: str, number: str, cards: list[str]
) -> None:
    assert list(NAMES.numbered(["bear"], of, number)) == cards


def test_a_ready_deck_is_found_by_its_names_and_headings_are_known() -> None:
    assert NAMES.ready["bynight"] == ("night", "noon")
    assert NAMES.ready["amtag"] == ("day",)
    assert NAMES.is_heading(["main", "deck", "30"])
    assert NAMES.is_heading(["kampfer"])
    assert not NAMES.is_heading(["bear"])
    assert not NAMES.is_heading([])


def test_a_first_word_may_be_one_letter() -> None:
    assert (NAMES.abbreviated["mxpiperita"], NAMES.abbreviated["twire"]) == (("mint",), ("trip-wire",))


def test_a_card_is_called_what_it_is_called_first() -> None:
    assert [NAMES.title(card) for card in ("trip-wire", "mint", "nobody")] == [
        "Trip Wire",
        "Mentha × piperita",
        "nobody",
    ]


def test_names_that_look_like_notes_are_known() -> None:
    assert not NAMES.have_notes
    numbers = {"bear": ("AB1", 1), "bear-x": ("AB1", 2)}
    assert CardNames([("bear-x", "Bear (XL)")], numbers=numbers).have_notes
