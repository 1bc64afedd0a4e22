"""Scores of the choices of an Amfibido player, for a bot that looks one action ahead and knows only the player's view.

The bot builds a state from the view, with unseen cards where the view hides cards. Then it applies every action by the
rules, answers its questions in the best way, and estimates the outcome in the three dojos. Once the opponent has
passed, only the end of the round counts.
"""

from collections.abc import Callable, Sequence
from math import tanh
from typing import Any

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Seat, Version

from quarterdeck_games.amfibido.actions import decide
from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_games.amfibido.choices import choices
from quarterdeck_games.amfibido.evolve import evolve
from quarterdeck_games.amfibido.imagined_state import SPARE, imagined
from quarterdeck_games.amfibido.power import total_of
from quarterdeck_games.amfibido.queries import contender, neutralized
from quarterdeck_games.amfibido.state import DOJOS, Equipment, Fighter, State
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import IllegalAction
from quarterdeck_games.two_seats import other

_views: msgspec.json.Decoder[af.View] = msgspec.json.Decoder(af.View)
_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(af.Action)

LANE = 10.0
"""The worth of a dojo that is surely won; one that is surely lost costs the same."""

SPREAD = 4.0
"""The lead at which a win is fairly sure."""

IN_HAND = 0.25
"""The share of a card's worth that counts while it is in the hand: it may be played later."""

BEHIND_THE_FOE = 2.0
"""The cost of passing while the opponent may go on."""

HOPE = 0.02
"""The weight of the present state of the fights where only their outcome counts."""

DEEPEST = 2
"""Most questions of one action that are thought through."""

LONGEST_CHAIN = 3
"""Most further actions of the seat that are searched for one that turns the round."""

MOST_TRIES = 160
"""Most actions and answers that are tried for one choice."""

DECIDED = 12.0
"""The value of a won round whose result can no longer change."""


def worth(update: RawUpdate) -> Sequence[float]:
    """Return a score for each choice of the player."""
    view = _views.decode(update.view)
    seat = update.seat or Seat(0)
    actions = [_actions.decode(choice) for choice in update.choices]
    if view.question is not None:
        return _answers(view, seat, actions)
    if view.stage is af.Stage.ACTIONS:
        return _turns(view, seat, actions)
    return [_preparing(action) for action in actions]


def card_worth(card: af.CardId) -> float:
    """Return a rough value of having a card."""
    face = CARDS[card]
    power = face.power or 0
    match face.kind:
        case af.Kind.FIGHTER:
            return power + face.level + (2 if face.always or face.on or face.ability else 0)
        case af.Kind.EQUIPMENT:
            return power + face.level + 1
        case af.Kind.COMBO:
            return 0.6 * power + face.level
        case _:
            return 1.5 * face.level


def _preparing(action: af.Action) -> float:
    """Return the score of a choice before the first turn: the draft of a valuable card is good, unknown cards are
    not."""
    match action:
        case af.Draft():
            return card_worth(action.card)
        case af.Mulligan():
            return 1
        case af.RedrawDraft() | af.DrawInstead():
            return -1
        case af.ChooseSensei():
            return {"pei-mai": 3, "silent-lee": 2, "coach-nickey": 2, "sir-scurry": 2}.get(action.sensei, 0)
        case _:
            return 0


def _turns(view: af.View, seat: Seat, actions: Sequence[af.Action]) -> list[float]:
    """Return the scores of all actions of a turn by the states to which they lead. For a pass there is no such state,
    but it may give the opponent the last action."""
    state = imagined(view, seat, actions)
    if state.sides[other(seat)].passed:
        return _last_words(state, seat, actions)
    now = weighed(state, seat)
    looks = Looks(seat, view.hand or ())
    return [
        now - BEHIND_THE_FOE if isinstance(action, af.Pass) else _tried(looks, state, action, weighed)
        for action in actions
    ]


Weight = Callable[[State, Seat], float]


class Looks:
    """Settings for thinking one choice through: the seat, its cards in hand, and the remaining number of simulated
    actions."""

    def __init__(self, seat: Seat, hand: af.Cards) -> None:
        self.seat = seat
        self.hand = frozenset(hand)
        self.left = MOST_TRIES

    def outcome(self, state: State, action: af.Action, weight: Weight, deep: int = DEEPEST) -> State | None:
        """Return the state after an action whose questions to the acting seat are answered in the best way. `None` if
        the result depends on facts that the view does not show."""
        self.left -= 1
        after = state
        try:
            for event in decide(state, self.seat, action, Dice(bytes(32), Version(1))):
                after = evolve(after, event)
        except IllegalAction:
            return None
        asked = after.asked
        if asked is None or asked.seat != self.seat or not deep or self.left <= 0:
            return after
        ends = [self.outcome(after, answer, weight, deep - 1) for answer in self.known(asked.options)]
        return max((end for end in ends if end is not None), key=lambda end: weight(end, self.seat), default=None)

    def known(self, choices: Sequence[af.Action]) -> list[af.Action]:
        """Return the choices without those for a card that is only imagined in the hand. It cannot be played or pay for
        anything."""
        if SPARE in self.hand:
            return list(choices)
        return [one for one in choices if not (isinstance(one, af.ChooseCard | af.PlayFighter) and one.card == SPARE)]


def _tried(looks: Looks, state: State, action: af.Action, weight: Weight) -> float:
    after = looks.outcome(state, action, weight)
    return -LANE if after is None else weight(after, looks.seat)


def _last_words(state: State, seat: Seat, actions: Sequence[af.Action]) -> list[float]:
    """Return the scores of actions after the opponent has passed: only the end of the round and the kept cards count.
    If no single action improves the end, search for several actions in a row that do. If there are none, spend nothing
    on the round."""
    before = _standing(state, seat)
    if before > 0:
        return [DECIDED if isinstance(action, af.Pass) else 0 for action in actions]
    looks = Looks(seat, state.sides[seat].hand[:-1])
    ends = [state if isinstance(action, af.Pass) else looks.outcome(state, action, ended) for action in actions]
    worths = [-2 * DECIDED if end is None else ended(end, seat) for end in ends]
    if all(end is None or _standing(end, seat) <= before for end in ends):
        hopes = [
            (_hope(end, seat), at)
            for at, (action, end) in enumerate(zip(actions, ends, strict=True))
            if end is not None and not isinstance(action, af.Pass)
        ]
        _, first = max(hopes, default=(0.0, None))
        start = None if first is None else ends[first]
        if first is not None and start is not None:
            worths[first] = max(worths[first], _chain(looks, start, before))
    return worths


def _chain(looks: Looks, state: State, before: int) -> float:
    """Return the value of several further actions of the seat, each chosen as the best next one."""
    seat, best = looks.seat, -2 * DECIDED
    for _ in range(LONGEST_CHAIN):
        if state.asked is not None or looks.left <= 0:
            return best
        further = [one for one in looks.known(choices(state, seat)) if not isinstance(one, af.Pass)]
        found = [looks.outcome(state, one, _hope) for one in further]
        ends = [end for end in found if end is not None]
        better = [ended(end, seat) for end in ends if _standing(end, seat) > before]
        if better:
            return max(better)
        if not ends:
            return best
        state = max(ends, key=lambda end: _hope(end, seat))
    return best


def ended(state: State, seat: Seat) -> float:
    """Return the value of the end of a round: won, drawn or lost, and the cards left for the next round."""
    return DECIDED * _standing(state, seat) + _holdings(state, seat) + HOPE * _hope(state, seat)


def _standing(state: State, seat: Seat) -> int:
    """Return 1 if a seat would win the round now, 0 if it is a draw, −1 if it would lose."""
    lead = _lanes_won(state, seat)
    return (lead > 0) - (lead < 0)


def _answers(view: af.View, seat: Seat, actions: Sequence[af.Action]) -> list[float]:
    state = imagined(view, seat, actions)
    if view.stage is af.Stage.ACTIONS and state.asked is not None and state.asked.then:
        weight = ended if state.sides[other(seat)].passed else weighed
        looks = Looks(seat, view.hand or ())
        return [_tried(looks, state, action, weight) for action in actions]
    now = weighed(state, seat)
    prompt = None if view.question is None else view.question.prompt
    about = "" if view.question is None else view.question.about
    return [_answer(state, seat, action, now, prompt, about) for action in actions]


def _answer(state: State, seat: Seat, action: af.Action, now: float, prompt: af.Prompt | None, about: str) -> float:
    """Return the score of an answer by simple heuristics, if the view does not show how the card's text continues."""
    match action:
        case af.ChooseCard() if prompt in (af.Prompt.DISCARD_A_CARD, af.Prompt.DISCARD_A_FIGHTER):
            return -card_worth(action.card)
        case af.ChooseCard() if prompt is af.Prompt.MAY_DISCARD:
            return (8 if about == "painted-turtle" else 0) - card_worth(action.card)
        case af.ChooseCard() if prompt is af.Prompt.DISCARD_MORE_FIGHTERS:
            return 2 - card_worth(action.card)
        case af.ChooseCard():
            return card_worth(action.card)
        case af.ChooseLevel():
            return action.level
        case af.ChooseKind():
            return 1 if action.kind is af.Kind.FIGHTER else 0
        case af.Move():
            event = af.Switched(
                seat=seat,
                card=action.card,
                piece=action.piece,
                dojo=action.dojo,
                swaps=action.swaps,
                swaps_card=action.swaps_card,
            )
            return weighed(evolve(state, event), seat) - now - 0.5
        case af.PlayShown():
            return _shown(state, seat, action) - now
        case af.DiscardShown():
            return -1 - card_worth(action.card) / 10
        case af.ChoosePiece():
            return -sum(CARDS[one.card].power or 0 for one in _pieces(state, seat) if one.piece == action.piece)
        case af.Decline():
            return 0
        case _:
            return 0


def _shown(state: State, seat: Seat, play: af.PlayShown) -> float:
    """Return the score of playing a card that an effect has shown, as if the card came from the hand."""
    side = state.sides[seat]
    sides = list(state.sides)
    sides[seat] = replace(side, hand=(*side.hand, play.card))
    tried = replace(state, asked=None, sides=(sides[0], sides[1]), turn=seat, stage=af.Stage.ACTIONS)
    action: af.Action
    match CARDS[play.card].kind:
        case af.Kind.FIGHTER:
            action = af.PlayFighter(card=play.card, dojo=play.dojo)
        case af.Kind.COMBO:
            action = af.PlayCombo(card=play.card, dojo=play.dojo)
        case _:
            action = af.PlayEquipment(
                card=play.card, dojo=play.dojo, replaces=play.replaces, replaces_card=play.replaces_card
            )
    return _tried(Looks(seat, (*side.hand, play.card)), tried, action, weighed)


def weighed(state: State, seat: Seat) -> float:
    """Return the value of a seat's position: in the three dojos, and in the cards that it still has."""
    return _hope(state, seat) + _holdings(state, seat)


def _hope(state: State, seat: Seat) -> float:
    """Return the estimated prospects of a seat in the three fights."""
    silent = neutralized(state)
    total = 0.0
    for dojo in DOJOS:
        powers = []
        for one in (seat, other(seat)):
            fighter = contender(state, one, dojo, silent)
            powers.append(None if fighter is None else total_of(state, one, dojo, fighter, silent))
        total += LANE * _chance(powers[0], powers[1])
    return total


def _holdings(state: State, seat: Seat) -> float:
    """Return the value that a seat's hand and the cards in its dojos will have after the round."""
    held = sum(card_worth(card) for card in state.sides[seat].hand)
    lying = sum(card_worth(one.card) for one in _pieces(state, seat))
    return IN_HAND * (held + lying)


def _chance(mine: int | None, theirs: int | None) -> float:
    """Return the prospects of a fight: from −1, surely lost, to 1, surely won. A fighter without an opponent wins if
    none comes."""
    if mine is None and theirs is None:
        return 0
    if theirs is None:
        return 0.6 + 0.4 * tanh((mine or 0) / 10)
    if mine is None:
        return -0.6 - 0.4 * tanh(theirs / 10)
    ahead = mine - theirs
    return tanh(ahead / SPREAD) * 0.7 + (0.3 if ahead > 0 else -0.3 if ahead < 0 else 0)


def _lanes_won(state: State, seat: Seat) -> int:
    """Return the number of dojos that a seat would win, minus those that the opponent would win."""
    silent = neutralized(state)
    lead = 0
    for dojo in DOJOS:
        powers = []
        for one in (seat, other(seat)):
            fighter = contender(state, one, dojo, silent)
            powers.append(-1 if fighter is None else total_of(state, one, dojo, fighter, silent))
        lead += (powers[0] > powers[1]) - (powers[0] < powers[1])
    return lead


def _pieces(state: State, seat: Seat) -> list[Fighter | Equipment]:
    found: list[Fighter | Equipment] = []
    for dojo in state.sides[seat].dojos:
        found += [*dojo.equipment, *([] if dojo.fighter is None else [dojo.fighter])]
    return found
