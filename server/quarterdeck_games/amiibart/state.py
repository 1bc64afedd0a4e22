"""The state of a match of Amiibart TCG, and functions that many modules use to read it."""

from functools import cached_property

import msgspec
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.effects import AskedInFull
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.amiibart.in_play import InPlay, read
from quarterdeck_games.game import Secret

TOKENS_THAT_LOSE = 5
"""Number of Death Tokens that loses the match (S0:49)."""

FIGHTERS_A_TURN = 2
"""Maximum number of Fighters that a player may play in a turn (S0:118)."""

FIGHTERS_IN_TURN_ONE = 3
"""Maximum number of Fighters that the first player may play in turn 1 (S0:39)."""

IDLE_TURNS_THAT_LOSE = 3
"""Number of turns without an action after which a player loses (S0:55)."""


# Python 3.11 looks a member of an enum up slowly: those that are asked for at every turn have names of their own.
NOT_BEGUN, TURN_ONE, TURNS = ab.Stage.NOT_BEGUN, ab.Stage.TURN_ONE, ab.Stage.TURNS
BLOCK, INSTAKILL, LIFESTEAL, SWIFT, VOID = (
    ab.Keyword.BLOCK,
    ab.Keyword.INSTAKILL,
    ab.Keyword.LIFESTEAL,
    ab.Keyword.SWIFT,
    ab.Keyword.VOID,
)
POWER, TOKEN, HAZARD, STAGE = ab.Kind.POWER, ab.Kind.TOKEN, ab.Kind.HAZARD, ab.Kind.STAGE


class Fighter(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A Fighter in a slot."""

    piece: ab.PieceId
    card: ab.CardId
    health: int
    attack: int = 0
    """The change of its Attack."""

    attack_now: int = 0
    """The same until the end of the turn."""

    keywords: tuple[ab.Keyword, ...] = ()
    """The keywords that it has gained."""

    keywords_now: tuple[ab.Keyword, ...] = ()
    """The keywords that it has until the end of the turn."""

    keywords_basic: tuple[ab.Keyword, ...] = ()
    """The keywords that it has until then for a basic attack. They do not apply to a special attack."""

    fresh: bool = True
    """True if it has come into play this turn (S0:89)."""

    attacked: bool = False
    doomed: bool = False


NO_FIGHTERS = (None,) * 5
"""Five empty slots."""

Found = tuple[Seat, int, Fighter]
"""A Fighter in play with its owner and slot."""


class Side(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The state of one seat in Amiibart TCG."""

    library: ab.Cards = ()
    """Every card not played yet (AM-5), in the order of the alphabet."""

    slots: tuple[Fighter | None, ...] = NO_FIGHTERS
    powers: ab.Cards = ()
    revealed: bool = False
    """True if its Powers are in play."""

    used: ab.Cards = ()
    hazards: ab.Cards = ()
    stage: ab.CardId | None = None
    energy: int = 0
    drained: int = 0
    tokens: int = 0
    discarded: ab.Cards = ()
    removed: ab.Cards = ()
    resolving: ab.Cards = ()
    fighters_played: int = 0
    began_empty: bool = False
    """True if its turn began without Fighters (AM-21)."""

    active: bool = False
    """True if it has acted this turn (AM-24)."""

    idle: int = 0


class Fight(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The attack in progress in a match of Amiibart TCG."""

    seat: Seat
    piece: ab.PieceId
    card: ab.CardId
    slot: int
    targets: ab.Pieces
    target_cards: ab.Cards
    target_slots: tuple[int, ...]
    chosen: ab.Pieces = ()
    attack: int | None = None
    fizzled: bool = False


class State(Secret, frozen=True, kw_only=True, dict=True):
    """The complete state of a match, including hidden facts."""

    catalogue: Catalogue
    """The cards that it is played with; they are not written down with it."""

    options: ab.Options
    stage: ab.Stage = ab.Stage.NOT_BEGUN
    turn: int = 0
    turn_seat: Seat = Seat(0)
    sides: tuple[Side, Side] = (Side(), Side())
    pieces: int = 0
    fight: Fight | None = None
    asked: AskedInFull | None = None
    chain: int = 0
    """Number of texts that have taken effect since the last action or the start of the turn (AM-61)."""

    chosen: bool = False
    """True if a player had to choose on the way."""

    cut: bool = False
    sudden: bool = False
    places: tuple[int, ...] = ()
    ended: ab.Reason | None = None

    @cached_property
    def in_play(self) -> InPlay:
        """The texts of the cards in play. They are collected once for choices, decisions and views."""
        return read(self.catalogue, self.sides)


def card_of(state: State, card: ab.CardId) -> Card:
    """Return the card with this face, which may be an Art Rare's (AM-72), from the sets of this match."""
    return state.catalogue.by_face[card]


def face_among(state: State, cards: ab.Cards, card: ab.CardId) -> ab.CardId | None:
    """Return which of these faces belongs to a card. The card's own face comes before that of an Art Rare."""
    faces = [face for face in cards if card_of(state, face).id == card_of(state, card).id]
    return min(faces, key=lambda face: face != card, default=None)


def fighters(state: State, seat: Seat) -> list[tuple[int, Fighter]]:
    """Return a seat's Fighters with their slots, from the left."""
    return [(slot, fighter) for slot, fighter in enumerate(state.sides[seat].slots, 1) if fighter is not None]


def find(state: State, piece: ab.PieceId | None) -> Found | None:
    """Return a Fighter with its owner and slot, if it is still in play."""
    place = state.in_play.places.get(piece)
    if place is None:
        return None
    seat, slot = place
    fighter = state.sides[seat].slots[slot - 1]
    return None if fighter is None else (seat, slot, fighter)


def has_fighters(state: State, seat: Seat) -> bool:
    return state.sides[seat].slots != NO_FIGHTERS


def is_losing_empty(state: State, seat: Seat) -> bool:
    """True if a seat loses if its turn ends now, because it began the turn without Fighters, played none and has none
    (AM-21)."""
    side = state.sides[seat]
    return side.began_empty and not side.fighters_played and not has_fighters(state, seat)


def idle_turns(state: State, seat: Seat) -> int:
    """Return the number of consecutive turns in which a seat has done nothing, if its turn ends now (AM-24)."""
    side = state.sides[seat]
    return 0 if side.active or state.stage is TURN_ONE else side.idle + 1


def is_losing_idle(state: State, seat: Seat) -> bool:
    """True if a seat loses if its turn ends now, because it has done nothing in too many turns (S0:55)."""
    return idle_turns(state, seat) >= IDLE_TURNS_THAT_LOSE


def empty_slots(state: State, seat: Seat) -> list[int]:
    """Return a seat's empty slots, from the left."""
    return [slot for slot, fighter in enumerate(state.sides[seat].slots, 1) if fighter is None]


def has(state: State, fighter: Fighter, keyword: ab.Keyword) -> bool:
    """True if a Fighter has a keyword, printed or gained."""
    if keyword in state.catalogue.by_face[fighter.card].keywords or keyword in fighter.keywords:
        return True
    return keyword in fighter.keywords_now or keyword in fighter.keywords_basic


def keywords_of(state: State, fighter: Fighter) -> tuple[ab.Keyword, ...]:
    """Return the keywords of a Fighter, printed or gained, in the order of the rules."""
    printed = state.catalogue.by_face[fighter.card].keywords
    gained = fighter.keywords + fighter.keywords_now + fighter.keywords_basic
    if not gained and len(printed) < 2:
        return tuple(printed)
    return tuple([keyword for keyword in ab.Keyword if keyword in printed or keyword in gained])


def is_of(state: State, card: ab.CardId, element: ab.Element | None, kind: str | None) -> bool:
    """True if a card is of the required Element and type, if any are required."""
    face = card_of(state, card)
    return (element is None or face.element is element) and (kind is None or kind in face.types)


def may_attack(state: State, fighter: Fighter) -> bool:
    """True if a Fighter may attack: once a turn, and not in the turn in which it was played unless it is Swift (S0:89,
    S0:128, S0:159)."""
    return not fighter.attacked and (not fighter.fresh or has(state, fighter, SWIFT))
