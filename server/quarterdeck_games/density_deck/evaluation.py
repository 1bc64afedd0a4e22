"""Scores of the choices of a Density Deck player, for a bot that looks one action ahead and knows only the player's
view."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.messages import RawUpdate

from quarterdeck_games.density_deck.scores import score

_views: msgspec.json.Decoder[dd.View] = msgspec.json.Decoder(dd.View)
_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(dd.Action)

ENOUGH = {1: 17, 2: 20, 3: 22}
"""The score to fight with, by the number of opponents still in the deal."""

HOPELESS = 6
"""The estimate below which a bot leaves a deal late, to lose less."""

DRAW_BRINGS = 2.0
"""The extra worth of an unknown card over a known one."""


def worth(update: RawUpdate) -> Sequence[float]:
    """Return a score for each choice of the player."""
    view = _views.decode(update.view)
    return [_worth(view, _actions.decode(choice), update.seat or 0) for choice in update.choices]


def _worth(view: dd.View, action: dd.Action, seat: int) -> float:
    hand = view.hand or ()
    now = view.score.total if view.score is not None else 0
    opponents = sum(1 for other in view.seats if other.seat != seat and other.status is dd.Status.PLAYING)
    match action:
        case dd.Discard():
            return max(one.score.total for one in view.prospects if one.discard == action.card)
        case dd.Fight():
            return 1_000 if now >= ENOUGH[max(1, min(3, opponents))] else -1_000
        case dd.Take():
            top = view.seats[action.from_seat].discard_top
            return -1_000 if top is None else _best_with(view, seat, action.from_seat, hand, top)
        case dd.Draw():
            return now + DRAW_BRINGS
        case dd.Pass():
            return now
        case dd.Surrender():
            if view.seats[seat].lives <= view.surrender_cost:
                return -2_000  # it loses the match for certain
            return -500 if view.round < 4 or now >= HOPELESS else 500


def _best_with(view: dd.View, seat: int, from_seat: int, hand: dd.Cards, card: dd.Card) -> float:
    """Return the best score that taking a card can lead to. The card no longer counts where it came from."""
    seats = [replace(one, discard_top=None) if one.seat == from_seat else one for one in view.seats]
    tops = [one.discard_top for one in seats if one.seat != seat and one.discard_top is not None]
    elsewhere = (*[one for one in view.centre if one is not None], *tops)
    four = (*hand, card)
    rests = [(*four[:at], *four[at + 1 :]) for at in range(len(four))]
    return max(score(rest, elsewhere, view.options).total for rest in rests)
