"""Amfibido's table: the three dojos with the power in each, score paths, cooldown zones, and one's hand with texts."""

from collections.abc import Sequence
from typing import Any

import msgspec
from quarterdeck_protocol.games.amfibido import (
    Action,
    Activate,
    CardId,
    ChoosePiece,
    DojoView,
    Fight,
    Fought,
    Move,
    PieceId,
    PlayEquipment,
    PlayShown,
    Power,
    Prompt,
    ResolveFirst,
    SeatView,
    View,
)
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Seat
from rich.cells import set_cell_size
from rich.text import Text
from textual.app import ComposeResult

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.amfibido.pages import pages
from quarterdeck_client.terminal.games.amfibido.words import STYLES, card_words, name_of, power_sum
from quarterdeck_client.terminal.games.board import Board, Page
from quarterdeck_client.terminal.widgets.texts import Sentence

LANE = 25
FEW_LINES = 34
FEW_CHOICES = 6
FEW_CHOICES_LINES, MANY_CHOICES_LINES = 8, 4
"""How many lines there are for the hand on a low screen, by how many choices there are."""

LOW_CHOICES = 7
"""How many lines the choices have on a low screen."""

LINES = Text("\n", no_wrap=True, overflow="ellipsis")
NAME = 14
ROUNDS_TO_WIN = 4

ASKS = {
    Prompt.DISCARD_A_CARD: "discard a card",
    Prompt.DISCARD_A_FIGHTER: "discard a fighter",
    Prompt.DISCARD_MORE_FIGHTERS: "discard another fighter?",
    Prompt.MAY_DISCARD: "discard a card?",
    Prompt.CHOOSE_A_FIGHTER: "which fighter?",
    Prompt.CHOOSE_A_PIECE: "which card in play?",
    Prompt.CHOOSE_A_DECK: "which deck?",
    Prompt.CHOOSE_A_KIND: "which kind?",
    Prompt.CHOOSE_A_CARD: "which card?",
    Prompt.SWITCHEROO: "switcheroo?",
    Prompt.PLAY_OR_DISCARD: "play it, or discard it?",
    Prompt.WHICH_FIRST: "which effect comes first?",
    Prompt.CHOOSE_A_FATE: "which card decides?",
}

_views = msgspec.json.Decoder(View)
_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)


class AmfibidoBoard(Board):
    """The table in colour."""

    untold = frozenset({"turn_began", "answered", "asked", "draft_dealt"})
    has_pages = True

    DEFAULT_CSS = """
    AmfibidoBoard { height: auto; }
    AmfibidoBoard Sentence { height: auto; text-wrap: nowrap; text-overflow: ellipsis; }
    AmfibidoBoard .hand { text-wrap: wrap; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._seats, self._dojos, self._hand = Sentence(), Sentence(), Sentence(classes="hand")

    def compose(self) -> ComposeResult:
        yield self._seats
        yield self._dojos
        yield self._hand

    def headline(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        view = _views.decode(update.view)
        words = f"Amfibido · round {view.round} · {view.stage.value.replace('_', ' ')}"
        if view.question is not None:
            about = f"{name_of(view, view.question.about)}, " if view.question.about else ""
            words += f" · {phrasing.seat(view.question.seat)}: {about}{ASKS[view.question.prompt]}"
        return words

    def show(self, update: RawUpdate, phrasing: PhraseBook) -> None:
        view = _views.decode(update.view)
        own = update.seat or Seat(0)
        seats = [view.seats[1 - own], view.seats[own]]
        self._seats.say(LINES.join(_seat_line(seat, view, update, phrasing) for seat in seats))
        self._dojos.say(_dojos(view, own))
        most = FEW_CHOICES_LINES if len(update.choices) <= FEW_CHOICES else MANY_CHOICES_LINES
        self._hand.say(_hand(view, self.app.size.width, most if self._is_low else None))

    @property
    def _is_low(self) -> bool:
        """Whether the screen has few lines: a large hand takes two columns then, and the choices fewer lines."""
        return self.app.size.height < FEW_LINES

    @property
    def most_lines_of_choices(self) -> int | None:  # type: ignore[override]  # it depends on the screen
        return LOW_CHOICES if self._is_low else None

    def label(self, position: int, update: RawUpdate, phrasing: PhraseBook) -> str:
        view, raw = _views.decode(update.view), update.choices[position]
        action = _actions.decode(raw)
        named = {piece: name_of(view, card) for piece, card in _pieces(view).items()}
        match action:
            case Activate(piece=piece):
                return f"Use {named.get(piece, piece)}"
            case ChoosePiece(piece=piece):
                return named.get(piece, piece)
            case ResolveFirst(piece=piece):
                return f"{named.get(piece) or name_of(view, CardId(piece))} first"  # a sensei has no piece
            case Move(piece=piece, dojo=dojo, swaps=swaps):
                back = "" if swaps is None else f", for {named.get(swaps, swaps)}"
                return f"{named.get(piece, piece)} to dojo {dojo}{back}"
            case PlayEquipment() | PlayShown() if action.replaces is not None:
                gone = named.get(action.replaces, action.replaces)
                return f"{name_of(view, action.card)} in dojo {action.dojo}, for {gone}"
            case _:
                card = getattr(action, "card", None)
                words = phrasing.action(raw)
                return words if card is None else words.replace(card, name_of(view, card))

    def pages(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Page]:
        return pages(_views.decode(update.view), update.seat, phrasing)

    def moment(self, before: RawUpdate, update: RawUpdate, phrasing: PhraseBook) -> Text | None:
        last, known = _views.decode(update.view).last, _views.decode(before.view).last
        if last is None or (known is not None and known.round == last.round):
            return None
        return _fights(last, phrasing)


def _pieces(view: View) -> dict[PieceId, CardId]:
    pieces: dict[PieceId, CardId] = {}
    for seat in view.seats:
        for dojo in seat.dojos:
            pieces.update({thing.piece: thing.card for thing in dojo.equipment})
            if dojo.fighter is not None:
                pieces[dojo.fighter.piece] = dojo.fighter.card
                pieces.update({combo.piece: combo.card for combo in dojo.fighter.combos})
    return pieces


def _seat_line(seat: SeatView, view: View, update: RawUpdate, phrasing: PhraseBook) -> Text:
    line = Text(no_wrap=True).append("▶ " if seat.seat == view.turn_seat else "  ", style="bold")
    own = " (you)" if seat.seat == update.seat else ""
    name = set_cell_size(phrasing.seat(seat.seat), NAME - len(own)).rstrip() + own
    line.append(set_cell_size(name, NAME + 1), style="bold")
    line.append("●" * seat.points, style="bold #8ac926").append("○" * (ROUNDS_TO_WIN - seat.points), style="dim")
    line.append(f"  {seat.hand_count} cards")
    if seat.sensei is not None:
        line.append("  " + name_of(view, seat.sensei), style=STYLES["sensei"])
    if seat.cooldown:
        resting = ", ".join(name_of(view, one.card) for one in seat.cooldown)
        line.append(f"  resting: {resting}", style="italic #5aa9e6")
    return line.append("  passed", style="italic") if seat.passed else line


def _dojos(view: View, own: Seat) -> Text:
    """The opponent's side above, one's own below; the fighters face each other. Lines that are empty are left out."""
    lanes = []
    for number in range(3):
        theirs, mine = view.seats[1 - own].dojos[number], view.seats[own].dojos[number]
        title = Text(f"── dojo {number + 1} ".ljust(LANE, "─"), style="dim")
        lanes.append([*reversed(_side(theirs, view)), title, *_side(mine, view)])
    rows = []
    for row in range(len(lanes[0])):
        if not any(lane[row].plain for lane in lanes):
            continue
        line = Text(no_wrap=True)
        for lane in lanes:
            cell = lane[row].copy()
            cell.truncate(LANE, overflow="ellipsis", pad=True)
            line.append_text(cell).append(" ")
        rows.append(line)
    return LINES.join(rows)


def _side(dojo: DojoView, view: View) -> list[Text]:
    """A side of a dojo: the fighter with its power, what that is made of, and the equipment."""
    things = Text(", ".join(name_of(view, thing.card) for thing in dojo.equipment), style=STYLES["equipment"])
    if dojo.closed:
        things.append(" closed", style="dim")
    if dojo.fighter is None:
        guest = dojo.guest
        if guest is None:
            return [Text("·", style="dim"), Text(), things]
        return [Text(f"{guest.total:>2} {name_of(view, guest.card)} (guest)"), power_sum(guest.parts), things]
    one = dojo.fighter
    fighter = Text(f"{one.power:>2} ", style="bold reverse").append(name_of(view, one.card), style="not reverse bold")
    marks = [
        *(["KO"] if one.knockout else []),
        *(["muted"] if one.neutralized else []),
        *(["out"] if one.knocked_out else []),
    ]
    return [fighter.append(" " + " ".join(marks) if marks else "", style="#e0455a"), power_sum(one.parts), things]


def _hand(view: View, width: int, most: int | None) -> Text:
    """The cards that one holds, drafts or looks at, each with its text; in two columns if they are more than `most`."""
    if view.hand is None:
        return Text("  You watch: the hands are not shown to you.")
    rows = [("hand", card) for card in view.hand]
    rows += [("choose", card) for card in view.offer] + [("look", card) for card in view.looked_at]
    lines = [_card_line(word, card, view) for word, card in rows]
    if most is not None and len(lines) > most:
        lines = _in_two_columns(lines, width)
    return LINES.join(lines) if lines else Text("  Your hand is empty.", style="dim")


def _in_two_columns(lines: list[Text], width: int) -> list[Text]:
    half = -(-len(lines) // 2)
    for line in lines:
        line.truncate(width // 2 - 1, overflow="ellipsis", pad=True)
    right = [*lines[half:], *[Text()] * (2 * half - len(lines))]
    return [
        Text(no_wrap=True).append_text(one).append(" ").append_text(two) for one, two in zip(lines, right, strict=False)
    ]


def _card_line(word: str, card: CardId, view: View) -> Text:
    line = Text(no_wrap=True, overflow="ellipsis").append("  " if word == "hand" else f"  {word} ", style="dim")
    return line.append_text(card_words(card, view))


def _fights(last: Fought, phrasing: PhraseBook) -> Text:
    """The three fights of a round, side against side."""
    winner = "It is a draw." if last.winner_seat is None else f"{phrasing.seat(last.winner_seat)} wins the round."
    lines = [Text(f"Round {last.round}: {winner}", style="bold"), Text()]
    for fight in last.fights:
        lines.append(_fight_title(fight, phrasing))
        lines += [_fighter(side, phrasing, seat) for seat, side in enumerate(fight.sides)]
    return Text("\n").join(lines)


def _fight_title(fight: Fight, phrasing: PhraseBook) -> Text:
    won = "a draw" if fight.winner_seat is None else phrasing.seat(fight.winner_seat)
    return Text(f"Dojo {fight.dojo}: {won}", style="bold")


def _fighter(side: Power | None, phrasing: PhraseBook, seat: int) -> Text:
    line = Text(f"  {set_cell_size(phrasing.seat(seat), NAME)} ")
    if side is None:
        return line.append("nobody", style="dim")
    line.append(f"{side.total:>3} ", style="bold").append(side.card.replace("-", " ").title()).append("  ")
    return line.append_text(power_sum(side.parts))
