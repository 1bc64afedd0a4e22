"""Set a table up and play on it, in the words of the rule sheet.

`given(...)` sets up what a scenario is about: Fighters by the names of their cards, from slot 1 on, and everything else
by name. It is my turn, the first seat's, with ten Energy; neither side has begun it with an empty board. Both have a
Bandage left that is not told of, for who has no card and no Fighter has lost (S0:53).

A Fighter goes by its card's name all through the scenario; the second one of a name is `moss-golem-2`, mine being
counted before theirs, and those that come into play later after them. `happened` is the whole story (`story.py`).
"""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest
from games.amiibart.story import tell
from msgspec.structs import replace
from quarterdeck_games.amiibart.cards.catalogue import LAUNCH
from quarterdeck_games.amiibart.cards.second.catalogue import SECOND
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_games.amiibart.state import Fighter, Side, State, has
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, Keyword, Kind, PieceId, Stage
from quarterdeck_protocol.names import Seat, Version

GAME = Amiibart()
EVERYTHING = Catalogue(LAUNCH, (SECOND,))
"""All sets that are shipped: scenarios are about the cards of each."""

CARDS = EVERYTHING.cards
DICE = Dice(b"", Version(1))
ME, THEM = Seat(0), Seat(1)
SPARE = "bandage"
BEGUN: "list[Table]" = []
"""Every match of the test that is running: none may end with a question that nobody has answered."""

Fielded = Sequence[str | Fighter | None]


def fighter(piece: str, card: str, **changes: Any) -> Fighter:
    printed: dict[str, Any] = {"health": CARDS[CardId(card)].health, "fresh": False}
    return Fighter(piece=PieceId(piece), card=CardId(card), **{**printed, **changes})


def a(card: str, **changes: Any) -> Fighter:
    """A Fighter that is not as printed: `a("moss-golem", health=200)`."""
    return fighter("", card, **changes)


def side(*fighters: Fighter | None, library: Sequence[str] = (SPARE,), **changes: Any) -> Side:
    slots = (*fighters, *(None,) * (5 - len(fighters)))
    cards = tuple(sorted([CardId(card) for card in library]))
    return Side(**{"slots": slots, "library": cards, "energy": 10, "revealed": True, **changes})


def given(
    mine: Fielded = (),
    theirs: Fielded = (),
    *,
    hand: Sequence[str] = (),
    their_hand: Sequence[str] = (),
    my: dict[str, Any] | None = None,
    their: dict[str, Any] | None = None,
    **changes: Any,
) -> "Table":
    """Set a match up; `my` and `their` are what else belongs to a side: powers, hazards, stage, energy, discarded."""
    names: dict[str, None] = {}
    sides = [
        side(*_named(fielded, names), library=(*cards, SPARE), **(more or {}))
        for fielded, cards, more in ((mine, hand, my), (theirs, their_hand, their))
    ]
    return Table(sides[0], sides[1], **changes)


def _named(fielded: Fielded, names: dict[str, None]) -> list[Fighter | None]:
    there: list[Fighter | None] = []
    for one in fielded:
        named = a(one) if isinstance(one, str) else one
        there.append(None if named is None else replace(named, piece=PieceId(_name(named.card, names))))
    return there


def _name(card: str, names: dict[str, None]) -> str:
    number = next(n for n in count(1) if (card if n == 1 else f"{card}-{n}") not in names)
    name = card if number == 1 else f"{card}-{number}"
    names[name] = None
    return name


class Table:
    """A match that stands at the beginning of the first seat's fifth turn, unless it is said otherwise."""

    def __init__(self, mine: Side, theirs: Side, options: ab.Options | None = None, **changes: Any) -> None:
        usual = {"catalogue": EVERYTHING, "stage": Stage.TURNS, "turn": 9, "turn_seat": ME, "pieces": 50}
        settings: dict[str, Any] = {**usual, **changes}
        self.state = State(options=options or ab.Options(), sides=(mine, theirs), **settings)
        self.events: list[Any] = []
        self.names = {one.piece: str(one.piece) for one in self._all}
        BEGUN.append(self)

    # Doing

    def does(self, action: Any, seat: Seat | None = None, *, goes_on: bool = False) -> list[Any]:
        """Play an action, and return what happened."""
        acting = self.acting if seat is None else seat
        assert action in GAME.choices(self.state, acting)
        events = list(GAME.decide(self.state, acting, action, DICE))
        self.events = [*self.events, *events] if goes_on else events
        self.state = GAME.fold(self.state, events)
        for event in events:
            if isinstance(event, ab.FighterEntered):
                self.names[event.piece] = _name(event.card, dict.fromkeys(self.names.values()))
        return self.events

    def attacks(self, piece: str, target: str) -> list[Any]:
        return self.does(self._attack(piece, target))

    def uses(self, piece: str, *targets: str) -> list[Any]:
        """Use a Fighter's special attack."""
        return self.does(self._special(piece, targets))

    def invokes(self, power: str, *targets: str) -> list[Any]:
        """Use an Active Power."""
        return self.does(ab.UsePower(power=CardId(power), targets=self._pieces(targets)))

    def casts(self, card: str, *targets: str, forge: int | None = None) -> list[Any]:
        return self.does(self._spell(card, targets, forge))

    def plays(self, card: str, slot: int | None = None, forge: int | None = None) -> list[Any]:
        """Play a Fighter, into the left-most empty slot unless it is said otherwise; a Hazard; or a Stage."""
        match CARDS[CardId(card)].kind:
            case Kind.HAZARD:
                return self.does(ab.PlayHazard(card=CardId(card)))
            case Kind.STAGE:
                return self.does(ab.PlayStage(card=CardId(card)))
            case _:
                where = self.slots(self.acting).index(None) + 1 if slot is None else slot
                return self.does(ab.PlayFighter(card=CardId(card), slot=where, forge=forge))

    def chooses(self, name: str) -> list[Any]:
        """Answer; what had begun goes on."""
        return self.does(ab.Choose(piece=self.piece(name)), goes_on=True)

    def ends(self, seat: Seat | None = None) -> list[Any]:
        return self.does(ab.EndTurn(), seat)

    # What may be done

    def refuses(self, action: Any, seat: Seat = ME) -> str:
        """Return the rule by which an action is refused."""
        assert action not in GAME.choices(self.state, seat)
        with pytest.raises(IllegalAction) as refused:
            GAME.decide(self.state, seat, action, DICE)
        return refused.value.rule

    def may_attack(self, piece: str, target: str) -> bool:
        return self._may(self._attack(piece, target))

    def may_use(self, piece: str, *targets: str) -> bool:
        return self._may(self._special(piece, targets))

    def may_invoke(self, power: str, *targets: str) -> bool:
        return self._may(ab.UsePower(power=CardId(power), targets=self._pieces(targets)))

    def may_cast(self, card: str, *targets: str, forge: int | None = None) -> bool:
        return self._may(self._spell(card, targets, forge))

    def _may(self, action: Any) -> bool:
        if action in GAME.choices(self.state, self.acting):
            return True
        assert self.refuses(action, self.acting)
        return False

    # What there is to see

    @property
    def happened(self) -> list[str]:
        """What the last action has caused, told."""
        sentences = [tell(event, self.names, self.state.catalogue) for event in self.events]
        return [sentence for sentence in sentences if sentence is not None]

    def of_kind(self, *kinds: type) -> list[Any]:
        """Return the events of these kinds, in order."""
        return [event for event in self.events if isinstance(event, kinds)]

    @property
    def acting(self) -> Seat:
        return self.state.turn_seat if self.state.asked is None else self.state.asked.seat

    @property
    def asked(self) -> list[str]:
        """Whom the question offers; nobody if nothing is asked."""
        return [] if self.state.asked is None else [self.names[piece] for piece in self.state.asked.options]

    def piece(self, name: str) -> PieceId:
        return next((piece for piece, known in self.names.items() if known == name), PieceId(name))

    def slots(self, seat: Seat = ME) -> list[str | None]:
        return [None if one is None else self.names[one.piece] for one in self.state.sides[seat].slots]

    def health(self, name: str) -> int | None:
        """Return a Fighter's Health; `None` if it is not in play."""
        return next((one.health for one in self._all if one.piece == self.piece(name)), None)

    def attack(self, name: str) -> int | None:
        view = GAME.view(self.state, None)
        slots = [one for seat in view.seats for one in seat.slots if one is not None]
        return next((one.attack for one in slots if one.piece == self.piece(name)), None)

    def stats(self, name: str) -> tuple[int | None, int | None]:
        """Return a Fighter's Attack and Health."""
        return (self.attack(name), self.health(name))

    def has(self, name: str, keyword: Keyword) -> bool:
        return any(has(self.state, one, keyword) for one in self._all if one.piece == self.piece(name))

    def energy(self, seat: Seat = ME) -> int:
        return self.state.sides[seat].energy

    def library(self, seat: Seat = ME) -> list[str]:
        """Return the cards that have not been played, but for the spare one."""
        cards: list[str] = list(self.state.sides[seat].library)
        cards.remove(SPARE)
        return cards

    def tokens(self) -> tuple[int, int]:
        return (self.state.sides[0].tokens, self.state.sides[1].tokens)

    @property
    def in_play(self) -> list[str]:
        return [one.card for one in self._all]

    @property
    def _all(self) -> list[Fighter]:
        return [one for each in self.state.sides for one in each.slots if one is not None]

    def _attack(self, piece: str, target: str) -> ab.Attack:
        return ab.Attack(piece=self.piece(piece), target=self.piece(target))

    def _special(self, piece: str, targets: Sequence[str]) -> ab.UseAttack:
        return ab.UseAttack(piece=self.piece(piece), attack=0, targets=self._pieces(targets))

    def _spell(self, card: str, targets: Sequence[str], forge: int | None) -> ab.PlaySpell:
        return ab.PlaySpell(card=CardId(card), targets=self._pieces(targets), forge=forge)

    def _pieces(self, names: Sequence[str]) -> tuple[PieceId, ...]:
        return tuple([self.piece(name) for name in names])


def pieces(*names: str) -> tuple[PieceId, ...]:
    return tuple(PieceId(name) for name in names)
