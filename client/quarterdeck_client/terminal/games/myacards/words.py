"""Names of MYACARDS' cards and zones: columns have letters, so that `d3` is column d, row 3."""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.games.myacards import CardId, Face, Kind, Numbers, PieceId, PieceView, View, ZoneId
from quarterdeck_protocol.names import Seat

from quarterdeck_client.words.card_texts import Book

COLUMNS = "abcdefgh"
WITHOUT_AN_ENTITY = "You lose the match if you end your turn without an entity!"


def zone_of(zone: ZoneId) -> tuple[Seat, str]:
    """Return the seat and the display name of a zone: `0.3.5` is `f3` in the half of seat 0."""
    half, row, column = zone.split(".")
    return Seat(int(half)), f"{COLUMNS[int(column)]}{row}"


def numbers(stats: Numbers) -> str:
    """Return the text of attack, defense and speed: `5/4/6`."""
    return "/".join(map(str, stats))


def name_of_card(card: CardId, faces: Mapping[CardId, Face], book: Book) -> str:
    """Return a card's name. The name of a species comes from its id: `panthera-leo` becomes Panthera leo."""
    face = faces.get(card)
    named = face.name if face is not None else book[card].name if card in book else ""
    return named or card.replace("-", " ").capitalize()


class Words:
    """Display names of cards and zones, for one viewer and the current view."""

    def __init__(
        self,
        view: View,
        own: Seat | None,
        book: Book,
        faces: Mapping[CardId, Face],
        gone: Mapping[str, str] | None = None,
    ) -> None:
        self.view = view
        self.own = own
        self.book = book
        self._faces = faces
        self._gone = gone or {}
        """Names of cards by piece id, also of cards that have left the field."""

        self.pieces: dict[PieceId, PieceView] = {piece.piece: piece for piece in view.field}

    @property
    def warning(self) -> str:
        """Return a warning if the server predicts that ending the turn now loses the match; otherwise an empty text."""
        loses = self.own is not None and self.view.seats[self.own].must_place_entity
        return WITHOUT_AN_ENTITY if loses else ""

    def face(self, card: CardId) -> Face | None:
        return self._faces.get(card)

    def kind(self, card: CardId) -> Kind | None:
        face = self.face(card)
        return None if face is None else face.kind

    def card(self, card: CardId) -> str:
        return name_of_card(card, self._faces, self.book)

    def short(self, card: CardId, width: int) -> str:
        """Return a card's name in at most `width` cells: `Panthera leo`, or `P.leo` if that is too long."""
        name, face = self.card(card), self.face(card)
        if len(name) > width and face is not None and not face.name and " " in name:
            genus, _, species = name.partition(" ")
            return f"{genus[0]}.{species}"
        return name

    def card_and_numbers(self, card: CardId) -> str:
        """Return the label of a card in a hand: `Panthera leo 5/4/6`, `Flood (event)`."""
        face = self.face(card)
        if face is None:
            return self.card(card)
        if face.stats is not None:
            return f"{self.card(card)} {numbers(face.stats)}"
        return f"{self.card(card)} ({face.kind.value})"

    def row(self, half: Seat, row: int) -> list[PieceView]:
        """Return the cards in a row of a player's half of the field, from left to right."""
        start = f"{half}.{row}."
        return sorted((one for one in self.view.field if one.zone.startswith(start)), key=lambda one: one.zone)

    def zone(self, zone: ZoneId) -> str:
        """Return the display text of a zone: `d3` in the viewer's own half, `d3 of their half` in the opponent's."""
        half, place = zone_of(zone)
        return place if half == self.own else f"{place} of {self.half(half)}"

    def half(self, seat: Seat) -> str:
        """Return the text that names a half of the field by its owner; for a spectator, by its position on the
        screen."""
        if self.own is None:
            return "the upper half" if seat else "the lower half"
        return "your half" if seat == self.own else "their half"

    def placed(self, piece: PieceView) -> str:
        """Return the label of a card on the field with its zone: `Panthera leo (d3)`."""
        return f"{self.card(piece.card)} ({zone_of(piece.zone)[1]})"

    def piece(self, piece: PieceId) -> str:
        """Return an unambiguous label of a card on the field: `Panthera leo 5/4/6 (yours, d3)`."""
        one = self.pieces.get(piece)
        if one is None:
            return self._gone.get(piece, piece)
        now = "" if one.stats is None else f" {numbers(one.stats)}"
        if self.own is None:
            return f"{self.card(one.card)}{now} ({self.zone(one.zone)})"
        whose = "yours" if one.seat == self.own else "theirs"
        return f"{self.card(one.card)}{now} ({whose}, {self.place(one)})"

    def place(self, piece: PieceView) -> str:
        """Return the zone of a card: `d3`. For an invader, the text also names the half."""
        half, place = zone_of(piece.zone)
        if half == piece.seat:
            return place
        return f"{place} of {self.half(half)}"


def in_order_of_attack(pieces: Sequence[PieceView]) -> list[PieceView]:
    """Return the active cards in order of attack, the fastest first."""
    return sorted((one for one in pieces if one.stats is not None), key=lambda one: -(one.stats or (0, 0, 0))[2])
