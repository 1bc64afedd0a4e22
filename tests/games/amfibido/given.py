"""Situations of Amfibido, set up by hand: `given(...)` gives a table in the action phase, where it is A's turn.

B has passed already, unless a test says that `they_play`. Each who plays keeps back a Baseball Bat or an Iron Wrench,
which `hand` does not tell of: without any card one would pass at once (AF-9). `spare=False` takes them away.

Cards are named by their faces. A deck has on top what the test says, and below it the other cards in the order of the
deck list: of level I a Caiman comes first, of level II an Alligator, then a Great Crocodile, a River Crocodile and a
King of the Crocs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from quarterdeck_games.amfibido.cards.copies import CARDS, DECKS, SENSEI_DECK
from quarterdeck_games.amfibido.power import power_of
from quarterdeck_games.amfibido.queries import contender, neutralized
from quarterdeck_games.amfibido.rules import Amfibido
from quarterdeck_games.amfibido.state import Combo, Dojo, Equipment, Fighter, Side, State
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import IllegalAction, Setup
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.games.amfibido import CardId, Kind, Options, PieceId, Stage, TurnBegan
from quarterdeck_protocol.names import Seat, Version

GAME = Amfibido()
KEY = bytes(32)
A, B = Seat(0), Seat(1)
BEGUN: "list[Match]" = []
"""Every match of the test that is running: none may end with a question that nobody has answered."""

Fielded = Mapping[int, str | Sequence[str]]
"""For each dojo a fighter, or a fighter with the combo moves on it."""


class Match:
    """A match that a test plays: `happened` is what the last thing done has caused."""

    def __init__(self, state: State, spares: Sequence[str] = ("", "")) -> None:
        self.state = state
        self.spares = spares
        self.happened: list[af.Event] = []
        self.version = 1
        BEGUN.append(self)

    # Doing

    def act(self, action: af.Action, seat: Seat | None = None) -> "Match":
        return self._tell(GAME.decide(self.state, self.asked if seat is None else seat, action, self._dice()))

    def play(self, card: str, dojo: int = 1, replaces: PieceId | None = None, seat: Seat | None = None) -> "Match":
        face = CardId(card)
        match CARDS[face].kind:
            case Kind.FIGHTER:
                return self.act(af.PlayFighter(card=face, dojo=dojo), seat)
            case Kind.EQUIPMENT:
                return self.act(
                    af.PlayEquipment(card=face, dojo=dojo, replaces=replaces, replaces_card=self.card(replaces)), seat
                )
            case Kind.COMBO:
                return self.act(af.PlayCombo(card=face, dojo=dojo), seat)
            case _:
                return self.act(af.PlayAction(card=face), seat)

    def use(self, card: str) -> "Match":
        """Use the action ability of a card in play, or of the sensei."""
        if CARDS[CardId(card)].kind is Kind.SENSEI:
            return self.act(af.ActivateSensei())
        return self.act(self.activation(card))

    def choose(self, card: str) -> "Match":
        """Answer with a card: one in play where those are on offer."""
        offered = self.choices(self.asked)
        if any(isinstance(choice, af.ChoosePiece) for choice in offered):
            piece = self.piece(card, self.asked)
            return self.act(af.ChoosePiece(piece=piece, card=CardId(card), dojo=self.dojo(piece)))
        if any(isinstance(choice, af.ResolveFirst) for choice in offered):
            return self.act(af.ResolveFirst(piece=self.piece(card, self.asked), card=CardId(card)))
        return self.act(af.ChooseCard(card=CardId(card)))

    def level(self, level: int) -> "Match":
        return self.act(af.ChooseLevel(level=level))

    def move(self, card: str, dojo: int, swaps: str | None = None) -> "Match":
        seat = self.asked
        swapped = None if swaps is None else self.piece(swaps, seat)
        piece = self.piece(card, seat)
        return self.act(
            af.Move(
                piece=piece,
                card=CardId(card),
                from_dojo=self.dojo(piece),
                dojo=dojo,
                swaps=swapped,
                swaps_card=self.card(swapped),
            )
        )

    def show(self, card: str, dojo: int, replaces: str | None = None) -> "Match":
        replaced = None if replaces is None else self.piece(replaces, self.asked)
        return self.act(
            af.PlayShown(card=CardId(card), dojo=dojo, replaces=replaced, replaces_card=self.card(replaced))
        )

    def decline(self) -> "Match":
        return self.act(af.Decline())

    def fight(self) -> "Match":
        """Let both pass, so that they fight; `happened` is all that comes of it."""
        happened: list[af.Event] = []
        number = self.state.round
        while (
            self.state.round == number
            and self.state.stage is Stage.ACTIONS
            and self.state.asked is None
            and self.state.turn is not None
        ):
            self.act(af.Pass(), self.state.turn)
            happened += self.happened
        self.happened = happened
        return self

    def times_out(self, seat: Seat) -> "Match":
        return self._tell(GAME.timed_out(self.state, seat, self._dice()))

    def leaves(self, seat: Seat) -> "Match":
        return self._tell(GAME.resigned(self.state, seat, self._dice()))

    # Looking

    @property
    def asked(self) -> Seat:
        """Whose answer or turn it is."""
        if self.state.asked is not None:
            return self.state.asked.seat
        assert self.state.turn is not None
        return self.state.turn

    @property
    def prompt(self) -> af.Prompt | None:
        return None if self.state.asked is None else self.state.asked.prompt

    def choices(self, seat: Seat) -> list[af.Action]:
        return list(GAME.choices(self.state, seat))

    def may(self, action: af.Action, seat: Seat = A) -> bool:
        return action in GAME.choices(self.state, seat)

    def may_use(self, card: str) -> bool:
        if CARDS[CardId(card)].kind is Kind.SENSEI:
            return self.may(af.ActivateSensei())
        return self.may(self.activation(card))

    def refusal(self, seat: Seat, action: af.Action) -> tuple[str, str]:
        """Try something that is not allowed; give the sentence and the rule."""
        try:
            GAME.decide(self.state, seat, action, self._dice())
        except IllegalAction as refused:
            return str(refused), refused.rule
        raise AssertionError(f"{action} was allowed")

    def power(self, dojo: int = 1, seat: Seat = A) -> int:
        """What the fighter of a seat fights with in a dojo."""
        return self.made_of(dojo, seat).total

    def made_of(self, dojo: int = 1, seat: Seat = A) -> af.Power:
        silent = neutralized(self.state)
        fighter = contender(self.state, seat, dojo, silent)
        assert fighter is not None
        return power_of(self.state, seat, dojo, fighter, silent)

    def piece(self, card: str, seat: Seat = A) -> PieceId:
        """The id of a card in play."""
        for dojo in self.state.sides[seat].dojos:
            things: list[Any] = [*dojo.equipment]
            if dojo.fighter is not None:
                things += [dojo.fighter, *dojo.fighter.combos]
            for thing in things:
                if thing.card == card:
                    return PieceId(thing.piece)
        raise AssertionError(f"{card} is not in play")

    def activation(self, card: str) -> af.Activate:
        """The action ability of a card in play."""
        piece = self.piece(card)
        return af.Activate(piece=piece, card=CardId(card), dojo=self.dojo(piece))

    def _found(self, piece: PieceId | None) -> tuple[int, CardId] | None:
        for side in self.state.sides:
            for number, dojo in enumerate(side.dojos, 1):
                things: list[Any] = [*dojo.equipment, *([] if dojo.fighter is None else [dojo.fighter])]
                for thing in things:
                    if thing.piece == piece:
                        return number, thing.card
        return None

    def card(self, piece: PieceId | None) -> CardId | None:
        """The face of a card in play."""
        found = self._found(piece)
        return None if found is None else found[1]

    def dojo(self, piece: PieceId) -> int:
        """Where a card in play is."""
        found = self._found(piece)
        return 0 if found is None else found[0]

    def fighter(self, dojo: int = 1, seat: Seat = A) -> str | None:
        found = self.state.sides[seat].dojos[dojo - 1].fighter
        return None if found is None else found.card

    def equipment(self, dojo: int = 1, seat: Seat = A) -> list[str]:
        return [thing.card for thing in self.state.sides[seat].dojos[dojo - 1].equipment]

    def boomerangs(self, card: str) -> bool:
        """Whether a combo move in play has gained boomerang."""
        fighters = [dojo.fighter for side in self.state.sides for dojo in side.dojos if dojo.fighter is not None]
        return any(combo.boomerang for one in fighters for combo in one.combos if combo.card == card)

    def hand(self, seat: Seat = A) -> list[str]:
        held: list[str] = list(self.state.sides[seat].hand)
        if self.spares[seat] in held:
            held.remove(self.spares[seat])
        return held

    def cooldown(self, seat: Seat = A) -> list[str]:
        return [one.card for one in self.state.sides[seat].cooldown]

    @property
    def points(self) -> tuple[int, int]:
        return self.state.sides[0].points, self.state.sides[1].points

    @property
    def won(self) -> list[Seat | None]:
        """Who won the last fights."""
        assert self.state.last is not None
        return [fight.winner_seat for fight in self.state.last.fights]

    @property
    def story(self) -> list[str]:
        """What happened, each event in a few words; without turns, and up to the next round."""
        sentences = []
        for event in self.happened:
            if isinstance(event, af.RoundBegan):
                break
            if not isinstance(event, TurnBegan | af.Answered | af.Asked | af.Passed):
                sentences.append(_say(event))
        return sentences

    def _tell(self, events: Sequence[af.Event]) -> "Match":
        self.happened = list(events)
        self.state = GAME.fold(self.state, events)
        return self

    def _dice(self) -> Dice:
        self.version += 1
        return Dice(KEY, Version(self.version))


def _say(event: af.Event) -> str:
    words = [str(type(event).__struct_config__.tag)]
    for name in ("card", "cards", "becomes", "to", "amount", "dojo", "points", "discarded", "cooling"):
        value = getattr(event, name, None)
        if isinstance(value, tuple):
            words += [str(one) for one in value]
        elif value is not None:
            words.append(str(value))
    return " ".join(words)


def begun(seed: int = 0, **options: Any) -> Match:
    """Return a match that has just begun."""
    setup = Setup(seats=2, options=Options(**options))
    assert GAME.check(setup) == []
    match = Match(GAME.blank(setup))
    return match._tell(GAME.start(match.state, Dice(seed.to_bytes(32, "big"), Version(1))))


def given(
    mine: Fielded | None = None,
    theirs: Fielded | None = None,
    *,
    equipment: Fielded | None = None,
    their_equipment: Fielded | None = None,
    hand: Sequence[str] = (),
    their_hand: Sequence[str] = (),
    cooldown: Sequence[str] = (),
    their_cooldown: Sequence[str] = (),
    sensei: str | None = None,
    their_sensei: str | None = None,
    points: tuple[int, int] = (0, 0),
    decks: Mapping[int, Sequence[str]] | None = None,
    only: bool = False,
    in_round: int = 3,
    turn: Seat = A,
    starter: Seat = A,
    options: Options | None = None,
    they_play: bool = False,
    spare: bool = True,
) -> Match:
    """Return a match in the action phase of a round. With `only`, the decks have nothing but what is said; the other
    cards lie in the discard pile then."""
    ids = _Ids()
    spares = ("baseball-bat" if spare else "", "iron-wrench" if spare and they_play else "")
    hand, their_hand = (*hand, *filter(None, spares[:1])), (*their_hand, *filter(None, spares[1:]))
    my_side = _side(ids, mine or {}, equipment or {}, hand, cooldown, sensei, points[0], in_round)
    their_side = _side(
        ids, theirs or {}, their_equipment or {}, their_hand, their_cooldown, their_sensei, points[1], in_round
    )
    left = Counter(card for deck in DECKS for card in deck)
    left.subtract(ids.used)
    tops = {level: tuple(map(CardId, cards)) for level, cards in (decks or {}).items()}
    left.subtract(card for cards in tops.values() for card in cards)
    assert min(left.values()) >= 0, f"more cards than there are: {-left}"
    rest = tuple(left.elements())
    below = {level: tuple(card for card in rest if CARDS[card].level == level) for level in range(1, 6)}
    whole = tuple(tops.get(level, ()) + (() if only and level in tops else below[level]) for level in range(1, 6))
    discard = tuple(card for level in tops for card in below[level]) if only else ()
    used = {sensei, their_sensei}
    return Match(
        State(
            options=options or Options(),
            stage=Stage.ACTIONS,
            round=in_round,
            starter=starter,
            turn=turn,
            sides=(my_side, replace(their_side, passed=not they_play)),
            decks=whole,
            senseis=tuple(one for one in SENSEI_DECK if one not in used),
            discard=discard,
            pieces=ids.count,
        ),
        spares,
    )


class _Ids:
    def __init__(self) -> None:
        self.count = 0
        self.used: list[CardId] = []

    def piece(self, card: str) -> PieceId:
        self.count += 1
        self.used.append(CardId(card))
        return PieceId(f"p{self.count}")


def _side(
    ids: _Ids,
    fighters: Fielded,
    equipment: Fielded,
    hand: Sequence[str],
    cooldown: Sequence[str],
    sensei: str | None,
    points: int,
    in_round: int,
) -> Side:
    ids.used += [CardId(card) for card in (*hand, *cooldown)]
    dojos = []
    for number in (1, 2, 3):
        names = _listed(fighters.get(number, ()))
        fighter = None
        if names:
            fighter = Fighter(piece=ids.piece(names[0]), card=CardId(names[0]))
            combos = tuple(Combo(piece=ids.piece(name), card=CardId(name)) for name in names[1:])
            fighter = replace(fighter, combos=combos)
        things = tuple(
            Equipment(piece=ids.piece(name), card=CardId(name)) for name in _listed(equipment.get(number, ()))
        )
        dojos.append(Dojo(fighter=fighter, equipment=things))
    return Side(
        hand=tuple(map(CardId, hand)),
        dojos=(dojos[0], dojos[1], dojos[2]),
        cooldown=tuple(af.Cooling(card=CardId(card), back_after=in_round) for card in cooldown),
        sensei=None if sensei is None else CardId(sensei),
        points=points,
    )


def _listed(names: str | Sequence[str]) -> Sequence[str]:
    return (names,) if isinstance(names, str) else names
