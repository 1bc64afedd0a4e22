"""Supposed deck lists of an opponent in MYACARDS, for a seat that may not see the real list (MY-56).

Most decks are ready decks, and after a few cards it is clear which. Of a list of the player's own, the seen cards are
known; the rest is taken to be like the ready deck with most of these cards.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from math import comb, prod

from quarterdeck_protocol.games.myacards import CardId, Cards
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.faces import Catalogue
from quarterdeck_games.myacards.state import State
from quarterdeck_games.simulator import Chance


def unseen_cards(state: State, owner: Seat, shown: Cards, chance: Chance) -> list[CardId]:
    """Return supposed cards for a seat's hand and deck, in alphabetical order: as many as it has, less the shown ones
    of its hand."""
    side = state.sides[owner]
    count = len(side.hand) + len(side.deck) - len(shown)
    seen = _seen(state, owner)
    seen.update(shown)
    ready = _ready_lists(state.catalogue)
    of_its_size = ready.get(count + seen.total(), [])
    likely = [_ways_to_see(seen, deck) for deck in of_its_size]
    if any(likely):
        rest = _one_of(of_its_size, likely, chance) - seen
        return sorted([CardId(card) for card in rest.elements()])
    return sorted(_own_list([*chain(*ready.values())], seen, count, list(state.catalogue.cards), chance))


@lru_cache(maxsize=4)
def _ready_lists(catalogue: Catalogue) -> Mapping[int, list[Counter[str]]]:
    """Return the lists of the ready decks, by how many cards they have."""
    lists: dict[int, list[Counter[str]]] = {}
    for deck in catalogue.decks.values():
        lists.setdefault(deck.count, []).append(Counter(dict(deck.cards)))
    return lists


def _seen(state: State, owner: Seat) -> Counter[str]:
    """Return which of a seat's cards lie open."""
    seen: Counter[str] = Counter(state.sides[owner].oblivion)
    seen.update([piece.card for piece in state.board if piece is not None and piece.seat == owner])
    if state.placing is not None and state.active_seat == owner:
        seen[state.placing.card] += 1
    return seen


def _ways_to_see(seen: Counter[str], deck: Counter[str]) -> int:
    """Return in how many ways these may be the cards of a deck that one has seen; of decks of one size that says how
    likely each is."""
    return prod([comb(deck[card], count) for card, count in seen.items()])


def _one_of(decks: list[Counter[str]], weights: list[int], chance: Chance) -> Counter[str]:
    at = chance.random() * sum(weights)
    for deck, weight in zip(decks, weights, strict=True):
        at -= weight
        if at < 0:
            return deck
    return decks[max(range(len(decks)), key=weights.__getitem__)]


def _own_list(
    ready: list[Counter[str]], seen: Counter[str], count: int, names: list[str], chance: Chance
) -> list[CardId]:
    """Return so many of the cards of a list that no ready deck is."""
    nearest = max(ready, key=lambda deck: (deck & seen).total(), default=Counter[str]())
    cards = list((nearest - seen).elements())
    chance.shuffle(cards)
    while len(cards) < count:
        cards += chance.sample(names, min(count - len(cards), len(names)))
    return [CardId(card) for card in cards[:count]]
