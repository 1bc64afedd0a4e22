"""How good each choice of MYACARDS is for who sees this view: place what is strong, attack what falls, fastest first.

It counts and does not look ahead. Of a pattern it takes no part in particular: the lot does.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from quarterdeck_games.myacards.catalogue.cards import CARDS
from quarterdeck_games.myacards.effects import AttackAgain, Chip, Chosen, Shield, Shift
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Kind, PieceId, PieceView, View
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Seat

_views: msgspec.json.Decoder[View] = msgspec.json.Decoder(View)
_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(my.Action)

PLACING = 10.0
PLAYING = 5.0
ATTACKING = 3.0
BEGINNING = 2.0
"""Cards first, then the attack phase; ending the turn is worth nothing, and what cannot succeed is worth less."""


def worth(update: RawUpdate) -> Sequence[float]:
    """Say of each choice how good it is."""
    view = _views.decode(update.view)
    field = {piece.piece: piece for piece in view.field}
    seat = update.seat or Seat(0)
    return [_worth(view, field, seat, _actions.decode(choice)) for choice in update.choices]


def card_worth(card: str) -> float:
    """Say about how good a card is to have."""
    face = CARDS[card]
    if face.kind is Kind.ACTIVE:
        return face.attack + face.defense / 2 + face.speed / 4
    return 5


def _worth(view: View, field: dict[PieceId, PieceView], seat: Seat, action: my.Action) -> float:
    match action:
        case my.Mulligan():
            return 1
        case my.Place():
            return PLACING + card_worth(action.card) / 100
        case my.Play():
            return PLAYING if view.attack is None or CARDS[action.card].kind is not Kind.EVENT else 0
        case my.BeginAttacks():
            return BEGINNING
        case my.Attack():
            return _attack(field, action)
        case my.Sacrifice():
            return -_strength(field[action.piece])
        case my.Discard():
            return -card_worth(action.card)
        case my.ChoosePiece():
            return _chosen(view, field[action.piece], seat)
        case my.ChooseCard():
            question = view.question
            discards = question is not None and question.prompt is my.Prompt.DISCARD_A_CARD
            return -card_worth(action.card) if discards else card_worth(action.card)
        case my.LetPass():
            return 1 if action.until is my.Until.NOW else 0
        case my.WatchAttacks():
            return BEGINNING + 1
        case my.CallBonus():
            return PLACING + PLAYING
        case _:
            return 0


def _strength(piece: PieceView) -> float:
    return 5 if piece.stats is None else piece.stats[0] + piece.stats[1] / 2 + piece.stats[2] / 4


def _attack(field: dict[PieceId, PieceView], action: my.Attack) -> float:
    """How many of the targets would fall, if the lot may choose; the fastest first, so that none misses its place."""
    mine = field[action.piece].stats
    if mine is None:
        return -1
    targets = [field[target].stats for target in action.targets]
    falling = sum([stats is None or mine[0] > stats[1] for stats in targets]) / len(targets)
    return -1 if not falling else ATTACKING + mine[2] / 100 + falling / 1000


def _chosen(view: View, piece: PieceView, seat: Seat) -> float:
    """What helps is for one's own, what harms for the other's, and for the strongest in either case."""
    helps = False
    if view.question is not None:
        for deed in CARDS[view.question.about].does:
            if isinstance(deed, Chosen):
                does = deed.does
                good = isinstance(does, AttackAgain | Shield | Shift)
                helps = good or (isinstance(does, Chip) and does.attack + does.defense + does.speed > 0)
    return _strength(piece) if (piece.seat == seat) is helps else -_strength(piece)
