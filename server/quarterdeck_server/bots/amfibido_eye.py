"""How good each choice of Amfibido is for who sees this view, one action ahead.

What a player sees is laid out again as a state, the rest filled in with cards that have not been seen; then every
action is tried on it by the rules themselves, and the three dojos are weighed.
"""

from collections.abc import Sequence
from math import tanh
from typing import Any

import msgspec
from msgspec.structs import replace
from quarterdeck_games.amfibido.actions import decide
from quarterdeck_games.amfibido.cards.deck import CARDS
from quarterdeck_games.amfibido.evolve import evolve
from quarterdeck_games.amfibido.power import power_of
from quarterdeck_games.amfibido.reading import contender, neutralized
from quarterdeck_games.amfibido.state import (
    DOJOS,
    Equipment,
    Fighter,
    State,
    other,
)
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.games.amfibido import (
    Action,
    Activate,
    ActivateSensei,
    CardId,
    ChooseCard,
    ChooseKind,
    ChooseLevel,
    ChoosePiece,
    ChooseSensei,
    Decline,
    DiscardShown,
    Draft,
    DrawInstead,
    Kind,
    Move,
    Mulligan,
    Pass,
    PlayCombo,
    PlayEquipment,
    PlayFighter,
    PlayShown,
    Prompt,
    RedrawDraft,
    Stage,
    Switched,
    View,
)
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Seat, Version

from quarterdeck_server.bots.amfibido_imagined import imagined

_views: msgspec.json.Decoder[View] = msgspec.json.Decoder(View)
_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)

LANE = 10.0
"""What a dojo that is surely won is worth; one that is surely lost costs the same."""

SPREAD = 4.0
"""How far ahead one must be to be fairly sure."""

IN_HAND = 0.25
"""What a card's worth counts while it is in the hand: it may be played later."""

BEHIND_THE_FOE = 2.0
"""What it costs to pass while the opponent may go on."""

COST_TO_COME = 1.5
"""What an ability may still cost that has only been announced."""

DECIDED = 12.0
"""What it is worth to have won a round when nobody can change it any more."""


def worth(update: RawUpdate) -> Sequence[float]:
    """Say of each choice how good it is."""
    view = _views.decode(update.view)
    seat = update.seat or Seat(0)
    actions = [_actions.decode(choice) for choice in update.choices]
    if view.question is not None:
        return _answers(view, seat, actions)
    if view.stage is Stage.ACTIONS:
        return _turns(view, seat, actions)
    return [_preparing(action) for action in actions]


def card_worth(card: CardId) -> float:
    """Say about how good a card is to have."""
    face = CARDS[card]
    power = face.power or 0
    match face.kind:
        case Kind.FIGHTER:
            return power + face.level + (2 if face.always or face.on or face.ability else 0)
        case Kind.EQUIPMENT:
            return power + face.level + 1
        case Kind.COMBO:
            return 0.6 * power + face.level
        case _:
            return 1.5 * face.level


def _preparing(action: Action) -> float:
    """Before the actions: draft what is worth most, and keep away from what nobody knows."""
    match action:
        case Draft():
            return card_worth(action.card)
        case Mulligan():
            return 1
        case RedrawDraft() | DrawInstead():
            return -1
        case ChooseSensei():
            return {"pei-mai": 3, "silent-lee": 2, "coach-nickey": 2, "sir-scurry": 2}.get(action.sensei, 0)
        case _:
            return 0


def _turns(view: View, seat: Seat, actions: Sequence[Action]) -> list[float]:
    """Try every action, and weigh what it leads to. A pass leads to nothing, but may leave the other the last word."""
    state = imagined(view, seat)
    now = weighed(state, seat)
    return [_tried(state, seat, action, now) for action in actions]


def _tried(state: State, seat: Seat, action: Action, now: float) -> float:
    foe_has_passed = state.sides[other(seat)].passed
    if foe_has_passed and _lanes_won(state, seat) > 0:
        return DECIDED if isinstance(action, Pass) else 0
    if isinstance(action, Pass):
        return now if foe_has_passed else now - BEHIND_THE_FOE
    after = state
    try:
        for event in decide(state, seat, action, Dice(bytes(32), Version(1))):
            after = evolve(after, event)
    except IllegalAction:
        return -LANE  # it rests on something that a view does not tell
    wins = foe_has_passed and _lanes_won(after, seat) > 0
    if isinstance(action, Activate | ActivateSensei):
        now = weighed(after, seat) - COST_TO_COME
        return now + (DECIDED if wins else 0)
    return weighed(after, seat) + (DECIDED if wins else 0)


def _answers(view: View, seat: Seat, actions: Sequence[Action]) -> list[float]:
    state = imagined(view, seat)
    now = weighed(state, seat)
    prompt = None if view.question is None else view.question.prompt
    about = "" if view.question is None else view.question.about
    return [_answer(state, seat, action, now, prompt, about) for action in actions]


def _answer(state: State, seat: Seat, action: Action, now: float, prompt: Prompt | None, about: str) -> float:
    match action:
        case ChooseCard() if prompt in (Prompt.DISCARD_A_CARD, Prompt.DISCARD_A_FIGHTER):
            return -card_worth(action.card)
        case ChooseCard() if prompt is Prompt.MAY_DISCARD:
            return (8 if about == "painted-turtle" else 0) - card_worth(action.card)
        case ChooseCard() if prompt is Prompt.DISCARD_MORE_FIGHTERS:
            return 2 - card_worth(action.card)
        case ChooseCard():
            return card_worth(action.card)
        case ChooseLevel():
            return action.level
        case ChooseKind():
            return 1 if action.kind is Kind.FIGHTER else 0
        case Move():
            card = next((one.card for one in _pieces(state, seat) if one.piece == action.piece), None)
            if card is None:
                return -LANE
            event = Switched(seat=seat, card=card, piece=action.piece, dojo=action.dojo, swaps=action.swaps)
            return weighed(evolve(state, event), seat) - now - 0.5
        case PlayShown():
            return _shown(state, seat, action) - now
        case DiscardShown():
            return -1 - card_worth(action.card) / 10
        case ChoosePiece():
            return -sum(CARDS[one.card].power or 0 for one in _pieces(state, seat) if one.piece == action.piece)
        case Decline():
            return 0
        case _:
            return 0


def _shown(state: State, seat: Seat, play: PlayShown) -> float:
    """Weigh a card that an effect has brought as if it came from the hand."""
    side = state.sides[seat]
    sides = list(state.sides)
    sides[seat] = replace(side, hand=(*side.hand, play.card))
    tried = replace(state, asked=None, sides=(sides[0], sides[1]), turn=seat, stage=Stage.ACTIONS)
    action: Action
    match CARDS[play.card].kind:
        case Kind.FIGHTER:
            action = PlayFighter(card=play.card, dojo=play.dojo)
        case Kind.COMBO:
            action = PlayCombo(card=play.card, dojo=play.dojo)
        case _:
            action = PlayEquipment(card=play.card, dojo=play.dojo, replaces=play.replaces)
    return _tried(tried, seat, action, 0)


def weighed(state: State, seat: Seat) -> float:
    """Say how well a seat stands: in the three dojos, and with what it still holds."""
    silent = neutralized(state)
    total = 0.0
    for dojo in DOJOS:
        powers = []
        for one in (seat, other(seat)):
            fighter = contender(state, one, dojo, silent)
            powers.append(None if fighter is None else power_of(state, one, dojo, fighter, silent).total)
        total += LANE * _chance(powers[0], powers[1])
    held = sum(card_worth(card) for card in state.sides[seat].hand)
    lying = sum(card_worth(one.card) for one in _pieces(state, seat))
    return total + IN_HAND * (held + lying)


def _chance(mine: int | None, theirs: int | None) -> float:
    """From −1, surely lost, to 1, surely won. Alone one wins, if nobody comes."""
    if mine is None and theirs is None:
        return 0
    if theirs is None:
        return 0.6 + 0.4 * tanh((mine or 0) / 10)
    if mine is None:
        return -0.6 - 0.4 * tanh(theirs / 10)
    ahead = mine - theirs
    return tanh(ahead / SPREAD) * 0.7 + (0.3 if ahead > 0 else -0.3 if ahead < 0 else 0)


def _lanes_won(state: State, seat: Seat) -> int:
    """How many more dojos a seat would win than the other."""
    silent = neutralized(state)
    lead = 0
    for dojo in DOJOS:
        powers = []
        for one in (seat, other(seat)):
            fighter = contender(state, one, dojo, silent)
            powers.append(-1 if fighter is None else power_of(state, one, dojo, fighter, silent).total)
        lead += (powers[0] > powers[1]) - (powers[0] < powers[1])
    return lead


def _pieces(state: State, seat: Seat) -> list[Fighter | Equipment]:
    found: list[Fighter | Equipment] = []
    for dojo in state.sides[seat].dojos:
        found += [*dojo.equipment, *([] if dojo.fighter is None else [dojo.fighter])]
    return found
