"""MYACARDS' board: both halves of the field with their rows and columns, and the player's hand."""

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import Raw
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Bonus, CardId, Face, Kind, PieceView, SeatView, View
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Seat
from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.board import Board, Page
from quarterdeck_client.terminal.games.myacards.choice_labels import PASSING, ways
from quarterdeck_client.terminal.games.myacards.pages import card_text, pages
from quarterdeck_client.terminal.games.myacards.prompts import prompt
from quarterdeck_client.terminal.games.myacards.whole_view import in_full
from quarterdeck_client.terminal.games.myacards.words import COLUMNS, Words, name_of_card, numbers, zone_of
from quarterdeck_client.terminal.widgets.choice_steps import Offer, in_steps
from quarterdeck_client.terminal.widgets.texts import Sentence, in_lines

MANY_LINES = 34
"""Number of screen lines from which the board has room for the texts of the cards in the player's hand."""

AROUND = 12
"""Number of screen lines for all other parts than the field and the hand."""

LABEL = 6
SUPPORTS, ACTIVES = 2, (3, 4)
LINES = Text("\n", no_wrap=True, overflow="ellipsis")
ROW_1 = (Kind.EVENT, Kind.EFFECT, Kind.DOMINION)
STYLES = {Kind.SUPPORT: "#8a7fd6", Kind.EVENT: "#e0455a", Kind.EFFECT: "#5aa9e6", Kind.DOMINION: "#d9a441"}


class MyacardsBoard(Board):
    """MYACARDS' board in colour."""

    hidden_events = frozenset({"answered", "asked", "attack_over", "window_opened", "sacrifice_chosen"})
    has_pages = True

    DEFAULT_CSS = """
    MyacardsBoard { height: auto; }
    MyacardsBoard Sentence { height: auto; text-wrap: nowrap; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._theirs, self._field, self._mine, self._hand = Sentence(), Sentence(), Sentence(), Sentence()
        self._known: dict[str, str] = {}
        """Names of all cards that have been on the field, by piece id."""

        self._faces: dict[CardId, Face] = {}
        """Printed fields of all cards received so far, so that the player can still read cards in Oblivion."""

    def compose(self) -> ComposeResult:
        yield self._theirs
        yield self._field
        yield self._mine
        yield self._hand

    def headline(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        view = in_full(update.view)
        words = f"MYACARDS · turn {view.turn}, a draw after {view.options.turn_cap}"
        if view.turn_seat is not None:
            own = view.turn_seat == update.seat
            words += " · your turn" if own else f" · {phrasing.seat(view.turn_seat)}'s turn"
        return f"{words} · {STAGES.get(view.stage, view.stage.value)}"

    def show(self, update: RawUpdate, phrasing: PhraseBook) -> None:
        view = in_full(update.view)
        self._faces.update(view.faces)
        words, own = self._words(view, update), update.seat or Seat(0)
        for piece in view.field:
            self._known[piece.piece] = words.placed(piece)
        theirs, mine = view.seats[1 - own], view.seats[own]
        self._theirs.say(_seat_line(theirs, view, update, phrasing))
        lane = (self.app.size.width - LABEL) // len(COLUMNS)
        above = [*_row_1(theirs.seat, words), *_half(theirs.seat, words, lane, rows=(2, 3, 4), own=own)]
        below = [*_half(mine.seat, words, lane, rows=(4, 3, 2), own=own), *_row_1(mine.seat, words)]
        self._field.say(LINES.join([*above, _columns(lane), *below]))
        self._mine.say(_seat_line(mine, view, update, phrasing))
        is_opening = view.stage is my.Stage.OPENING and not view.field
        self._field.display = not (is_opening and self._is_low)  # an empty field gives its lines to the hand
        self._hand.say(self._held(view, words))

    @property
    def _is_low(self) -> bool:
        return self.app.size.height < MANY_LINES

    def choosing(self, *, is_further: bool) -> None:
        self._hand.display = not (is_further and self._is_low)

    def _room_for_the_hand(self) -> int:
        """Return the number of screen lines for the player's hand."""
        field = len(self._field.said.split(allow_blank=True)) if self._field.display else 0
        return self.app.size.height - AROUND - field

    def prompt(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        view = in_full(update.view)
        return prompt(view, self._words(view, update), update, phrasing)

    def offers(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Offer]:
        view = in_full(update.view)
        return in_steps(ways(self._words(view, update), update, phrasing))

    def pages(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Page]:
        view = in_full(update.view)
        return pages(view, self._words(view, update), phrasing)

    def sentence_of(self, event: Raw, phrasing: PhraseBook) -> str | None:
        fields = msgspec.json.decode(event)
        if fields.get("type") in self.hidden_events:
            return None
        piece, card, seat = fields.get("piece"), fields.get("card"), fields.get("seat")
        if isinstance(piece, str) and isinstance(card, str):
            self._known.setdefault(piece, self._called(card))
        for name, value in fields.items():
            if name in ("card", "target_card", "about") and isinstance(value, str):
                fields[name] = self._called(value)
            elif name == "cards" and isinstance(value, list):
                fields[name] = [self._called(one) for one in value]
            elif name in ("piece", "target") and isinstance(value, str):
                fields[name] = self._known.get(value, value)
            elif name == "pieces":
                fields[name] = [self._known.get(one, one) for one in value]
            elif name == "zone":
                half, place = zone_of(value)
                fields[name] = place if half == seat else _of_half(place, phrasing.seat(half), phrasing)
        if phrasing.phrases.is_english:
            return _sentence(fields, phrasing)
        return phrasing.event(Raw(msgspec.json.encode(fields)))

    def _words(self, view: View, update: RawUpdate) -> Words:
        return Words(view, update.seat, self.book, self._faces, self._known)

    def _called(self, card: str) -> str:
        return name_of_card(CardId(card), self._faces, self.book)

    def _held(self, view: View, words: Words) -> Text:
        if view.hand is None:
            return Text("  You watch: the hands are not shown to you.")
        if not view.hand:
            return Text("  Your hand is empty.", style="dim")
        width, room = self.app.size.width, self._room_for_the_hand()
        held = Counter(view.hand)  # a card held twice is read once
        shares = [card_text(f"{number} ×" if number > 1 else "", card, words) for card, number in held.items()]
        texts = [line for share in shares for line in in_lines(share, width)]
        if len(texts) <= room:
            return Text("\n").join(texts)
        named = Text("Hand (c: texts): ", style="dim")
        named.append(", ".join(words.card_and_numbers(card) for card in view.hand), style="not dim")
        lines = in_lines(named, width)
        if len(lines) <= max(1, room):
            return Text("\n").join(lines)
        line = Text("  ", no_wrap=True).append_text(named)
        line.truncate(width, overflow="ellipsis")
        return line


STAGES = {
    my.Stage.NOT_DEALT: "before the deal",
    my.Stage.OPENING: "opening hands",
    my.Stage.PLAY: "placing and playing",
    my.Stage.ATTACK: "attacking",
    my.Stage.DISCARD: "discarding",
    my.Stage.OVER: "over",
}

WHYS = {
    my.Why.ATTACK: "it was attacked",
    my.Why.SACRIFICE: "it was sacrificed",
    my.Why.BELOW_ZERO: "a statistic fell below zero",
    my.Why.NO_ENTITY: "its player has no entity left",
    my.Why.DONE: "it is done",
    my.Why.CARD: "a card removed it",
}


def _of_half(place: str, whose: str, phrasing: PhraseBook) -> str:
    return f"{place} of {whose}'s half" if phrasing.phrases.is_english else f"{place} ({whose})"


def _sentence(fields: dict[str, object], phrasing: PhraseBook) -> str:
    """Return the event as a sentence. Some events have their own text here, because the server's phrases lack names or
    cannot leave out a part."""
    match fields:
        case {"type": "attack_declared", "piece": str(piece), "target": str(target), "speed": speed}:
            return f"{piece} attacks {target}, at speed {speed}."
        case {"type": "attack_resolved", "attack": int(attack), "defense": defense, "target": str(target), **rest}:
            against = "a support card" if defense is None else f"DFS {defense}"
            came = "is removed" if rest["outcome"] == my.Outcome.REMOVED else "withstands it"
            return f"ATK {attack} against {against}: {target} {came}."
        case {"type": "attack_resolved", "outcome": "voided"}:
            return "The attack comes to nothing."
        case {"type": "removed", "piece": str(piece), "why": str(why)}:
            reason = WHYS.get(my.Why(why), why) if why in set(my.Why) else why
            return f"{piece} leaves play: {reason}."
        case {"type": "placed", "seat": int(seat), "card": str(card), "zone": str(zone)}:
            return f"{phrasing.seat(seat)} places {card} at {zone}."
        case {"type": "passed", "seat": int(seat), "until": str(until)} if until in PASSING:
            return f"{phrasing.seat(seat)} lets it pass: {PASSING[my.Until(until)]}."  # others' are not sent
        case {"type": "drew", "seat": int(seat), "card": str(card)}:
            return f"{phrasing.seat(seat)} draws {card}."
        case _:
            return phrasing.event(Raw(msgspec.json.encode(fields)))


def _seat_line(seat: SeatView, view: View, update: RawUpdate, phrasing: PhraseBook) -> Text:
    line = Text(no_wrap=True).append("▶ " if seat.seat == view.turn_seat else "  ", style="bold")
    own = " (you)" if seat.seat == update.seat else ""
    name = phrasing.seat(seat.seat)
    line.append((name if cell_len(name) <= 20 else set_cell_size(name, 19) + "…") + own, style="bold")
    line.append(f"  deck {seat.deck_count}  hand {seat.hand_count}  Oblivion {sum(seat.oblivion.values())}")
    if seat.waived:
        line.append(f"  next card: {seat.waived} sacrifice{'s' * (seat.waived != 1)} fewer", style="#8ac926")
    if view.passes is not None and seat.seat == update.seat:
        line.append(f"  standing order: attacks pass {PASSING[view.passes]}", style="italic")
    return line


def _row_1(half: Seat, words: Words) -> list[Text]:
    """Return one line with the event, effect and dominion cards of a player's half of the field, if there are any."""
    said = []
    for kind in ROW_1:
        pieces = [piece for piece in words.row(half, 1) if words.kind(piece.card) is kind]
        if pieces:
            names = ", ".join(words.card(piece.card) + _until(piece) for piece in pieces)
            said.append(Text(f"{kind.value}s ", style="dim").append(names, style=f"not dim {STYLES[kind]}"))
    return [Text("row 1 ", style="dim").append_text(Text("  ").join(said))] if said else []


def _until(piece: PieceView) -> str:
    return "" if piece.last_turn is None else f" (until turn {piece.last_turn})"


def _columns(lane: int) -> Text:
    return Text(" " * LABEL + " ".join(f"── {column} ".ljust(lane - 1, "─") for column in COLUMNS), style="dim")


def _half(half: Seat, words: Words, lane: int, *, rows: Sequence[int], own: Seat) -> list[Text]:
    lines = []
    for row in rows:
        pieces = {zone_of(piece.zone)[1][0]: piece for piece in words.row(half, row)}
        cells = [_cell(pieces.get(column), words, lane - 1, half, own) for column in COLUMNS]
        for number in range(max(map(len, cells))):
            line = Text(f"row {row} " if not number else " " * LABEL, style="dim", no_wrap=True)
            for cell in cells:
                text = cell[number].copy() if number < len(cell) else Text()
                text.truncate(lane - 1, overflow="ellipsis")
                line.append_text(text).append(" " * (lane - text.cell_len))
            line.rstrip()
            lines.append(line)
    return lines


def _cell(piece: PieceView | None, words: Words, width: int, half: Seat, own: Seat) -> list[Text]:
    """Return the short text of a card that fits in its zone on the field. A page has the complete text."""
    if piece is None:
        return [Text("·", style="dim")]
    style = "bold" if piece.seat == own else "#e8a0a0"
    invader = "" if piece.seat == half else "▲" if piece.seat == own else "▼"
    ready = "»" if piece.attacks_left else ""
    mark = f"{ready}{invader}"
    name = Text(mark + words.short(piece.card, width - len(mark)), style=f"{style} reverse" if ready else style)
    if piece.stats is None:
        return [name]
    signs = "+" * any(bonus in piece.bonuses for bonus in Bonus) + "z" * piece.stilled + "#" * piece.shielded
    return [name, Text(numbers(piece.stats) + signs, style=style)]
