"""The list of playable games, each with its bots and ready decks, in the language of a player."""

from collections.abc import Iterator, Mapping

from quarterdeck_games import AnyGame
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_protocol.messages import GameOffer, Titled
from quarterdeck_protocol.names import GameName

from quarterdeck_server.bots.roster import Bot, bots_of, default_of, titled
from quarterdeck_server.cards.lessons import has_lesson
from quarterdeck_server.translations import offer_in


def offers_in(language: str, games: Mapping[str, AnyGame], bots: Mapping[str, Bot]) -> Iterator[GameOffer]:
    """Yield every listed game in this language, with its bots and ready decks."""
    for game in games.values():
        if game.listed:
            yield offer_in(language, game, _offer(game, bots_of(bots, game.name), default_of(bots, game.name)))


def _offer(game: AnyGame, bots: tuple[str, ...], default_bot: str | None) -> GameOffer:
    return GameOffer(
        name=GameName(game.name),
        title=game.title,
        version=game.version,
        least_seats=game.seats[0],
        most_seats=game.seats[-1],
        default_seats=game.default_seats,
        bots=bots,
        default_bot=default_bot,
        decks=() if game.decks is None else tuple(game.decks.ready),
        bot_titles=tuple([titled(bot) for bot in bots]),
        deck_titles=() if game.decks is None else tuple(_titled_decks(game.decks)),
        limits_a_turn=game.limits_a_turn,
        lesson=has_lesson(game),
    )


def _titled_decks(support: DeckSupport) -> Iterator[Titled]:
    for name, deck in support.ready.items():
        yield Titled(name=name, title=deck.name or name, description=support.about.get(name, ""))
