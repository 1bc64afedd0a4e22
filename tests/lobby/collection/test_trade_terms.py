"""Of what somebody may own copies, and what a trade may be about."""

from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.collection.trades import TradeCard
from quarterdeck_protocol.names import GameName
from quarterdeck_server.lobby.collection.movements import face_of
from quarterdeck_server.lobby.collection.pack_pools import pools_of
from quarterdeck_server.lobby.collection.trade_terms import faces_of, terms_of

GAME = GameName("amiibart")
FACES = faces_of(GAMES)


def test_anything_that_is_in_a_pack_can_be_traded_and_powers_and_tokens_cannot() -> None:
    pool = pools_of(GAMES)[GAME]
    for card in (*pool.common, *pool.rare, *pool.ultra_rare, *pool.art_rare):
        assert face_of(GAME, card) in FACES
    decks, catalogue = GAMES[GAME].decks, GAMES[GAME].catalogue
    assert decks is not None
    assert catalogue is not None
    others = {card for card in catalogue.by_face if decks.kinds.get(card) in (decks.beside, "token")}
    assert {card for card in others if face_of(GAME, card) in FACES} == set()
    assert others


def test_anything_that_goes_each_way_stands_in_the_order_of_the_faces() -> None:
    one, other, third = sorted(FACES)[:3]
    cards = [TradeCard(game=GameName(face.partition("/")[0]), card=face.partition("/")[2]) for face in (other, one)]
    last = TradeCard(game=GameName(third.partition("/")[0]), card=third.partition("/")[2], count=3)
    assert terms_of(cards, [last], FACES, str) == (((one, 1), (other, 1)), ((third, 3),))
