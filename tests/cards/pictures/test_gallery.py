"""The pictures of all shipped cards and printings: each its own, small, and harmless."""

import gzip
from collections.abc import Mapping
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from quarterdeck_games import AnyGame
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.cards.pictures.gallery import SVG, Gallery, galleries
from quarterdeck_server.cards.pictures.picture_files import picture_file

MOST_BYTES = 3_000
"""Of a picture, packed."""

GAMES: Mapping[str, AnyGame] = {
    name: game for name, game in games_with(None, ["AB2"]).items() if game.card_sets and name != "tiny"
}
ELEMENTS = {
    *("svg", "style", "defs", "linearGradient", "radialGradient", "stop", "g"),
    *("rect", "circle", "ellipse", "path"),
}
HOSTILE = ("http:", "https:", "javascript", "data:", "@import", " on", "href", "<!", "<?")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


def test_every_card_and_printing_has_a_picture_and_no_two_of_a_game_share_one(game: AnyGame) -> None:
    pictures = Gallery(game).pictures
    cards = {card.id for one in game.card_sets for card in one.cards}
    printings = {each.id for one in game.card_sets for each in one.printings}
    assert set(pictures) == cards | printings
    assert len({picture.content for picture in pictures.values()}) == len(pictures)


def test_no_two_cards_of_a_game_have_the_same_motifs(game: AnyGame) -> None:
    """Content alone would differ by the grounds, which follow from the card's id."""
    lines = [" ".join(line.split()[:2]) for line in picture_file(game).cards.values()]
    assert len(set(lines)) == len(lines)


def test_every_shipped_card_has_motifs_chosen_for_it(game: AnyGame) -> None:
    cards = {card.id for one in game.card_sets for card in one.cards}
    printings = {each.id for one in game.card_sets for each in one.printings}
    assert set(picture_file(game).cards) == cards | printings


def test_a_picture_is_small_when_packed(game: AnyGame) -> None:
    sizes = {card: len(gzip.compress(each.content, mtime=0)) for card, each in Gallery(game).pictures.items()}
    assert {card: size for card, size in sizes.items() if size > MOST_BYTES} == {}


def test_a_picture_is_svg_that_loads_and_runs_nothing(game: AnyGame) -> None:
    for card, picture in Gallery(game).pictures.items():
        text = picture.content.decode()
        assert picture.kind == SVG
        root = ElementTree.fromstring(text)  # noqa: S314 - our own
        assert {each.tag.rpartition("}")[2] for each in root.iter()} <= ELEMENTS, card
        inside = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert [word for word in HOSTILE if word in inside] == [], card


def test_an_art_rare_is_another_illustration_with_a_slow_light_that_can_be_stilled(game: AnyGame) -> None:
    pictures = Gallery(game).pictures
    motifs = picture_file(game).cards
    for printing in (each for one in game.card_sets for each in one.printings):
        moving, plain = pictures[printing.id].content.decode(), pictures[printing.of].content.decode()
        assert "animation:t 90s" in moving
        assert "@media(prefers-reduced-motion:reduce){.t,.b{animation:none}}" in moving
        assert "<style>" not in plain
        assert motifs[printing.id].split()[0] != motifs[printing.of].split()[0]


def test_the_same_cards_have_the_same_address_in_every_process(game: AnyGame) -> None:
    first, again = Gallery(game), Gallery(game)
    assert first.address == again.address
    assert first.pictures == again.pictures
    assert first.address.startswith(f"/pictures/{game.name}/")


def test_another_set_of_cards_changes_the_address() -> None:
    plain, second = Gallery(games_with(None)["amiibart"]), Gallery(GAMES["amiibart"])
    assert plain.address != second.address
    assert second.pictures.items() >= plain.pictures.items()


def test_fighters_of_amfibido_show_guild_and_level() -> None:
    game = GAMES["amfibido"]
    pictures = Gallery(game).pictures
    for card in game.card_sets[0].cards:
        shields = pictures[card.id].content.count(b'viewBox="0 0 40 46"')
        assert shields == (1 if card.kind.value == "fighter" else 0), card.id
    levels = {1: b"#ffffff", 2: b"#f2c230", 3: b"#2e8b57", 4: b"#7a4a2a", 5: b"#1c1c22"}
    of_snakes = ("puff-adder", "brown-snake", "black-mamba", "king-cobra", "python-emperor")
    crests = [pictures[card].content.partition(b'viewBox="0 0 40 46"')[2] for card in of_snakes]
    for colour, crest in zip(levels.values(), crests, strict=True):
        assert b'fill="' + colour in crest
    signs = [crest.partition(b"scale(")[2].partition(b' fill="#')[0].rpartition(b"<path")[2] for crest in crests]
    assert all(one == other for one, other in pairwise(signs))


def test_only_games_with_cards_have_galleries() -> None:
    assert set(galleries(games_with(None))) == {name for name, game in games_with(None).items() if game.card_sets}
