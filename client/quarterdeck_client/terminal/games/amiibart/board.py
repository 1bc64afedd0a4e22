"""Amiibart TCG's board: two rows of five slots, and each side's other cards."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_protocol.games.amiibart import FighterView, SeatView, Stage, View
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Seat
from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.amiibart.choice_labels import warning, ways
from quarterdeck_client.terminal.games.amiibart.pages import by_kind, pages
from quarterdeck_client.terminal.games.board import Board, Page
from quarterdeck_client.terminal.widgets.choice_steps import Offer, in_steps
from quarterdeck_client.terminal.widgets.texts import Sentence, in_lines
from quarterdeck_client.words.card_texts import name_of

DEATHS_TO_LOSE = 5
LONGEST_NAME, BESIDE_A_NAME = 20, 68
"""Maximum width of a player's name, and of the rest of the player's line."""

MANY_LINES = 34
"""Number of screen lines from which the board has room for the player's library."""

AROUND = 12
"""Number of screen lines for all other parts than the slots and the cards beside them."""

OTHER_FACE, FOIL = "◆", "#e6c35c"
"""Mark of an Art Rare, for names whose end may be cut off, and the colour of an Art Rare."""

LINES = Text("\n", no_wrap=True, overflow="ellipsis")
CARDS = frozenset({"card", "about", "by", "power", "powers"})
PIECES = frozenset({"piece", "targets", "chosen"})

_views = msgspec.json.Decoder(View)


class AmiibartBoard(Board):
    """Amiibart TCG's board in colour."""

    hidden_events = frozenset({"attack_ended", "answered", "asked", "spell_done", "turn_ended"})
    has_pages = True

    DEFAULT_CSS = """
    AmiibartBoard { height: auto; }
    AmiibartBoard Sentence { height: auto; text-wrap: nowrap; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._theirs, self._slots, self._mine, self._library = Sentence(), Sentence(), Sentence(), Sentence()
        self._known: dict[str, str] = {}
        """Names of all Fighters that have been in play, by piece id."""

    def compose(self) -> ComposeResult:
        yield self._theirs
        yield self._slots
        yield self._mine
        yield self._library

    def headline(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        view = _views.decode(update.view)
        words = "Amiibart TCG · " + ("Turn One" if view.stage is Stage.TURN_ONE else f"turn {view.turn}")
        words += f", a draw after {view.turn_cap}"
        if view.turn_seat is not None:
            own = view.turn_seat == update.seat
            words += " · your turn" if own else f" · {phrasing.seat(view.turn_seat)}'s turn"
        return words + (" · sudden death" if view.sudden_death else "")

    def show(self, update: RawUpdate, phrasing: PhraseBook) -> None:
        view, width = _views.decode(update.view), self.app.size.width
        own = update.seat or Seat(0)
        theirs, mine = view.seats[1 - own], view.seats[own]
        for seat in view.seats:
            for slot, fighter in enumerate(seat.slots, start=1):
                if fighter is not None:
                    self._known[fighter.piece] = f"{name_of(self.book, fighter.card)} (slot {slot})"
        self._slots.say(self._rows(theirs, mine, width // 5))
        room = self.app.size.height - AROUND - len(self._slots.said.split(allow_blank=True))
        beside = [in_lines(self._beside(side), width) for side in (theirs, mine)]
        if sum(map(len, beside)) > room:
            beside = [[_cut(self._beside(side), width)] for side in (theirs, mine)]
        self._theirs.say(LINES.join([_seat_line(theirs, view, update, phrasing, width), *beside[0]]))
        self._mine.say(LINES.join([*beside[1], _seat_line(mine, view, update, phrasing, width)]))
        many = self.app.size.height >= MANY_LINES
        self._library.display = many
        self._library.say(LINES.join([Text(f"  {line}") for line in by_kind(mine.library, self.book)]))

    def prompt(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        view = _views.decode(update.view)
        asked = view.question
        if asked is not None:
            about = name_of(self.book, asked.about)
            if asked.seat == update.seat:
                text = self.book[asked.about].text if asked.about in self.book else ""
                return f"Choose a Fighter for {about}. {text}".rstrip()
            return f"{phrasing.seat(asked.seat)} chooses a Fighter for {about}."
        if view.turn_seat is None:
            return ""
        if view.turn_seat != update.seat:
            return f"{phrasing.seat(view.turn_seat)} is at turn."
        if view.stage is Stage.TURN_ONE:
            return "Turn One: put a Fighter into a slot of yours. It costs nothing."
        own = view.seats[view.turn_seat]
        fighters = f"{own.fighters_played} Fighter{'s' * (own.fighters_played != 1)}"
        idle = f" Turns in a row without an act of yours: {own.idle}." if own.idle else ""
        loses = warning(view, view.turn_seat)
        return f"Your turn: {own.energy} Energy left, {fighters} played.{idle} {loses} What do you do?".replace(
            "  ", " "
        )

    def offers(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Offer]:
        return in_steps(ways(_views.decode(update.view), update, self.book, phrasing))

    def pages(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Page]:
        return pages(_views.decode(update.view), update.seat, self.book, phrasing)

    def sentence_of(self, event: Raw, phrasing: PhraseBook) -> str | None:
        fields: dict[str, Any] = msgspec.json.decode(event)
        tag, piece, card = fields.get("type"), fields.get("piece"), fields.get("card")
        if tag in self.hidden_events:
            return None
        if isinstance(piece, str) and isinstance(card, str):
            self._known.setdefault(piece, name_of(self.book, card))
        attack = fields.get("attack")
        with_attack = self._special(str(card), attack) if tag == "attacked" and isinstance(attack, int) else ""
        for name in fields.keys() & CARDS:
            fields[name] = _each(fields[name], lambda value: name_of(self.book, value))
        for name in fields.keys() & PIECES:
            fields[name] = _each(fields[name], lambda value: self._known.get(value, value))
        if tag == "attacked":
            fields["target_cards"] = fields["targets"]
        match tag if phrasing.phrases.is_english else None:
            case "strengthened":
                until = " this turn" if fields["until_end"] else ""
                return f"{fields['card']} gets {_changes(fields['attack'], fields['health'])}{until}."
            case "energy_changed":
                verb = "gains" if fields["amount"] >= 0 else "loses"
                return f"{phrasing.seat(fields['seat'])} {verb} {abs(fields['amount'])} Energy."
            case "attacked" if with_attack:
                return f"{phrasing.event(Raw(msgspec.json.encode(fields))).rstrip('.')} with {with_attack}."
            case _:
                return phrasing.event(Raw(msgspec.json.encode(fields)))

    def _special(self, card: str, attack: int) -> str:
        names = self.book[card].attacks if card in self.book else ()
        return names[attack] if attack < len(names) else "a special attack"

    def _beside(self, seat: SeatView) -> Text:
        """Return a text with the cards of one side that are not in its slots."""
        powers = [name_of(self.book, power) + (" (used)" if power in seat.used else "") for power in seat.powers]
        hazards = [name_of(self.book, hazard) for hazard in seat.hazards]
        line = Text().append("Powers: ", style="dim")
        line.append(", ".join(powers) or "none yet", style="#8a7fd6")
        if hazards:
            line.append("  Hazards: ", style="dim").append(", ".join(hazards), style="#e0455a")
        if seat.stage is not None:
            line.append("  Stage: ", style="dim").append(name_of(self.book, seat.stage), style="#8ac926")
        return line

    def _rows(self, theirs: SeatView, mine: SeatView, lane: int) -> Text:
        """Draw both rows of slots, with the slot numbers between opposing Fighters."""
        title = Text(no_wrap=True)
        for slot in range(1, len(mine.slots) + 1):
            title.append(f"── slot {slot} ".ljust(lane - 1, "─") + " ", style="dim")
        title.rstrip()
        return LINES.join(
            [*self._row(theirs.slots, lane, upside=True), title, *self._row(mine.slots, lane, upside=False)]
        )

    def _row(self, slots: Sequence[FighterView | None], lane: int, *, upside: bool) -> list[Text]:
        cells = [self._fighter(fighter, lane - 1) for fighter in slots]
        most = max([2, *map(len, cells)])
        cells = [[*cell, *[Text()] * (most - len(cell))] for cell in cells]
        order = [*range(1, most)[::-1], 0] if upside else [*range(most)]
        return [_side_by_side([cell[row] for cell in cells], lane) for row in order]

    def _fighter(self, fighter: FighterView | None, width: int) -> list[Text]:
        if fighter is None:
            return [Text("·", style="dim")]
        ready = "»" if fighter.may_attack else ""
        foil = OTHER_FACE if fighter.card in self.book and self.book[fighter.card].face else ""
        style = " ".join(["bold", *(["reverse"] if ready else []), *([FOIL] if foil else [])])
        name = Text(ready + foil + name_of(self.book, fighter.card), style=style)
        numbers = Text(f"{fighter.attack} atk {fighter.health} hp")
        return [name, numbers, *_marks(fighter, width)]


def _cut(words: Text, width: int) -> Text:
    line = Text("  ", no_wrap=True).append_text(words)
    line.truncate(width, overflow="ellipsis")
    return line


def _marks(fighter: FighterView, width: int) -> list[Text]:
    lines: list[str] = []
    for keyword in fighter.keywords:
        word = keyword.value.capitalize()
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [Text(line, style="#d9a441") for line in lines]


def _side_by_side(cells: Sequence[Text], lane: int) -> Text:
    line = Text(no_wrap=True)
    for cell in cells:
        fitting = cell.copy()
        fitting.truncate(lane - 1, overflow="ellipsis")
        line.append_text(fitting).append(" " * (lane - fitting.cell_len))
    line.rstrip()
    return line


def _seat_line(seat: SeatView, view: View, update: RawUpdate, phrasing: PhraseBook, width: int) -> Text:
    line = Text(no_wrap=True).append("▶ " if seat.seat == view.turn_seat else "  ", style="bold")
    own = " (you)" if seat.seat == update.seat else ""
    name, most = phrasing.seat(seat.seat), min(LONGEST_NAME, width - BESIDE_A_NAME)
    line.append((name if cell_len(name) <= most else set_cell_size(name, most - 1) + "…") + own, style="bold")
    line.append("  Death Tokens ").append("●" * seat.tokens, style="bold #e0455a")
    line.append("○" * max(0, DEATHS_TO_LOSE - seat.tokens), style="dim").append(f" {seat.tokens}")
    line.append(f"  Energy {seat.energy}", style="#d9a441")
    return line.append(f"  library {sum(seat.library.values())}  discarded {len(seat.discarded) + len(seat.removed)}")


def _each(value: Any, say: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_each(each, say) for each in value]
    return say(value) if isinstance(value, str) else value


def _changes(attack: int, health: int) -> str:
    words = [f"{amount:+} {name}" for amount, name in ((attack, "Attack"), (health, "Health")) if amount]
    return " and ".join(words) or "nothing"
