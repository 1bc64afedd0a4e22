"""Boards that no deal reaches: any cards anywhere, decks that are nearly empty, any two sensei, played at random.

What must hold is what always holds: somebody has a choice, whatever is on offer is accepted, no card is lost or
doubled, nothing stays turned up when nobody is asked, and the state can be written down.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from games.amfibido.given import GAME, A, B, Match, given
from games.amfibido.world import cards_of
from msgspec.structs import replace
from quarterdeck_games.amfibido.cards.copies import CARDS, DECKS, SENSEI_DECK
from quarterdeck_games.amfibido.state import State
from quarterdeck_games.state_codec import keep, recall
from quarterdeck_protocol.games.amfibido import CardId, Kind, Options, Pass, PieceId, Rules

BOARDS_EACH = 12
MOST_ACTIONS = 60


class Box:
    """All cards of the game in a random order, from which a board is laid."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        cards = [card for deck in DECKS for card in deck]
        chance.shuffle(cards)
        self.kinds = {kind: [card for card in cards if CARDS[card].kind is kind] for kind in Kind}

    def take(self, *kinds: Kind) -> CardId:
        return self.kinds[self.chance.choice(kinds)].pop()

    def fighters(self) -> dict[int, list[str]]:
        dojos = [dojo for dojo in (1, 2, 3) if self.chance.random() < 0.8]
        combos = {dojo: [self.take(Kind.COMBO) for _ in range(self.chance.choice((0, 0, 1, 2)))] for dojo in dojos}
        return {dojo: [self.take(Kind.FIGHTER), *combos[dojo]] for dojo in dojos}

    def equipment(self) -> dict[int, list[str]]:
        dojos = [dojo for dojo in (1, 2, 3) if self.chance.random() < 0.8]
        return {dojo: [self.take(Kind.EQUIPMENT) for _ in range(self.chance.choice((1, 1, 2)))] for dojo in dojos}

    def hand(self) -> list[str]:
        kinds = (Kind.FIGHTER, Kind.EQUIPMENT, Kind.COMBO, Kind.ACTION)
        return [self.take(*kinds) for _ in range(5)]

    def resting(self) -> list[str]:
        return [self.take(Kind.FIGHTER, Kind.COMBO) for _ in range(2)]

    def decks(self) -> dict[int, list[str]]:
        """At most three cards for each level; the others are discarded."""
        left = [card for cards in self.kinds.values() for card in cards]
        self.chance.shuffle(left)
        levels = range(1, 6)
        return {n: [str(card) for card in left if CARDS[card].level == n][: self.chance.randrange(4)] for n in levels}


def board(seed: int) -> Match:
    chance = Random(seed)
    box = Box(chance)
    senseis = chance.sample(SENSEI_DECK, 2)
    short = chance.random() < 0.5
    match = given(
        box.fighters(),
        box.fighters(),
        equipment=box.equipment(),
        their_equipment=box.equipment(),
        hand=box.hand(),
        their_hand=box.hand(),
        cooldown=box.resting(),
        their_cooldown=box.resting(),
        sensei=senseis[0],
        their_sensei=senseis[1],
        points=(chance.randrange(4), chance.randrange(4)),
        decks=box.decks() if short else None,
        only=short,
        in_round=chance.choice((3, 5, 7, 8, 9, 15)),
        they_play=True,
        spare=False,
        options=Options(rules=chance.choice(list(Rules))),
    )
    if short and chance.random() < 0.4:
        match.state = replace(match.state, discard=())  # nothing to refill a deck with
    return match


def ids_of(state: State) -> Iterator[PieceId]:
    for side in state.sides:
        for dojo in side.dojos:
            yield from (thing.piece for thing in dojo.equipment)
            if dojo.fighter is not None:
                yield dojo.fighter.piece
                yield from (combo.piece for combo in dojo.fighter.combos if not combo.copy)


@pytest.mark.parametrize("first", range(0, 5 * BOARDS_EACH, BOARDS_EACH))
def test_on_any_board_the_game_goes_on_and_every_card_is_kept(first: int) -> None:
    for seed in range(first, first + BOARDS_EACH):
        chance = Random(seed)
        match = board(seed)
        cards = cards_of(match.state)
        for _ in range(MOST_ACTIONS):
            if match.state.ended is not None:
                break
            seat = chance.choice([seat for seat in (A, B) if match.choices(seat)])
            offered = match.choices(seat)
            busy = [action for action in offered if not isinstance(action, Pass)]
            match.act(chance.choice(busy if busy and chance.random() < 0.95 else offered), seat)
            assert cards_of(match.state) == cards, seed
            assert max(Counter(ids_of(match.state)).values(), default=1) == 1, seed
            if match.state.asked is None:
                assert match.state.revealed + match.state.looked_at + match.state.resolving == (), seed
            assert recall(GAME, keep(match.state)) == match.state, seed
        if match.state.ended is None:
            match.leaves(A)  # whatever it is asked
