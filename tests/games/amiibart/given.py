"""Set a table up and play on it, in the words of the rule sheet."""

from collections.abc import Sequence
from typing import Any

import pytest
from quarterdeck_games.amiibart.cards.catalogue import CARDS
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_games.amiibart.state import Fighter, Side, State
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, PieceId, Stage
from quarterdeck_protocol.names import Seat, Version

GAME = Amiibart()
DICE = Dice(b"", Version(1))
ME, THEM = Seat(0), Seat(1)


def fighter(piece: str, card: str, **changes: Any) -> Fighter:
    printed: dict[str, Any] = {"health": CARDS[CardId(card)].health, "fresh": False}
    return Fighter(piece=PieceId(piece), card=CardId(card), **{**printed, **changes})


def side(*fighters: Fighter | None, library: Sequence[str] = ("bandage",), **changes: Any) -> Side:
    slots = (*fighters, *(None,) * (5 - len(fighters)))
    cards = tuple(sorted([CardId(card) for card in library]))
    return Side(**{"slots": slots, "library": cards, "energy": 10, "revealed": True, **changes})


class Table:
    """A match that stands at the beginning of the first seat's fifth turn, unless it is said otherwise."""

    def __init__(self, mine: Side, theirs: Side, options: ab.Options | None = None, **changes: Any) -> None:
        settings: dict[str, Any] = {"stage": Stage.TURNS, "turn": 9, "turn_seat": ME, "pieces": 50, **changes}
        self.state = State(options=options or ab.Options(), sides=(mine, theirs), **settings)
        self.events: list[Any] = []

    def does(self, action: Any, seat: Seat = ME) -> list[Any]:
        """Play an action, and give what happened."""
        assert action in GAME.choices(self.state, seat)
        self.events = list(GAME.decide(self.state, seat, action, DICE))
        self.state = GAME.fold(self.state, self.events)
        return self.events

    def refuses(self, action: Any, seat: Seat = ME) -> str:
        """Give the rule by which an action is refused."""
        assert action not in GAME.choices(self.state, seat)
        with pytest.raises(IllegalAction) as refused:
            GAME.decide(self.state, seat, action, DICE)
        return refused.value.rule

    def attacks(self, piece: str, target: str) -> list[Any]:
        return self.does(ab.Attack(piece=PieceId(piece), target=PieceId(target)))

    def uses(self, piece: str, *targets: str) -> list[Any]:
        """Use a Fighter's special attack."""
        return self.does(ab.UseAttack(piece=PieceId(piece), attack=0, targets=pieces(*targets)))

    def casts(self, card: str, *targets: str, forge: int | None = None) -> list[Any]:
        return self.does(ab.PlaySpell(card=CardId(card), targets=pieces(*targets), forge=forge))

    def plays(self, card: str, slot: int, forge: int | None = None) -> list[Any]:
        return self.does(ab.PlayFighter(card=CardId(card), slot=slot, forge=forge))

    def ends(self, seat: Seat = ME) -> list[Any]:
        return self.does(ab.EndTurn(), seat)

    def health(self, piece: str) -> int | None:
        """Give a Fighter's Health; `None` if it is not in play."""
        return next((one.health for one in self._all if one.piece == piece), None)

    def attack(self, piece: str) -> int | None:
        view = GAME.view(self.state, None)
        slots = [one for seat in view.seats for one in seat.slots if one is not None]
        return next((one.attack for one in slots if one.piece == piece), None)

    def tokens(self) -> tuple[int, int]:
        return (self.state.sides[0].tokens, self.state.sides[1].tokens)

    def happened(self, *kinds: type) -> list[Any]:
        """Give the events of these kinds, in order."""
        return [event for event in self.events if isinstance(event, kinds)]

    @property
    def in_play(self) -> list[str]:
        return [one.card for one in self._all]

    @property
    def _all(self) -> list[Fighter]:
        return [one for each in self.state.sides for one in each.slots if one is not None]


def pieces(*names: str) -> tuple[PieceId, ...]:
    return tuple(PieceId(name) for name in names)
