"""Amfibido's board: the three dojos with the power in each, score paths, cooldown zones, and the player's hand with
card texts."""

import textwrap
from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Seat
from rich.cells import set_cell_size
from rich.text import Text
from textual.app import ComposeResult

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.amfibido.choice_labels import ways
from quarterdeck_client.terminal.games.amfibido.pages import pages
from quarterdeck_client.terminal.games.amfibido.prompts import prompt
from quarterdeck_client.terminal.games.amfibido.words import LEVELS, STYLES, Faces, card_words, name_of, power_sum
from quarterdeck_client.terminal.games.board import Board, Page
from quarterdeck_client.terminal.widgets.choice_steps import Offer, in_steps
from quarterdeck_client.terminal.widgets.texts import Sentence, in_lines

DOJOS, GAPS = 3, 4
FEW_LINES = 34
"""Number of screen lines below which the choices and the hand share the lines that the dojos leave."""

AROUND = 9
"""Number of screen lines for all other parts than the dojos, the hand and the choices: headline, seats, decks, story,
prompt, clock."""

LOW_CHOICES, FEW_CHOICES, MOST_OF_A_LIST = 7, 3, 6
"""Number of lines for the choices on a low screen, for the list of action kinds, and for a list of readable cards."""

LINES = Text("\n", no_wrap=True, overflow="ellipsis")
NAME = 16
"""Width of a player's name, enough for `Guest 7462 (you)`."""

ROUNDS_TO_WIN = 4

_views = msgspec.json.Decoder(af.View)


class AmfibidoBoard(Board):
    """Amfibido's board in colour."""

    hidden_events = frozenset({"turn_began", "answered", "asked", "draft_dealt"})
    has_pages = True

    DEFAULT_CSS = """
    AmfibidoBoard { height: auto; }
    AmfibidoBoard Sentence { height: auto; text-wrap: nowrap; text-overflow: ellipsis; }
    AmfibidoBoard .hand { text-wrap: wrap; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._seats, self._dojos, self._hand = Sentence(), Sentence(), Sentence(classes="hand")
        self._is_list = False
        """True if the choices are a list of cards with their texts."""

        self._faces: dict[af.CardId, af.Face] = {}
        """Printed fields of all cards received so far, so that cards that have left the board keep their names."""

    def compose(self) -> ComposeResult:
        yield self._seats
        yield self._dojos
        yield self._hand

    def headline(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        view = _views.decode(update.view)
        words = f"Amfibido · round {view.round} of {view.options.max_rounds} · {view.stage.value.replace('_', ' ')}"
        if view.starting_seat is not None:
            own = view.starting_seat == update.seat
            words += " · you began" if own else f" · {phrasing.seat(view.starting_seat)} began"
        return words + (f" · turn {view.actions_taken}" if view.turn_seat is not None else "")

    def show(self, update: RawUpdate, phrasing: PhraseBook) -> None:
        view = _views.decode(update.view)
        self._faces.update(view.faces)
        self._is_list = view.question is not None and len(update.choices) > FEW_CHOICES
        own, width = update.seat or Seat(0), self.app.size.width
        seats = [view.seats[1 - own], view.seats[own]]
        lines = [_seat_line(seat, view, update, phrasing, self._faces) for seat in seats]
        self._seats.say(LINES.join([*lines, _decks(view)]))
        self._dojos.say(_dojos(view, own, self._faces, (width - GAPS) // DOJOS))
        self._hand.say(_hand(view, self._faces, width, self._room_for_the_hand(update, phrasing)))

    def _room_for_the_hand(self, update: RawUpdate, phrasing: PhraseBook) -> int:
        """Return the number of screen lines for the player's hand."""
        dojos = len(self._dojos.said.split(allow_blank=True))
        reads = _views.decode(update.view).stage not in (af.Stage.ACTIONS, af.Stage.MULLIGAN)
        choices = min(MOST_OF_A_LIST, 2 * len(update.choices)) if reads else FEW_CHOICES
        asked = textwrap.wrap(self.prompt(update, phrasing), self.app.size.width - 2)
        return self.app.size.height - AROUND - max(0, len(asked) - 1) - dojos - choices

    def choosing(self, *, is_further: bool) -> None:
        self._hand.display = not ((is_further or self._is_list) and self._is_low)

    @property
    def _is_low(self) -> bool:
        """True if the screen has few lines, so that a list of choices takes the lines of the hand."""
        return self.app.size.height < FEW_LINES

    @property
    def most_lines_of_choices(self) -> int | None:  # type: ignore[override]  # it depends on the screen
        return LOW_CHOICES if self._is_low and self._hand.display else None

    def prompt(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        return prompt(_views.decode(update.view), self._faces, update, phrasing)

    def offers(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Offer]:
        view = _views.decode(update.view)
        return in_steps(ways(view, update.seat, update, {**self._faces, **view.faces}, phrasing))

    def pages(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Page]:
        view = _views.decode(update.view)
        return pages(view, update.seat, {**self._faces, **view.faces}, phrasing)

    def moment(self, before: RawUpdate, update: RawUpdate, phrasing: PhraseBook) -> Text | None:
        last, known = _views.decode(update.view).last, _views.decode(before.view).last
        if last is None or (known is not None and known.round == last.round):
            return None
        return _fights(last, phrasing, self._faces)


def _seat_line(seat: af.SeatView, view: af.View, update: RawUpdate, phrasing: PhraseBook, faces: Faces) -> Text:
    line = Text(no_wrap=True, overflow="ellipsis").append("▶ " if seat.seat == view.turn_seat else "  ", style="bold")
    own = " (you)" if seat.seat == update.seat else ""
    name = set_cell_size(phrasing.seat(seat.seat), NAME - len(own)).rstrip() + own
    line.append(set_cell_size(name, NAME + 1), style="bold")
    line.append("●" * seat.points, style="bold #8ac926").append("○" * (ROUNDS_TO_WIN - seat.points), style="dim")
    line.append(f"  {_many(seat.hand_count, 'card')}")
    if seat.passed:
        line.append("  passed", style="bold italic")
    if seat.sensei is not None:
        used = " (used)" if seat.sensei_used else ""
        line.append(f"  {name_of(faces, seat.sensei)}{used}", style=STYLES["sensei"])
    if seat.redraws:
        line.append(f"  {_many(seat.redraws, 'redraw')}")
    if seat.combos_played:
        line.append(f"  {_many(seat.combos_played, 'combo')} played")
    if seat.fighters_discarded:
        line.append(f"  {_many(seat.fighters_discarded, 'fighter')} discarded")
    if seat.cooldown:
        resting = ", ".join(name_of(faces, one.card) for one in seat.cooldown)
        line.append(f"  resting: {resting}", style="italic #5aa9e6")
    return line


def _decks(view: af.View) -> Text:
    """Return a text with the active decks, and the number of cards in each deck and in the discard pile."""
    counts = {level: f"{LEVELS[level].strip()} {count}" for level, count in enumerate(view.deck_counts, start=1)}
    active = [counts.pop(level) for level in view.active_levels if level in counts]
    line = Text("  ", no_wrap=True, overflow="ellipsis")
    if active:
        line.append("active decks: ", style="dim").append(", ".join(active), style="bold").append(" · others: ", "dim")
    else:
        line.append("decks: ", style="dim")
    return line.append(", ".join(counts.values())).append(f" · {view.discard_count} discarded", style="dim")


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def _dojos(view: af.View, own: Seat, faces: Faces, lane: int) -> Text:
    """Draw the dojos with the opponent's side above and the player's side below, so that opposing fighters are next to
    each other. Empty lines are left out."""
    lanes = []
    for number in range(DOJOS):
        theirs, mine = view.seats[1 - own].dojos[number], view.seats[own].dojos[number]
        title = Text(f"── dojo {number + 1} ".ljust(lane, "─"), style="dim")
        lanes.append([*reversed(_side(theirs, faces)), title, *_side(mine, faces)])
    rows = []
    for row in range(len(lanes[0])):
        if not any(each[row].plain for each in lanes):
            continue
        line = Text(no_wrap=True)
        for each in lanes:
            cell = each[row].copy()
            cell.truncate(lane, overflow="ellipsis", pad=True)
            line.append_text(cell).append(" ")
        rows.append(line)
    return LINES.join(rows)


def _side(dojo: af.DojoView, faces: Faces) -> list[Text]:
    """Draw one side of a dojo: the fighter with its power, the parts of this power, and the equipment."""
    things = Text(", ".join(name_of(faces, thing.card) for thing in dojo.equipment), style=STYLES["equipment"])
    if dojo.closed:
        things.append(" closed", style="dim")
    if dojo.fighter is None:
        guest = dojo.guest
        if guest is None:
            return [Text("·", style="dim"), Text(), things]
        return [Text(f"{guest.total:>2} {name_of(faces, guest.card)} (guest)"), power_sum(guest.parts), things]
    one = dojo.fighter
    fighter = Text(f"{one.power:>2} ", style="bold reverse").append(name_of(faces, one.card), style="not reverse bold")
    marks = [
        *(["KO"] if one.knockout else []),
        *(["muted"] if one.neutralized else []),
        *(["out"] if one.knocked_out else []),
    ]
    return [fighter.append(" " + " ".join(marks) if marks else "", style="#e0455a"), power_sum(one.parts), things]


def _hand(view: af.View, faces: Faces, width: int, room: int) -> Text:
    """Draw the cards that the player holds or looks at. Card texts are shown if there is room for all of them;
    otherwise only the names, and a page has the texts. Cards that the player can choose from are shown as choices
    instead."""
    if view.hand is None:
        return Text("  You watch: the hands are not shown to you.")
    rows = [("", card) for card in view.hand] + [("looked at: ", card) for card in view.looked_at]
    if not rows:
        return Text("  Your hand is empty.", style="dim")
    lines = [
        line
        for word, card in rows
        for line in in_lines(Text(word, style="dim").append_text(card_words(card, faces)), width)
    ]
    if len(lines) <= room:
        return Text("\n").join(lines)
    named = Text("Hand (c: texts): ", style="dim")
    named.append(", ".join(word + _short(card, faces) for word, card in rows), style="not dim")
    return Text("\n").join(in_lines(named, width))


def _short(card: af.CardId, faces: Faces) -> str:
    face = faces.get(card)
    return name_of(faces, card) if face is None else f"{LEVELS[face.level]}{face.name} {face.power}".rstrip()


def _fights(last: af.Fought, phrasing: PhraseBook, faces: Faces) -> Text:
    """Draw the three fights of a round, with both sides of each."""
    winner = "It is a draw." if last.winner_seat is None else f"{phrasing.seat(last.winner_seat)} wins the round."
    lines = [Text(f"Round {last.round}: {winner}", style="bold"), Text()]
    for fight in last.fights:
        lines.append(_fight_title(fight, phrasing))
        lines += [_fighter(side, phrasing, seat, faces) for seat, side in enumerate(fight.sides)]
    return Text("\n").join(lines)


def _fight_title(fight: af.Fight, phrasing: PhraseBook) -> Text:
    won = "a draw" if fight.winner_seat is None else phrasing.seat(fight.winner_seat)
    return Text(f"Dojo {fight.dojo}: {won}", style="bold")


def _fighter(side: af.Power | None, phrasing: PhraseBook, seat: int, faces: Faces) -> Text:
    line = Text(f"  {set_cell_size(phrasing.seat(seat), NAME)} ")
    if side is None:
        return line.append("nobody", style="dim")
    line.append(f"{side.total:>3} ", style="bold").append(name_of(faces, side.card)).append("  ")
    return line.append_text(power_sum(side.parts))
