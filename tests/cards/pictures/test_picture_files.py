"""What a picture file says of a card, and what a card has of which it says nothing."""

from quarterdeck_games import GAMES
from quarterdeck_server.cards.pictures.picture_files import Drawn, PictureFile, named_motifs, picture_file

FILE = PictureFile(
    cards={"fox": "emoji:fox village", "moor": "fern grass tundra"}, kinds={"active": ["a b", "c d"], "event": ["e f"]}
)


def test_a_line_has_two_motifs_and_perhaps_a_scene() -> None:
    assert FILE.drawn("fox", "active") == Drawn("emoji:fox", "village", "")
    assert FILE.drawn("moor", "dominion") == Drawn("fern", "grass", "tundra")


def test_a_card_without_a_line_has_one_of_its_kind_always_the_same() -> None:
    drawn = {card: FILE.drawn(card, "active") for card in map(str, range(30))}
    assert set(drawn.values()) == {Drawn("a", "b"), Drawn("c", "d")}
    assert drawn == {card: FILE.drawn(card, "active") for card in drawn}


def test_a_card_of_an_unknown_kind_has_one_of_any_and_a_game_without_a_file_has_dice() -> None:
    assert FILE.drawn("new", "unheard-of") in {Drawn("a", "b"), Drawn("c", "d"), Drawn("e", "f")}
    assert PictureFile().drawn("new", "") == Drawn("card-random", "dice-six-faces-five")


def test_games_have_their_file_beside_their_rules() -> None:
    assert picture_file(GAMES["myacards"]).cards["panthera-leo"] == "emoji:lion baobab"
    assert picture_file(GAMES["tiny"]).cards == {}
    assert ("emoji", "lion") in named_motifs([GAMES["myacards"]])
