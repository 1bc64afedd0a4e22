"""What the tests of every game must know of Amiibart TCG, from the rule book: nothing is hidden (AM-7)."""

from collections import Counter
from random import Random
from typing import Any

from quarterdeck_games.amiibart.building import deck_of
from quarterdeck_games.amiibart.cards.catalogue import CARDS
from quarterdeck_games.amiibart.cards.ready import DECKS
from quarterdeck_games.amiibart.state import State
from quarterdeck_protocol.games.amiibart import Element, Kind

ACTIONS_OF_A_TURN = 80


def most_actions(options: Any, seats: int) -> int:
    """Each turn spends at most ten Energy and a few attacks, and may ask some questions (AM-26)."""
    return int(options.turn_cap) * ACTIONS_OF_A_TURN


def missing_or_doubled(state: State) -> Counter[Any]:
    """Give what is wrong with the cards of both decks: thirty cards and two Powers each, Tokens apart."""
    wrong: Counter[Any] = Counter()
    if not state.turn:
        return wrong
    for seat, side in enumerate(state.sides):
        deck = deck_of(state.options.decks[seat])
        cards = [*side.library, *side.discarded, *side.removed, *side.resolving, *side.hazards]
        cards += [side.stage] if side.stage is not None else []
        cards += [one.card for one in side.slots if one is not None and CARDS[one.card].kind is not Kind.TOKEN]
        there, expected = Counter[Any](cards), Counter[Any](deck.all_cards)
        wrong += there - expected
        wrong += expected - there
        wrong += Counter[Any](set(side.powers) ^ set(deck.beside))
    return wrong


def random_deck(chance: Random) -> str:
    """Make up a legal deck, as a list."""
    elements = chance.sample(sorted({card.element for card in CARDS.values()} - {Element.SPECIALTY}), 2)
    own = [card for card in CARDS.values() if card.element in (*elements, Element.SPECIALTY)]
    powers = [card for card in own if card.kind is Kind.POWER]
    pool = [card for card in own if card.kind not in (Kind.POWER, Kind.TOKEN) for _ in range(card.most_copies)]
    while True:
        picked = chance.sample(pool, 30)
        fighters = sum(card.kind is Kind.FIGHTER for card in picked)
        primary = chance.choice([card for card in powers if card.primary])
        secondary = chance.choice([card for card in powers if not card.primary])
        present = {card.element for card in picked} | {Element.SPECIALTY}
        if 3 <= fighters <= 25 and {primary.element, secondary.element} <= present:
            lines = [f"{count} {name}" for name, count in Counter(card.id for card in picked).items()]
            return "\n".join([*lines, f"power {primary.id}", f"power {secondary.id}"])


def some_decks() -> tuple[tuple[str, ...], ...]:
    """Give pairs of decks: ready ones, and ones that chance has made."""
    chance = Random(4)
    names = [deck.id for deck in DECKS]
    ready = [(one, other) for one in names for other in names]
    return (*ready, *[(random_deck(chance), random_deck(chance)) for _ in range(60)])
