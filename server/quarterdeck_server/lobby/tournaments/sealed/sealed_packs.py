"""The packs of a sealed tournament, and what a deck may hold of them. Pure.

Each pack follows from the seed of the tournament, whose hash was public before anybody entered. The card lists are
those of the packs of the game when the tournament was made. Common cards belong to everybody, as basic cards elsewhere:
six packs alone give no legal deck. Cards beside a deck, such as Powers, belong to everybody, too.
"""

from collections import Counter
from collections.abc import Sequence

from quarterdeck_games import AnyGame
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.collection.owned_copies import PackCard, PackId
from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.lobby.collection.pack_pools import drawn
from quarterdeck_server.lobby.tournaments.draws import lot
from quarterdeck_server.lobby.tournaments.tournament_log import SealedRules


def packs_of(seed: str, tournament: TournamentId, player: PlayerId, rules: SealedRules) -> tuple[PackCard, ...]:
    """Return the cards in the packs of a player. `seed` is that of the tournament, in hexadecimal."""
    return tuple(
        card
        for number in range(1, rules.packs + 1)
        for card in drawn(
            rules.pool, lot(seed, f"pack {number} {player}").hex(), PackId(f"{tournament}-{number}"), entropy=""
        )
    )


def missing_from(game: AnyGame, rules: SealedRules, packs: Sequence[PackCard], deck: Deck) -> list[Text]:
    """Return a fault for each card of a deck that is neither common nor as often in the packs of its player."""
    printings = {} if game.catalogue is None else {each.id: each.of for each in game.catalogue.printings.values()}
    common = {printings.get(each, each) for each in rules.pool.common}
    own = Counter(printings.get(each.card, each.card) for each in packs)
    wanted: Counter[str] = Counter()
    for card, count in deck.cards:
        wanted[printings.get(card, card)] += count
    return [
        Text("Your packs hold {own} of “{name}”, and the deck {count}.", own=own[card], name=card, count=count)
        for card, count in wanted.items()
        if card not in common and count > own[card]
    ]
