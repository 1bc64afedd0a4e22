"""Where a card may go: what is offered for cards from hand and for cards that an effect has brought."""

from quarterdeck_protocol.games.amfibido import CardId, Kind, Move, PieceId, PlayShown
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.reading import Pieces, neutralized, places_in
from quarterdeck_games.amfibido.state import DOJOS, Dojo, Fighter, State, card_of, find


def spots(dojo: Dojo, silent: Pieces) -> list[PieceId | None]:
    """Give what a piece of equipment put into a dojo may replace; `None` for a free place (S3:151, AF-13, AF-14).

    What comes takes the place of what it replaces, also of a Twin Sai: the second piece stays beside it (S3:324). No
    piece makes room for itself: the place must be there before it comes.
    """
    replaceable: list[PieceId | None] = [thing.piece for thing in dojo.equipment]
    if len(dojo.equipment) < places_in(dojo, silent):
        return [None, *replaceable]
    return replaceable


def plays(state: State, seat: Seat, card: CardId) -> list[PlayShown]:
    """Give every way to play a card that an effect has brought."""
    dojos = list(zip(DOJOS, state.sides[seat].dojos, strict=True))
    match card_of(card).kind:
        case Kind.FIGHTER:
            return [PlayShown(card=card, dojo=number) for number, dojo in dojos if not dojo.closed]
        case Kind.COMBO:
            return [PlayShown(card=card, dojo=number) for number, dojo in dojos if dojo.fighter is not None]
        case Kind.EQUIPMENT:
            silent = neutralized(state)
            return [
                PlayShown(card=card, dojo=number, replaces=replaced)
                for number, dojo in dojos
                for replaced in spots(dojo, silent)
            ]
        case Kind.ACTION | Kind.SENSEI:
            return []  # no effect brings those


def moves(state: State, seat: Seat, piece: PieceId) -> list[Move]:
    """Give every switcheroo of a card in play: to an empty place, or with what is there (S3:286, AF fact 16). No
    fighter may come into a closed dojo (AF-16)."""
    found = find(state, seat, piece)
    if found is None:
        return []
    number, thing = found
    others = [(there, dojo) for there, dojo in zip(DOJOS, state.sides[seat].dojos, strict=True) if there != number]
    if isinstance(thing, Fighter):
        here_closed = state.sides[seat].dojos[number - 1].closed
        return [
            Move(piece=piece, dojo=there, swaps=None if dojo.fighter is None else dojo.fighter.piece)
            for there, dojo in others
            if not dojo.closed and not (here_closed and dojo.fighter is not None)
        ]
    silent = neutralized(state)
    return [Move(piece=piece, dojo=there, swaps=swaps) for there, dojo in others for swaps in spots(dojo, silent)]
