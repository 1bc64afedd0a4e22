"""Names and texts of cards in each language."""

from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.web.previews.card_words import card_words


def test_cards_and_printings_have_names_in_each_language() -> None:
    words = card_words(games_with(None))
    assert words["amiibart", "en"]["night-countess"].name == "Night Countess"
    assert words["amiibart", "de"]["night-countess-art"] == words["amiibart", "de"]["night-countess"]
    assert words["amiibart", "de"]["night-countess"].name == "Nachtgräfin"
    assert ("tiny", "en") not in words
