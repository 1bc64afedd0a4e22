"""Carrying out of card texts in MYACARDS, one deed (effect) after the other. A deed that needs an answer asks the
player and stops.

The question names the deed, and the possible answers are computed from the field. So the unfinished work is only two
numbers.
"""

from collections.abc import Iterator
from typing import assert_never

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Kind, PieceId, Prompt, Why
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards import effects as do
from quarterdeck_games.myacards.field import COLUMNS, ZONES, Piece, where, zone_at
from quarterdeck_games.myacards.queries import Faces, is_meant
from quarterdeck_games.myacards.resolution import Resolution
from quarterdeck_games.myacards.state import Side, State
from quarterdeck_games.piles import distinct, without_all
from quarterdeck_games.two_seats import other

# What may be answered.


def meant(state: State, who: do.Who, seat: Seat, does: do.OnPiece) -> list[Piece]:
    """Return the cards on the field to which a deed (effect) of `seat` may be applied, in the order of their zones."""
    return list(_meant(state, who, seat, does))


def _meant(state: State, who: do.Who, seat: Seat, does: do.OnPiece) -> Iterator[Piece]:
    cards = state.catalogue.cards
    for zone, piece in state.field.pieces:
        if is_meant(cards, who, seat, None, piece, zone) and _is_possible(state, piece, does):
            yield piece


def _is_possible(state: State, piece: Piece, does: do.OnPiece) -> bool:
    return not isinstance(does, do.Shift) or bool(free_zones(state, piece))


def free_zones(state: State, piece: Piece) -> list[int]:
    """Return the zones to which a card may move: free zones of its kind on its player's own half."""
    rows = (3, 4) if state.catalogue.cards[piece.card].kind is Kind.ACTIVE else (2,)
    zones = [zone_at(piece.seat, row, column) for row in rows for column in COLUMNS]
    return [zone for zone in zones if state.board[zone] is None]


def recoverable(cards: Faces, side: Side, kinds: tuple[Kind, ...]) -> tuple[my.CardId, ...]:
    """Return the cards of these kinds that may come back from Oblivion, without banned ones (MY-59)."""
    return distinct([card for card in without_all(side.oblivion, side.banned) if cards[card].kind in kinds])


def can_begin(state: State, seat: Seat, card: do.Card) -> bool:
    """True if any deed (effect) of a card can be carried out. A card without deeds can always be played (MY-54,
    G-5)."""
    return not card.does or any(_can_do(state, seat, deed) for deed in card.does)


def _can_do(state: State, seat: Seat, deed: do.Deed) -> bool:
    match deed:
        case do.Chosen(who=who, does=does) | do.Every(who=who, does=does):
            return any(_meant(state, who, seat, does))
        case do.Recover(kinds=kinds):
            return bool(recoverable(state.catalogue.cards, state.sides[seat], kinds))
        case do.TheyDiscard() | do.TakeFromHand() | do.SeeHand():
            return bool(state.sides[other(seat)].hand)
        case do.Draw():
            return bool(state.sides[seat].deck)
        case do.Mill():
            return bool(state.sides[other(seat)].deck)
        case do.Waive():
            return True
        case _:
            assert_never(deed)


def options(state: State) -> list[my.ChoosePiece | my.ChooseZone | my.ChooseCard]:
    """Return the possible answers to the question that a card asks."""
    asked = state.asked
    if asked is None:
        return []
    deed = state.catalogue.cards[asked.about].does[asked.step]
    match deed:
        case do.Chosen(who=who, does=does):
            if asked.piece is None:
                return [my.ChoosePiece(piece=one.id) for one in meant(state, who, asked.owner_seat, does)]
            zone = where(state.board, asked.piece)
            piece = None if zone is None else state.board[zone]
            return [] if piece is None else [my.ChooseZone(zone=ZONES[at]) for at in free_zones(state, piece)]
        case do.Recover(kinds=kinds):
            return [
                my.ChooseCard(card=card) for card in recoverable(state.catalogue.cards, state.sides[asked.seat], kinds)
            ]
        case do.TheyDiscard():
            return [my.ChooseCard(card=card) for card in distinct(state.sides[asked.seat].hand)]
        case do.TakeFromHand():
            return [my.ChooseCard(card=card) for card in distinct(state.sides[other(asked.seat)].hand)]
        case _:
            return []


# Carrying out.


def carry_out(resolution: Resolution, seat: Seat, card: do.Card, piece: PieceId, step: int = 0) -> None:
    """Carry out a card's deeds (effects) from a step on. Then a card that does not stay on the field goes to Oblivion
    (MY-51)."""
    for number in range(step, len(card.does)):
        if _do(resolution, seat, card, piece, number):
            return
        resolution.settle()
    zone = where(resolution.state.board, piece)
    there = None if zone is None else resolution.state.board[zone]
    if there is not None and not card.stays:
        resolution.remove(there, Why.DONE)
    resolution.settle()
    resolution.judge()


def _do(resolution: Resolution, seat: Seat, card: do.Card, piece: PieceId, step: int) -> bool:
    """Carry out one deed (effect). Return true if it waits for an answer. Impossible parts are left out (G-5)."""
    deed: do.Deed = card.does[step]
    foe = other(seat)
    match deed:
        case do.Chosen(who=who, does=does):
            if meant(resolution.state, who, seat, does):
                return _ask(resolution, seat, seat, card, piece, step, Prompt.CHOOSE_A_PIECE)
        case do.Every(who=who, does=does):
            for one in meant(resolution.state, who, seat, does):
                do_to(resolution, one, does)
        case do.Draw(cards=cards):
            draw(resolution, seat, cards)
        case do.TheyDiscard(cards=cards):
            count = min(cards, len(resolution.state.sides[foe].hand))
            if count:
                return _ask(resolution, foe, seat, card, piece, step, Prompt.DISCARD_A_CARD, count)
        case do.TakeFromHand():
            if resolution.state.sides[foe].hand:
                return _ask(resolution, seat, seat, card, piece, step, Prompt.CHOOSE_FROM_THEIR_HAND)
        case do.SeeHand() if resolution.state.sides[foe].hand:
            resolution.record(my.HandSeen(seat=seat, cards=tuple(sorted(resolution.state.sides[foe].hand))))
        case do.Recover(kinds=kinds):
            if recoverable(resolution.state.catalogue.cards, resolution.state.sides[seat], kinds):
                return _ask(resolution, seat, seat, card, piece, step, Prompt.CHOOSE_FROM_OBLIVION)
        case do.Mill(cards=cards):
            for top in resolution.state.sides[foe].deck[:cards]:
                resolution.record(my.Milled(seat=foe, card=top))
        case do.Waive(sacrifices=sacrifices):
            resolution.record(my.Waived(seat=seat, sacrifices=sacrifices))
        case do.SeeHand():
            pass
        case _:
            assert_never(deed)
    return False


def draw(resolution: Resolution, seat: Seat, cards: int) -> None:
    """Draw cards for an effect. If the deck has too few, nobody loses by it (G-6)."""
    for card in resolution.state.sides[seat].deck[:cards]:
        resolution.record(my.Drew(seat=seat, card=card))


def _ask(
    resolution: Resolution,
    seat: Seat,
    owner: Seat,
    card: do.Card,
    piece: PieceId,
    step: int,
    prompt: Prompt,
    left: int = 1,
) -> bool:
    resolution.record(
        my.Asked(
            seat=seat,
            owner_seat=owner,
            about=my.CardId(card.id),
            about_piece=piece,
            prompt=prompt,
            step=step,
            left=left,
            piece=None,
        )
    )
    return True


def take_up(resolution: Resolution, asked: my.Asked, answer: my.ChoosePiece | my.ChooseZone | my.ChooseCard) -> None:
    """Carry out an answer, and continue with the card's text."""
    resolution.record(my.Answered(seat=asked.seat))
    card = resolution.state.catalogue.cards[asked.about]
    left = _take(resolution, asked, card.does[asked.step], answer)
    if left is None:
        resolution.settle()
        carry_out(resolution, asked.owner_seat, card, asked.about_piece, asked.step + 1)
    else:
        resolution.record(left)


def _take(
    resolution: Resolution, asked: my.Asked, deed: do.Deed, answer: my.ChoosePiece | my.ChooseZone | my.ChooseCard
) -> my.Asked | None:
    """Carry out an answer, and return the next question; `None` if there is none."""
    seat = asked.seat
    match answer:
        case my.ChoosePiece(piece=piece) if isinstance(deed, do.Chosen):
            if isinstance(deed.does, do.Shift):
                return _again(asked, Prompt.CHOOSE_A_ZONE, piece, asked.left)
            zone = where(resolution.state.board, piece)
            there = None if zone is None else resolution.state.board[zone]
            if there is not None:
                do_to(resolution, there, deed.does)
        case my.ChooseZone(zone=zone_name) if asked.piece is not None:
            at = where(resolution.state.board, asked.piece)
            there = None if at is None else resolution.state.board[at]
            if there is not None:
                resolution.record(my.Moved(seat=there.seat, card=there.card, piece=there.id, zone=zone_name))
        case my.ChooseCard(card=card) if isinstance(deed, do.Recover):
            resolution.record(my.Recovered(seat=seat, card=card))
        case my.ChooseCard(card=card) if isinstance(deed, do.TakeFromHand):
            resolution.record(my.Discarded(seat=other(seat), card=card))
        case my.ChooseCard(card=card):
            resolution.record(my.Discarded(seat=seat, card=card))
            if asked.left > 1:
                return _again(asked, asked.prompt, None, asked.left - 1)
        case _:
            pass
    return None


def _again(asked: my.Asked, prompt: Prompt, piece: PieceId | None, left: int) -> my.Asked:
    return my.Asked(
        seat=asked.seat,
        owner_seat=asked.owner_seat,
        about=asked.about,
        about_piece=asked.about_piece,
        prompt=prompt,
        step=asked.step,
        left=left,
        piece=piece,
    )


def do_to(resolution: Resolution, piece: Piece, does: do.OnPiece) -> None:
    """Apply a card's effect to a card on the field."""
    seat, card, name, turn = piece.seat, piece.card, piece.id, resolution.state.turn
    match does:
        case do.Chip(attack=attack, defense=defense, speed=speed, turns=turns):
            last = None if turns is None else turn + turns - 1
            resolution.record(
                my.Chipped(
                    seat=seat, card=card, piece=name, attack=attack, defense=defense, speed=speed, last_turn=last
                )
            )
        case do.Remove(ban=ban):
            resolution.remove(piece, Why.CARD, ban=ban)
        case do.SendBack():
            resolution.record(my.Returned(seat=seat, card=card, piece=name))
        case do.Shift():
            zones = free_zones(resolution.state, piece)
            if zones:
                resolution.record(my.Moved(seat=seat, card=card, piece=name, zone=ZONES[zones[0]]))
        case do.AttackAgain():
            resolution.record(my.AttackGranted(seat=seat, card=card, piece=name))
        case do.Still(turns=turns):
            resolution.record(my.Stilled(seat=seat, card=card, piece=name, last_turn=turn + turns - 1))
        case do.Shield(turns=turns):
            resolution.record(my.Shielded(seat=seat, card=card, piece=name, last_turn=turn + turns - 1))
        case _:
            assert_never(does)
