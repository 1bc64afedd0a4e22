"""What the tests of every game must know of Amiibart TCG, from the rule book: nothing is hidden (AM-7)."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.cards.catalogue import CARDS, LAUNCH
from quarterdeck_games.amiibart.cards.second.catalogue import SECOND
from quarterdeck_games.amiibart.state import State
from quarterdeck_games.game import Setup
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games.amiibart import Element, Kind

ACTIONS_OF_A_TURN = 80


FACES = {
    card.id: [card.id, *(each.id for each in one.printings if each.of == card.id)]
    for one in (LAUNCH, SECOND)
    for card in one.cards
}
"""Every card with its Art Rare, if it has one (AM-72)."""

MOST_BROUGHT = 18
"""Of what hosts have added: the second set alone has more cards of an Element than a deck has room for."""


def most_actions(options: Any, seats: int) -> int:
    """Each turn spends at most ten Energy and a few attacks, and may ask some questions (AM-26)."""
    return int(options.turn_cap) * ACTIONS_OF_A_TURN


def deck(setup: Setup) -> Counter[str]:
    """Return the cards of both decks: thirty cards and two Powers each."""
    cards = [(seat, card) for seat, deck in enumerate(setup.decks) for card in (*deck.all_cards, *deck.beside)]
    return Counter(f"{seat}:{card}" for seat, card in cards)


def cards_of(state: State) -> Counter[str]:
    """Return every card, wherever it is; Tokens come from nowhere and go there."""
    cards: Counter[str] = Counter()
    faces = state.catalogue.by_face
    for seat, side in enumerate(state.sides):
        own = [*side.library, *side.discarded, *side.removed, *side.resolving, *side.hazards, *side.powers]
        own += [side.stage] if side.stage is not None else []
        own += [one.card for one in side.slots if one is not None and faces[one.card].kind is not Kind.TOKEN]
        cards.update(f"{seat}:{card}" for card in own)
    return cards


def some_deck(options: Any, chance: Random, faces: Mapping[Any, Card] = CARDS) -> Deck:
    """Make up a legal deck, from the rule sheet (S0:17…29, AM-3, AM-4), half of them with what hosts have added."""
    further = [card for name, card in faces.items() if name not in CARDS and card.kind is not Kind.TOKEN]
    wanted = chance.sample(further, 1) if further and chance.random() < 0.5 else []
    elements = chance.sample(sorted({card.element for card in faces.values()} - {Element.SPECIALTY}), 2)
    elements = [*(card.element for card in wanted), *elements][:2]
    own = [card for card in faces.values() if card.element in (*elements, Element.SPECIALTY)]
    powers = [card for card in own if card.kind is Kind.POWER]
    pool = [card for card in own if card.kind not in (Kind.POWER, Kind.TOKEN) for _ in range(card.most_copies)]
    while True:
        brought = [card for card in pool if wanted and card.id not in CARDS]
        if len(brought) > MOST_BROUGHT:
            brought = chance.sample(brought, MOST_BROUGHT)
        picked = [*brought, *chance.sample([card for card in pool if card not in brought], 30 - len(brought))]
        fighters = sum(card.kind is Kind.FIGHTER for card in picked)
        primary = chance.choice([card for card in powers if card.primary])
        secondary = chance.choice([card for card in powers if not card.primary])
        present = {card.element for card in picked} | {Element.SPECIALTY}
        if 3 <= fighters <= 25 and {primary.element, secondary.element} <= present:
            cards = Counter(chance.choice(FACES.get(card.id, [card.id])) for card in picked)
            return Deck(cards=tuple(cards.items()), beside=(primary.id, secondary.id))
