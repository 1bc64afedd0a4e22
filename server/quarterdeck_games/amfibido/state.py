"""The state of a match of Amfibido, and functions that many modules use to read it."""

from collections.abc import Iterator

import msgspec
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.cards.card import Card
from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_games.amfibido.effects import AskedInFull
from quarterdeck_games.game import Secret
from quarterdeck_games.piles import with_at

DOJOS = (1, 2, 3)
ROUNDS_TO_WIN = 4
"""Number of won rounds that wins the match (S3:97)."""

FIGHTERS = frozenset([card.id for card in CARDS.values() if card.kind is af.Kind.FIGHTER])

# Python 3.11 looks a member of an enum up slowly: those that are asked for at every turn have names of their own.
ACTIONS, DRAFT, FIGHT = af.Stage.ACTIONS, af.Stage.DRAFT, af.Stage.FIGHT
HAND, COOLDOWN = af.Zone.HAND, af.Zone.COOLDOWN
WON, LOST = af.Outcome.WON, af.Outcome.LOST

MULTITYPE = (af.Species.FROG, af.Species.CROCODILE, af.Species.SALAMANDER, af.Species.SNAKE)
"""The types of a fighter under Guru Gooji."""


class Combo(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A combo move on a fighter. Its copies on other fighters have the same id (AF-41)."""

    piece: af.PieceId
    card: af.CardId
    copy: bool = False
    boomerang: bool = False
    knockout: bool = False


class Gain(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Power gained until the end of the round."""

    amount: int
    by: af.CardId
    own: bool
    """True if the card's own text has given it: then it does not count while that text is neutralized (AF-30). Effects
    of other cards stay, as keywords do (AF-34).
    """


class Fighter(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A fighter in a dojo."""

    piece: af.PieceId
    card: af.CardId
    combos: tuple[Combo, ...] = ()
    gains: tuple[Gain, ...] = ()
    knockout: bool = False
    """True if it has gained knockout."""

    also: bool = False
    """True if Guru Gooji teaches it other types."""

    used: bool = False
    outcome: af.Outcome | None = None
    """The outcome of its fight, until the end of the round."""

    knocked_out: bool = False


class Equipment(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A piece of equipment in a dojo."""

    piece: af.PieceId
    card: af.CardId
    gains: tuple[Gain, ...] = ()
    used: bool = False


class Dojo(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One seat's side of a dojo."""

    fighter: Fighter | None = None
    equipment: tuple[Equipment, ...] = ()
    entered: bool = False
    closed: bool = False


class Side(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The state of one seat in Amfibido."""

    hand: af.Cards = ()
    offer: af.Cards = ()
    """The cards from which it drafts or chooses its sensei."""

    pick: af.CardId | None = None
    """The seat's hidden choice."""

    instead: int | None = None
    """The level that it draws from instead of choosing, sealed."""

    decided: bool = False
    """True if it has kept its hand, chosen its sensei or drafted."""

    dojos: tuple[Dojo, Dojo, Dojo] = (Dojo(), Dojo(), Dojo())
    cooldown: tuple[af.Cooling, ...] = ()
    sensei: af.CardId | None = None
    sensei_used: bool = False
    redrawn: int = 0
    """Number of times it has had draft cards dealt again."""

    points: int = 0
    passed: bool = False
    combos_played: int = 0
    fighters_discarded: int = 0
    face_down: af.Cards = ()
    """The cards that it has discarded from its hand this round and that other players do not know (AF-52)."""


class State(Secret, frozen=True, kw_only=True, gc=False):
    """The complete state of a match, including hidden facts."""

    options: af.Options
    stage: af.Stage = af.Stage.NOT_DEALT
    round: int = 0
    starter: Seat = Seat(0)
    turn: Seat | None = None
    sides: tuple[Side, Side] = (Side(), Side())
    decks: tuple[af.Cards, ...] = ((),) * 5
    senseis: af.Cards = ()
    discard: af.Cards = ()
    revealed: af.Cards = ()
    looked_at: af.Cards = ()
    resolving: af.Cards = ()
    asked: AskedInFull | None = None
    pieces: int = 0
    """Number of pieces that have come into play. The next piece's id has this number."""

    actions: int = 0
    """Number of turns of this round (AF-51)."""

    last: af.Fought | None = None
    places: tuple[int, ...] = ()
    ended: af.Reason | None = None


def decks_with(state: State, level: int, deck: af.Cards) -> tuple[af.Cards, ...]:
    """Return the level decks with one of them replaced."""
    return with_at(state.decks, level - 1, deck)


def known_discarded_fighters(side: Side) -> int:
    """Return the number of fighters of which the opponent knows that a seat has discarded them this round (AF-52)."""
    hidden = sum([is_fighter(card) for card in side.face_down]) if side.face_down else 0
    return side.fighters_discarded - hidden


def dojo_at(state: State, seat: Seat, dojo: int) -> Dojo:
    """Return a seat's side of a dojo, numbered from 1."""
    return state.sides[seat].dojos[dojo - 1]


def fighter_at(state: State, seat: Seat, dojo: int) -> Fighter | None:
    """Return the fighter that a seat has in a dojo."""
    return state.sides[seat].dojos[dojo - 1].fighter


def fighters(state: State, seat: Seat) -> list[tuple[int, Fighter]]:
    """Return a seat's fighters with their dojos, from the left."""
    return [
        (number, dojo.fighter) for number, dojo in enumerate(state.sides[seat].dojos, 1) if dojo.fighter is not None
    ]


def equipment(state: State, seat: Seat) -> Iterator[tuple[int, Equipment]]:
    """Return a seat's equipment with its dojos, from the left."""
    for number, dojo in zip(DOJOS, state.sides[seat].dojos, strict=True):
        for piece in dojo.equipment:
            yield number, piece


def find(state: State, seat: Seat, piece: af.PieceId | None) -> tuple[int, Fighter | Equipment] | None:
    """Return a seat's fighter or equipment with its dojo, if it is still in play."""
    if piece is None:
        return None
    for number, dojo in enumerate(state.sides[seat].dojos, 1):
        fighter = dojo.fighter
        if fighter is not None and fighter.piece == piece:
            return number, fighter
        for thing in dojo.equipment:
            if thing.piece == piece:
                return number, thing
    return None


def card_of(card: af.CardId) -> Card:
    """Return the card that has this face."""
    return CARDS[card]


def is_fighter(card: af.CardId) -> bool:
    return card in FIGHTERS


def has_boomerang(combo: Combo, outcome: af.Outcome | None) -> bool:
    """True if a combo move has boomerang after a fight with this outcome of a fighter that it is on (S3:238,
    S3:276)."""
    card = CARDS[combo.card]
    return combo.boomerang or card.boomerang or outcome in card.boomerang_after


def may_rest(state: State, seat: Seat, combo: af.PieceId) -> bool:
    """True if a combo move goes to the cooldown zone after the fights, because it has boomerang on any of its fighters
    (AF-41)."""
    return any(
        one.piece == combo and has_boomerang(one, fighter.outcome)
        for _, fighter in fighters(state, seat)
        for one in fighter.combos
    )


def next_piece(state: State, card: af.CardId) -> af.PieceId:
    """Return the id of the next card that comes into play: its face, which people can read, and a unique number."""
    return af.PieceId(f"{card}-{state.pieces + 1}")
