"""What can be put into a trade."""

from quarterdeck_client.terminal.screens.collection.trade_offer import TradableCards, as_offered
from quarterdeck_client.words.card_copies import CardCopies
from quarterdeck_client.words.card_texts import CardTexts
from quarterdeck_protocol.lobby.collection.trades import TradeCard, TradedCard
from quarterdeck_protocol.names import Count, GameName


def copies(name: str, count: int, free: int) -> CardCopies:
    texts = CardTexts(name=name.title())
    return CardCopies(id=name, set="FO1", number=1, rarity="common", texts=texts, count=count, free=free)


CARDS = TradableCards({"forest": (copies("leaf", 2, 1), copies("root", 3, 0)), "sea": (copies("leafy", 0, 0),)})


def test_one_gives_what_is_free_and_asks_for_anything() -> None:
    assert [each.id for _, each in CARDS.found("", are_own=True)] == ["leaf"]
    assert [(game, each.id) for game, each in CARDS.found("LEAF", are_own=False)] == [
        ("forest", "leaf"),
        ("sea", "leafy"),
    ]
    assert CARDS.books["forest"]["root"].name == "Root"


def test_a_side_of_a_trade_is_offered_again_as_it_stands() -> None:
    stands = TradedCard(game=GameName("forest"), card="leaf", count=Count(2))
    assert as_offered([stands]) == (TradeCard(game=GameName("forest"), card="leaf", count=2),)
