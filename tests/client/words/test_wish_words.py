"""What one wishes for, and whom one could offer a trade, in words."""

from quarterdeck_client.words.card_texts import CardTexts
from quarterdeck_client.words.wish_words import asked_in_words, found_in_words, trader_in_a_row, wish_in_words
from quarterdeck_protocol.lobby.collection.wishes import FoundBy, NamedCard, Trader, TraderRole, Traders, WishedCard
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player, PlayerKind

GAME = GameName("forest")
BO = Player(id=PlayerId("bo"), name="Bo", kind=PlayerKind.PERSON)
LEAF, ROOT = (NamedCard(game=GAME, card=card) for card in ("leaf", "old-root"))
BOOKS = {"forest": {"leaf": CardTexts(name="Leaf")}}


def test_a_wish_has_the_cards_name_and_the_games() -> None:
    wish = WishedCard(game=GAME, card="leaf", at=Milliseconds(0))
    assert wish_in_words(wish, BOOKS, {"forest": "The Forest"}) == "Leaf, The Forest"
    assert wish_in_words(wish, {}, {}) == "Leaf, forest"


def test_a_trader_is_told_with_what_an_offer_could_be_about() -> None:
    assert trader_in_a_row(Trader(player=BO), BOOKS) == "Bo"
    both = Trader(player=BO, has=(LEAF, ROOT), wishes=(ROOT,))
    assert trader_in_a_row(both, BOOKS) == "Bo · has of your wish list: Leaf, Old Root · wishes for your Old Root"


def test_anything_that_was_asked_and_who_finds_one_have_their_words() -> None:
    for who, words in (
        (TraderRole.HAS, "Who has Leaf to trade"),
        (TraderRole.WISHES, "Who wishes for Leaf"),
        (TraderRole.OTHER, "Leaf"),
    ):
        assert asked_in_words(Traders(who=who, game=GAME, card="leaf", traders=()), BOOKS) == words
    assert len({found_in_words(each) for each in FoundBy}) == 3
