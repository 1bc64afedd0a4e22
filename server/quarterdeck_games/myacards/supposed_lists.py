"""Guess of an opponent's deck list in MYACARDS, for a bot that may not see the real list (MY-56).

Most decks are ready decks, and after a few cards it is clear which. For another list, the cards seen are known; the
rest is assumed to be like the ready deck that shares most of these cards.
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
    """Return a guess of the cards in a seat's hand and deck, in alphabetical order: as many as it has, without the
    cards of the hand that were shown."""
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
    """Return the lists of the ready decks, by their number of cards."""
    lists: dict[int, list[Counter[str]]] = {}
    for deck in catalogue.decks.values():
        lists.setdefault(deck.count, []).append(Counter(dict(deck.cards)))
    return lists


def _seen(state: State, owner: Seat) -> Counter[str]:
    """Return the cards of a seat that are visible to everybody."""
    seen: Counter[str] = Counter(state.sides[owner].oblivion)
    seen.update([piece.card for piece in state.board if piece is not None and piece.seat == owner])
    if state.placing is not None and state.active_seat == owner:
        seen[state.placing.card] += 1
    return seen


def _ways_to_see(seen: Counter[str], deck: Counter[str]) -> int:
    """Return the number of ways in which these cards can be drawn from a deck. Among decks of one size it is
    proportional to their probability."""
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
    """Return a guess of the remaining cards of a list that is not a ready deck."""
    nearest = max(ready, key=lambda deck: (deck & seen).total(), default=Counter[str]())
    cards = list((nearest - seen).elements())
    chance.shuffle(cards)
    while len(cards) < count:
        cards += chance.sample(names, min(count - len(cards), len(names)))
    return [CardId(card) for card in cards[:count]]
