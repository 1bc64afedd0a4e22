"""The decks that a tournament allows: all, ready ones, those of own cards, or those from its packs."""

from quarterdeck_games import AnyGame
from quarterdeck_games.decks import as_played
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.tournaments import TournamentDecks
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.lobby.collection.holdings import COLLECTIONS
from quarterdeck_server.lobby.collection.movements import face_of
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.tables import setups
from quarterdeck_server.lobby.tournaments.director_orders import wrong_stage
from quarterdeck_server.lobby.tournaments.sealed.sealed_packs import missing_from, packs_of
from quarterdeck_server.lobby.tournaments.tournament_log import TournamentRecord
from quarterdeck_server.lobby.tournaments.tournament_state import state_of


async def check_deck(
    documents: DocumentStore,
    game: AnyGame,
    record: TournamentRecord,
    player: Player,
    deck: Deck | None,
    now: Milliseconds,
) -> None:
    """Raise `CommandRefused` if a tournament does not allow this deck, and `Unavailable`. Since the first round, a
    player with a locked deck comes back with it. A late entry has none."""
    state = state_of(record)
    rules = state.settings.rules
    if game.decks is None or (state.is_running and player.id in record.decks):
        return
    match rules.decks:
        case TournamentDecks.READY if deck is not None:
            ready = [as_played(each, game.decks.printings) for each in game.decks.ready.values()]
            if all((each.all_cards, sorted(each.beside)) != (deck.all_cards, sorted(deck.beside)) for each in ready):
                raise setups.bad_deck([Text("This tournament is for ready decks.")])
        case TournamentDecks.OWNED if deck is None:
            raise setups.bad_deck([Text("Bring a deck of your own cards.")])
        case TournamentDecks.OWNED if deck is not None:
            (owner,) = await COLLECTIONS.read(documents, [player.id])
            owned = {} if owner is None else owner.copies
            held = {card: owned.get(face_of(state.settings.game, card), 0) for card, _ in deck.cards}
            lacking = [
                Text("You own {own} of “{name}”, and the deck has {count}.", own=held[card], name=card, count=count)
                for card, count in deck.cards
                if count > held[card]
            ]
            if lacking:
                raise setups.bad_deck(lacking)
        case TournamentDecks.SEALED if deck is not None and rules.sealed is not None:
            if now < (state.build_from or 0) or player.id not in state.entrants:
                raise wrong_stage(Text("Enter first: the deck is built from your packs."), "$.deck")
            packs = packs_of(record.seed, record.id, player.id, rules.sealed)
            lacking = missing_from(game, rules.sealed, packs, deck)
            if lacking:
                raise setups.bad_deck(lacking)
        case _:
            pass
