"""Scores of playing a dominion, an event or an effect card of MYACARDS now, and of its targets."""

from collections.abc import Callable

from msgspec.structs import replace
from quarterdeck_protocol.games.myacards import Kind, PieceId, Point

from quarterdeck_games.myacards import effects as do
from quarterdeck_games.myacards.evaluated_field import Field
from quarterdeck_games.myacards.field import column_of
from quarterdeck_games.myacards.queries import is_meant
from quarterdeck_games.myacards.sight import ATTACK, DEFENSE, SPEED, One

A_CARD = 3.0
LAW = 3.0
"""The worth of a law that is not counted in statistics."""

LASTS = 1.5
"""The factor by which a law is worth more than the statistics that it adds now."""


def doing(field: Field, card: do.Card) -> float:
    """Return the score of playing a card now; it is not above 0 if it is better to wait."""
    found = sum([_deed(field, deed) for deed in card.does])
    return found + sum([_law(field, law) for law in card.laws]) - 1


def affected(field: Field, piece: PieceId) -> float:
    """Return how good it is for the bot to choose this card in play as the target of an effect."""
    question = field.sight.question
    one = field.pieces.get(piece)
    if question is None or one is None:
        return 0
    deeds = [deed for deed in field.cards[question.about].does if isinstance(deed, do.Chosen)]
    return _on(field, deeds[0].does, one) if deeds else 0


def _deed(field: Field, deed: do.Deed) -> float:
    match deed:
        case do.Chosen():
            return max([_on(field, deed.does, one) for one in _meant(field, deed.who)], default=_elsewhere(deed))
        case do.Every():
            return sum([_on(field, deed.does, one) for one in _meant(field, deed.who)])
        case do.Draw():
            return A_CARD * deed.cards if field.sight.deck_counts[field.seat] > 4 * deed.cards else -A_CARD
        case do.TheyDiscard():
            return A_CARD * min(deed.cards, field.sight.hand_counts[1 - field.seat])
        case do.TakeFromHand():
            return A_CARD + 1
        case do.SeeHand():
            return 0.5
        case do.Recover():
            return A_CARD
        case do.Mill():
            return 1.5
        case do.Waive():
            hand = [field.cards[card] for card in field.sight.hand]
            return 3.0 * max([min(card.sacrifices, deed.sacrifices) for card in hand], default=0) - 1


def _elsewhere(deed: do.Chosen) -> float:
    """Return the value of an effect on a card that is not an entity, such as a dominion."""
    return LAW + 1 if deed.who.kinds == (Kind.DOMINION,) else -2


def _meant(field: Field, who: do.Who) -> list[One]:
    found = []
    for one in field.pieces.values():
        piece = field.board[one.zone]
        if piece is not None and is_meant(field.cards, who, field.seat, None, piece, one.zone):
            found.append(one)
    return found


def _on(field: Field, does: do.OnPiece, one: One) -> float:
    piece = field.board[one.zone]
    mine = piece is not None and piece.seat == field.seat
    sign = 1 if mine else -1
    match does:
        case do.Chip(turns=None):
            broken = min(one.attack + does.attack, one.defense + does.defense, one.speed + does.speed) < 0
            lost = one.worth if broken else -_points(does.attack, does.defense, does.speed)
            return max(_turned(field, one, does), -sign * lost)
        case do.Chip():
            return _turned(field, one, does)
        case do.Remove():
            return -sign * one.worth
        case do.SendBack():
            return -sign * (one.worth - A_CARD) if not mine else _saved(field, one, lambda _: None)
        case do.Shield():
            return _saved(field, one, lambda target: target._replace(guarded=True))
        case do.AttackAgain():
            spent = one.is_active and not one.attacks and field.may_attack
            return max([foe.worth for foe in field.theirs[column_of(one.zone)] if one.fells(foe)] * spent, default=-1)
        case do.Still():
            return -sign * (one.attack / 2 if one.attacks or not field.may_attack else 0)
        case do.Shift():
            return _saved(field, one, lambda _: None) if mine else _removed_from(field, one)


def _points(attack: int, defense: int, speed: int) -> float:
    return ATTACK * attack + DEFENSE * defense + SPEED * speed


def _attacked(field: Field) -> tuple[One, One] | None:
    """Return attacker and target of an attack that is not decided yet; `None` if there is none."""
    attack = field.sight.attack
    if attack is None or attack.point is not Point.BEFORE:
        return None
    mine, foe = field.pieces.get(attack.target), field.pieces.get(attack.piece)
    return None if mine is None or foe is None else (foe, mine)


def _saved(field: Field, one: One, changed: Callable[[One], One | None]) -> float:
    """Return the value of changing one of the seat's cards. It is positive only if the change prevents its removal
    now."""
    fight = _attacked(field)
    if fight is None or fight[1].piece != one.piece or not fight[0].fells(one):
        return -1
    after = changed(one)
    return one.worth if after is None or not fight[0].fells(after) else -1


def _removed_from(field: Field, one: One) -> float:
    """Return the value of moving an attacking card elsewhere."""
    fight = _attacked(field)
    return fight[1].worth if fight is not None and fight[0].piece == one.piece and one.fells(fight[1]) else -1


def _turned(field: Field, one: One, chip: do.Chip) -> float:
    """Return the gain of a change to a card's statistics: the value of a card that can be removed because of it, or
    that is saved from removal. The gain is 0 or -1 if there is no such card."""
    after = one._replace(attack=one.attack + chip.attack, defense=one.defense + chip.defense)
    fight = _attacked(field)
    if fight is not None:
        foe, target = fight
        if not foe.fells(target) or one.piece not in (foe.piece, target.piece):
            return -1
        falls = after.fells(target) if one.piece == foe.piece else foe.fells(after)
        return -1 if falls else target.worth
    if not field.may_attack:
        return -1
    column = column_of(one.zone)
    left = field.left_over[column]
    if one in field.mine[column]:
        return max([foe.worth for foe in left if one.attacks and after.fells(foe) and not one.fells(foe)], default=-1)
    hunters = [mine for mine in field.mine[column] if mine.attacks and mine.fells(after)]
    return one.worth if one in left and hunters else 0


def _law(field: Field, law: do.Law) -> float:
    if not isinstance(law, do.Aura):
        return LAW
    found = 0.0
    for one in _meant(field, replace(law.who, side=do.Side.ANY)):
        piece = field.board[one.zone]
        mine = piece is not None and piece.seat == field.seat
        if law.who.side is do.Side.ANY or mine is (law.who.side is do.Side.OWN):
            found += _points(law.attack, law.defense, law.speed) * (1 if mine else -1)
    return LASTS * found
