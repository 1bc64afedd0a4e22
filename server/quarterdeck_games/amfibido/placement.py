"""Legal places of cards in Amfibido, for cards from the hand and from effects."""

from collections.abc import Sequence

from quarterdeck_protocol.games.amfibido import CardId, ChoosePiece, Kind, Move, PieceId, PlayShown
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.queries import Pieces, neutralized, places_in
from quarterdeck_games.amfibido.state import DOJOS, Dojo, Fighter, State, card_of, find


def spots(dojo: Dojo, silent: Pieces) -> list[PieceId | None]:
    """Return the pieces that equipment put into a dojo may replace; `None` stands for a free place (S3:151, AF-13,
    AF-14).

    The new card takes the place of the replaced one, also of a Twin Sai, whose second piece stays beside it (S3:324). A
    card that gives an additional place must already be there.
    """
    replaceable: list[PieceId | None] = [thing.piece for thing in dojo.equipment]
    if len(dojo.equipment) < places_in(dojo, silent):
        return [None, *replaceable]
    return replaceable


def equipment_in(dojo: Dojo, piece: PieceId | None) -> CardId | None:
    """Return the face of a piece of equipment that lies in a dojo."""
    return next((thing.card for thing in dojo.equipment if thing.piece == piece), None)


def chosen_from(state: State, seat: Seat, pieces: Sequence[PieceId]) -> list[ChoosePiece]:
    """Return the answers with which a player chooses one of these cards in play."""
    found = [find(state, seat, piece) for piece in pieces]
    return [ChoosePiece(piece=one[1].piece, card=one[1].card, dojo=one[0]) for one in found if one is not None]


def plays(state: State, seat: Seat, card: CardId) -> list[PlayShown]:
    """Return every way to play a card that an effect has shown."""
    dojos = list(zip(DOJOS, state.sides[seat].dojos, strict=True))
    match card_of(card).kind:
        case Kind.FIGHTER:
            return [PlayShown(card=card, dojo=number) for number, dojo in dojos if not dojo.closed]
        case Kind.COMBO:
            return [PlayShown(card=card, dojo=number) for number, dojo in dojos if dojo.fighter is not None]
        case Kind.EQUIPMENT:
            silent = neutralized(state)
            return [
                PlayShown(card=card, dojo=number, replaces=replaced, replaces_card=equipment_in(dojo, replaced))
                for number, dojo in dojos
                for replaced in spots(dojo, silent)
            ]
        case Kind.ACTION | Kind.SENSEI:
            return []  # no effect brings those


def moves(state: State, seat: Seat, piece: PieceId) -> list[Move]:
    """Return every move ("switcheroo") of a card in play: to an empty place, or in exchange with the card there
    (S3:286, AF fact 16). No fighter may move into a closed dojo (AF-16)."""
    found = find(state, seat, piece)
    if found is None:
        return []
    number, thing = found
    others = [(there, dojo) for there, dojo in zip(DOJOS, state.sides[seat].dojos, strict=True) if there != number]
    if isinstance(thing, Fighter):
        here_closed = state.sides[seat].dojos[number - 1].closed
        return [
            Move(
                piece=piece,
                card=thing.card,
                from_dojo=number,
                dojo=there,
                swaps=None if dojo.fighter is None else dojo.fighter.piece,
                swaps_card=None if dojo.fighter is None else dojo.fighter.card,
            )
            for there, dojo in others
            if not dojo.closed and not (here_closed and dojo.fighter is not None)
        ]
    silent = neutralized(state)
    return [
        Move(
            piece=piece,
            card=thing.card,
            from_dojo=number,
            dojo=there,
            swaps=swaps,
            swaps_card=equipment_in(dojo, swaps),
        )
        for there, dojo in others
        for swaps in spots(dojo, silent)
    ]
