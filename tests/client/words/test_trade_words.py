"""How a trade stands, in words, as one of the two sees it."""

import pytest
from msgspec.structs import replace
from quarterdeck_client.words.card_texts import CardTexts
from quarterdeck_client.words.trade_words import (
    cards_in_words,
    news_in_words,
    sides_of,
    stage_in_words,
    trade_in_a_row,
    trade_in_full,
    waiting_in_words,
    waits_for,
)
from quarterdeck_protocol.lobby.collection.trades import Trade, TradedCard, TradeId, TradeSide, TradeStage
from quarterdeck_protocol.names import Count, GameName, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player, PlayerKind

GAME = GameName("forest")
ADA = Player(id=PlayerId("ada"), name="Ada", kind=PlayerKind.PERSON)
BO = Player(id=PlayerId("bo"), name="Bo", kind=PlayerKind.PERSON)
LEAVES = TradedCard(game=GAME, card="leaf", count=Count(2))
TRADE = Trade(
    id=TradeId("t"),
    revision=Count(1),
    stage=TradeStage.OPEN,
    sides=(
        TradeSide(player=ADA, gives=(LEAVES,), has_accepted=True),
        TradeSide(player=BO, gives=(), has_accepted=False),
    ),
    opened_at=Milliseconds(0),
    changed_at=Milliseconds(0),
    expires_at=Milliseconds(0),
)
BOOKS = {"forest": {"leaf": CardTexts(name="Leaf")}}


def test_a_trade_is_told_to_each_from_their_side() -> None:
    assert sides_of(TRADE, BO.id)[1].player == ADA
    assert (waits_for(TRADE, ADA.id), waits_for(TRADE, BO.id)) == (False, True)
    assert trade_in_a_row(TRADE, ADA.id, BOOKS) == "Bo: you give 2 Leaf, you get nothing · waits for Bo"
    assert trade_in_a_row(TRADE, BO.id, BOOKS) == "Ada: you give nothing, you get 2 Leaf · waits for you"
    assert news_in_words(TRADE, BO.id) == "Trade with Ada: waits for you."
    assert cards_in_words((LEAVES, replace(LEAVES, card="old-root", count=Count(1))), {}) == "2 Leaf, Old Root"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"stage": TradeStage.DONE}, "complete: the cards have moved"),
        ({"stage": TradeStage.CANCELLED, "cancelled_by": ADA.id}, "cancelled by you, no cards have moved"),
        ({"stage": TradeStage.CANCELLED, "cancelled_by": BO.id}, "cancelled by Bo, no cards have moved"),
        ({"stage": TradeStage.CANCELLED}, "cancelled, no cards have moved"),
        ({"stage": TradeStage.EXPIRED}, "expired, no cards have moved"),
        ({"stage": TradeStage.FROZEN}, "frozen: a moderator is reviewing it"),
    ],
)
def test_every_stage_has_its_words(changes: dict[str, object], words: str) -> None:
    assert stage_in_words(replace(TRADE, **changes), ADA.id) == words


def test_those_that_wait_for_an_answer_are_counted() -> None:
    mine = replace(TRADE, sides=(TRADE.sides[1], TRADE.sides[0]))
    assert waiting_in_words([TRADE, replace(TRADE, stage=TradeStage.FROZEN)], ADA.id) == ""
    assert waiting_in_words([TRADE], BO.id) == "1 trade waits for you"
    assert waiting_in_words([TRADE, mine], BO.id) == "2 trades wait for you"


def test_all_of_a_trade_is_told_line_by_line() -> None:
    whole = trade_in_full(replace(TRADE, revision=Count(3)), ADA.id, BOOKS).splitlines()
    assert whole[:4] == [
        "A trade with Bo: waits for Bo",
        "You give: 2 Leaf",
        "You get: nothing",
        "It was changed 2 times.",
    ]
    assert whole[4].startswith("It expires at ")
    assert len(trade_in_full(replace(TRADE, stage=TradeStage.DONE), ADA.id, BOOKS).splitlines()) == 3
