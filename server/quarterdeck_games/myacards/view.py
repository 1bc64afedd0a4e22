"""Views of MYACARDS (MY-56, MY-66): the field, Oblivion and all counts are public. A hand and a standing order are
visible to their owner. A deck is hidden from everybody."""

from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Kind, PieceView, Placement, Prompt, Question, SeatView, Stage, View
from quarterdeck_protocol.names import Seat, Viewer

from quarterdeck_games.myacards.field import ZONES, Piece, half_of
from quarterdeck_games.myacards.flow import is_losing_empty
from quarterdeck_games.myacards.resolve import options
from quarterdeck_games.myacards.state import State
from quarterdeck_games.two_seats import SEATS, other


class OpenToAll(NamedTuple):
    """The part of a state of MYACARDS that all viewers share."""

    view: View
    """The view of a spectator, who has no hand."""

    cards: frozenset[my.CardId]
    """The cards whose faces the view includes."""


def view(state: State, shown: OpenToAll, viewer: Viewer) -> View:
    """Return the state as one viewer may see it: the public part, with their own hand and order added."""
    if viewer is None:
        return shown.view
    hand, theirs = state.sides[viewer].hand, their_hand(state, viewer)
    faces = _faces(state, shown.cards.union(hand, theirs))
    return replace(shown.view, hand=hand, their_hand=theirs, passes=state.sides[viewer].passes, faces=faces)


def open_to_all(state: State) -> OpenToAll:
    """Return the part of the state that everybody may see."""
    attack, asked, placing = state.attack, state.asked, state.placing
    cards = _on_the_table(state)
    seen = View(
        options=state.options,
        stage=state.stage,
        turn=state.turn,
        turn_seat=state.active_seat if state.turn else None,
        starting_seat=None if state.stage is Stage.NOT_DEALT else state.starter,
        pace=state.pace,
        attack=None if attack is None else my.AttackView(piece=attack.piece, target=attack.target, point=attack.point),
        placing=None
        if placing is None
        else Placement(
            card=placing.card, zone=ZONES[placing.zone], sacrifices=placing.sacrifices, chosen=placing.chosen
        ),
        question=None
        if asked is None
        else Question(seat=asked.seat, about=asked.about, prompt=asked.prompt, piece=asked.piece, left=asked.left),
        seats=tuple([_seat(state, seat) for seat in SEATS]),
        field=tuple([_piece(state, piece, zone) for zone, piece in state.field.pieces]),
        hand=None,
        their_hand=(),
        passes=None,
        faces=_faces(state, cards),
    )
    return OpenToAll(seen, cards)


def _faces(state: State, cards: frozenset[my.CardId]) -> dict[my.CardId, my.Face]:
    faces = state.catalogue.faces
    return {card: faces[card] for card in sorted(cards)}


def _on_the_table(state: State) -> frozenset[my.CardId]:
    """Return the cards whose faces are public: those on the field, and those of an Oblivion from which a card is being
    chosen (S4:140). All of Oblivion would make updates too large; its card ids are always sent."""
    seen = {piece.card for _, piece in state.field.pieces}
    if state.placing is not None:
        seen.add(state.placing.card)
    if state.asked is not None and state.asked.prompt is Prompt.CHOOSE_FROM_OBLIVION:
        seen |= {choice.card for choice in options(state) if isinstance(choice, my.ChooseCard)}
    return frozenset(seen)


def their_hand(state: State, viewer: Viewer) -> my.Cards:
    """Return the opponent's hand, sorted, if the viewer is asked to choose from it."""
    asked = state.asked
    if asked is None or viewer is None or asked.seat != viewer or asked.prompt is not Prompt.CHOOSE_FROM_THEIR_HAND:
        return ()
    return tuple(sorted(state.sides[other(viewer)].hand))


def _seat(state: State, seat: Seat) -> SeatView:
    side = state.sides[seat]
    return SeatView(
        seat=seat,
        deck_count=len(side.deck),
        hand_count=len(side.hand),
        oblivion=dict(sorted(Counter(side.oblivion).items())),
        banned=side.banned,
        waived=side.waived,
        crowned=side.crowned,
        must_place_entity=is_losing_empty(state, seat),
    )


def _piece(state: State, piece: Piece, zone: int) -> PieceView:
    catalogue = state.catalogue
    if catalogue.cards[piece.card].kind is not Kind.ACTIVE:
        return PieceView(piece=piece.id, card=piece.card, zone=ZONES[zone], last_turn=piece.last_turn)
    reading = state.field
    stats: my.Numbers = reading.stats(piece, zone)
    mine = piece.seat == state.active_seat
    return PieceView(
        piece=piece.id,
        card=piece.card,
        seat=None if half_of(zone) == piece.seat else piece.seat,
        zone=ZONES[zone],
        stats=None if stats == catalogue.faces[piece.card].stats else stats,
        bonuses=reading.bonuses(piece),
        attacks_left=max(0, reading.attacks_left(piece, zone)) if mine else 0,
        stilled=bool(piece.stilled),
        shielded=bool(piece.shielded),
    )


def hidden_cards(state: State) -> tuple[my.Cards, ...]:
    """Return all cards that somebody may not see (MY-56): hands and decks. A standing order is no card: it ends
    silently, so whether it stays may decide nothing (MY-66)."""
    first, second = state.sides
    return (first.hand, second.hand, first.deck, second.deck)


def redact(event: my.Event, viewer: Viewer) -> my.Event | None:
    """Return the event in the form that this viewer may see; `None` for another seat's standing order (MY-66)."""
    match event:
        case my.Shuffled():
            return replace(event, decks=None)
        case my.Mulliganed():
            return replace(event, deck=None)
        case my.HandDealt() | my.HandSeen():
            return event if event.seat == viewer else replace(event, cards=None)
        case my.Drew():
            return event if event.seat == viewer else replace(event, card=None)
        case my.Passed():
            return event if event.seat == viewer else replace(event, until=None)
        case my.Watched():
            return event if event.seat == viewer else None
        case _:
            return event
