"""The terms of a trade as a player states them, and their validation. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.collection.trades import TradeCard
from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text, sentences

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.holdings import Called
from quarterdeck_server.lobby.collection.movements import Face, face_of
from quarterdeck_server.lobby.collection.pack_pools import MADE_BY_CARDS
from quarterdeck_server.lobby.collection.trade_records import Given, in_order


def faces_of(games: Mapping[str, AnyGame]) -> frozenset[Face]:
    """Return every card and printing that players may own: those that a deck may hold. Cards beside the deck belong to
    everybody (S0:27), and tokens are made by cards."""
    return frozenset(
        face_of(GameName(name), face)
        for name, game in games.items()
        if game.decks is not None and game.catalogue is not None
        for face in game.catalogue.by_face
        if game.decks.kinds.get(face, "") not in (game.decks.beside, MADE_BY_CARDS)
    )


def check_known(cards: Sequence[tuple[GameName, str]], faces: Collection[Face], where: str) -> None:
    """Raise `CommandRefused`, with a sentence for each card of which no player of this server can own copies."""
    unknown = [
        Text("Players cannot own `{card}` of `{game}` here.", card=card, game=game)
        for game, card in cards
        if face_of(game, card) not in faces
    ]
    if unknown:
        raise CommandRefused(RefusalCode.UNKNOWN_CARD, sentences(unknown), where, unknown)


def terms_of(
    gives: Sequence[TradeCard], takes: Sequence[TradeCard], faces: Collection[Face], called: Called
) -> tuple[Given, Given]:
    """Return the copies that each side gives. Raises `CommandRefused`, with a sentence for each card that cannot be
    traded so."""
    sides = (("$.gives", gives), ("$.takes", takes))
    for where, cards in sides:
        check_known([(each.game, each.card) for each in cards], faces, where)
    for where, cards in sides:
        counted = Counter(face_of(each.game, each.card) for each in cards)
        twice = [
            Text("{card} is listed more than once: list it once, with a count.", card=called(face))
            for face, count in counted.items()
            if count > 1
        ]
        if twice:
            raise CommandRefused(RefusalCode.BAD_TRADE, sentences(twice), where, twice)
    given, taken = ({face_of(each.game, each.card): each.count for each in cards} for _, cards in sides)
    both = [
        Text("{card} is on both sides of the trade: leave it out on one side.", card=called(face))
        for face in given
        if face in taken
    ]
    if both:
        raise CommandRefused(RefusalCode.BAD_TRADE, sentences(both), "$.takes", both)
    if not given and not taken:
        text = Text("This trade is empty: name the cards that you give or ask for.")
        raise CommandRefused(RefusalCode.BAD_TRADE, text, "$.gives", [text])
    return in_order(given), in_order(taken)
