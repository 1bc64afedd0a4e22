"""Decoder for complete views of MYACARDS. It restores fields that an update leaves out because they follow from a
card's zone or printed fields."""

import msgspec
from msgspec import Raw
from msgspec.structs import replace
from quarterdeck_protocol.games.myacards import PieceView, View
from quarterdeck_protocol.names import Seat

_views = msgspec.json.Decoder(View)


def in_full(raw: Raw) -> View:
    """Decode the view, and fill in the seat and the statistics of every piece."""
    view = _views.decode(raw)
    return replace(view, field=tuple([_whole(piece, view) for piece in view.field]))


def owner_of(piece: PieceView) -> Seat:
    """Return the owner of a piece. Only an invader has a field for its owner; any other piece belongs to the seat in
    whose half of the field it is."""
    return Seat(int(piece.zone[0])) if piece.seat is None else piece.seat


def _whole(piece: PieceView, view: View) -> PieceView:
    face = view.faces.get(piece.card)
    return replace(piece, seat=owner_of(piece), stats=piece.stats or (None if face is None else face.stats))
