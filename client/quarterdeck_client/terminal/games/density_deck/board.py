"""Density Deck's board: seats, centre, pile, the player's own hand with its score, and the showdown."""

from collections.abc import Sequence

import msgspec
from msgspec import Raw
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.messages import Outlook, RawUpdate
from quarterdeck_protocol.names import Seat
from rich.cells import set_cell_size
from rich.text import Text
from textual.app import ComposeResult

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.board import Board
from quarterdeck_client.terminal.games.density_deck.words import back, breakdown, chip, face, hearts, said, side_by_side
from quarterdeck_client.terminal.games.prospects import in_prospect, outlooks_of
from quarterdeck_client.terminal.widgets.choice_steps import END, GIVE_UP, GO_ON, ChoiceSteps, Offer, in_steps
from quarterdeck_client.terminal.widgets.texts import Sentence

NAME = 18
_views = msgspec.json.Decoder(dd.View)
_actions: msgspec.json.Decoder[dd.Action] = msgspec.json.Decoder(dd.Action)


class DensityDeckBoard(Board):
    """Density Deck's board in colour."""

    hidden_events = frozenset({"turn_began"})

    DEFAULT_CSS = """
    DensityDeckBoard { height: auto; }
    DensityDeckBoard Sentence { height: auto; text-wrap: nowrap; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._seats, self._centre, self._hand, self._score = Sentence(), Sentence(), Sentence(), Sentence()

    def compose(self) -> ComposeResult:
        yield self._seats
        yield self._centre
        yield self._hand
        yield self._score

    def headline(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        view = _views.decode(update.view)
        fight = "" if view.damage is None else f"a lost fight costs {view.damage}, "
        return f"Density Deck · deal {view.deal}, round {view.round} · {fight}surrender costs {view.surrender_cost}"

    def show(self, update: RawUpdate, phrasing: PhraseBook) -> None:
        view = _views.decode(update.view)
        away = {waiting.seat for waiting in update.waiting if waiting.absent}
        seats = [_seat_line(seat, view, update, phrasing, away=seat.seat in away) for seat in view.seats]
        self._seats.say(Text("\n").join(seats))
        pile = back(f"pile: {view.pile_count}")
        self._centre.say(side_by_side([_centre_title(), *map(_centre_card, view.centre), pile]))
        self._hand.say(_hand(view))
        self._score.say(_score_line(view))

    def offers(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Offer]:
        view = _views.decode(update.view)
        beside = zip(update.choices, outlooks_of(update), strict=True)
        return in_steps([_way(raw, outlook, view, phrasing) for raw, outlook in beside])

    def moment(self, before: RawUpdate, update: RawUpdate, phrasing: PhraseBook) -> Text | None:
        last = _views.decode(update.view).last
        known = _views.decode(before.view).last
        if last is None or (known is not None and known.deal == last.deal):
            return None
        return _showdown(last, phrasing)


def _way(raw: Raw, outlook: Outlook | None, view: dd.View, phrasing: PhraseBook) -> ChoiceSteps:
    """Return the label of a choice, with its score and its key. Choices that end the player's turn or the dealt round
    have a letter. Other players' discard piles have the number of their seat."""
    words = phrasing.action(raw)
    match _actions.decode(raw):
        case dd.Draw():
            return ChoiceSteps((words,), raw, "1")
        case dd.Take(from_seat=seat):
            top = view.seats[seat].discard_top
            label = words if top is None else f"Take {said(top)} from {phrasing.seat(seat)}"
            return ChoiceSteps((label + in_prospect(outlook),), raw, str(2 + seat))
        case dd.Discard(card=card):
            scores = [prospect.score.total for prospect in view.prospects if prospect.discard == card]
            return ChoiceSteps((words + _prospect(scores[0] if scores else None),), raw)
        case dd.Fight():
            score = f" with score {view.score.total}" if view.score else ""
            return ChoiceSteps(
                (f"{words}{score}",), raw, GO_ON, f"{words}{score}? The deal ends with it, for everybody."
            )
        case dd.Pass():
            return ChoiceSteps((words,), raw, END, f"{words}?")
        case dd.Surrender():
            cost = f"{words} for {view.surrender_cost}"
            last = view.turn_seat is not None and view.seats[view.turn_seat].lives <= view.surrender_cost
            out = "You have no life left then, and lose the match." if last else "You are out of this deal then."
            return ChoiceSteps((cost,), raw, GIVE_UP, f"{cost}? {out}")


def _prospect(score: int | None) -> str:
    return "" if score is None else f" → score {score}"


def _seat_line(seat: dd.SeatView, view: dd.View, update: RawUpdate, phrasing: PhraseBook, *, away: bool) -> Text:
    turn = seat.seat == view.turn_seat
    out = seat.status in (dd.Status.ELIMINATED, dd.Status.LEFT)
    line = Text(no_wrap=True).append("▶ " if turn else "  ", style="bold")
    own = " (you)" if seat.seat == update.seat else ""
    name = set_cell_size(phrasing.seat(seat.seat), NAME - len(own)).rstrip() + own
    line.append(set_cell_size(name, NAME + 1), style="bold" if turn or own else "dim" if out else "")
    line.append_text(hearts(seat.lives, view.options.lives))
    line.append(f" −{seat.pending}" if seat.pending else "   ", style="bold #e0455a")
    line.append(
        f"  {seat.hand_count or 'no'} card{'s' * (seat.hand_count != 1)}  "
        if seat.status is dd.Status.PLAYING
        else "           "
    )
    if seat.discard_top is not None:
        line.append_text(chip(seat.discard_top)).append(f" +{seat.discard_count - 1}" if seat.discard_count > 1 else "")
    return line.append(" ").append(_standing(seat, view, away=away), style="italic")


def _standing(seat: dd.SeatView, view: dd.View, *, away: bool) -> str:
    if seat.place is not None:
        return f"place {seat.place}"
    if seat.status is dd.Status.LEFT:
        return "has left"
    if seat.status is dd.Status.SURRENDERED:
        return "surrendered"
    if away:
        return "away"
    return "deals" if seat.seat == view.dealer_seat else ""


def _centre_title() -> list[Text]:
    return [Text(f"{word:<8}") for word in ("", "  centre", "")]


def _centre_card(card: dd.Card | None) -> list[Text]:
    return back() if card is None else face(card)


def _hand(view: dd.View) -> Text:
    if view.hand is None:
        return Text("\n  You watch: the hands are not shown to you.\n")
    if not view.hand and view.drawn is None:
        return Text("\n  You are not in this deal.\n")
    title = [Text(f"{word:<8}") for word in ("", "  you", "")]
    cards = [face(card) for card in view.hand]
    if view.drawn is not None:
        word = "took" if view.taken is not None else "drew"
        cards += [[Text(f"{each:<4}") for each in ("", word, "")], face(view.drawn)]
    return side_by_side([title, *cards])


def _score_line(view: dd.View) -> Text:
    if view.score is None:
        return Text()
    words = Text("  score  ", no_wrap=True)
    return words.append(f" {view.score.total} ", style="bold reverse").append("  ").append_text(breakdown(view.score))


def _showdown(last: dd.Outcome, phrasing: PhraseBook) -> Text:
    winners = {winner.seat for winner in last.winners}
    lines = [_ending(last, phrasing), Text()]
    shown = {showing.seat: showing for showing in last.showings}
    for seat, damage in zip(map(Seat, range(len(last.damage))), last.damage, strict=True):
        showing = shown.get(seat)
        if showing is None and not damage and seat not in winners:
            continue
        line = Text().append("★ " if seat in winners else "  ").append(set_cell_size(phrasing.seat(seat), NAME), "bold")
        line.append(f"{showing.score.total:>5}  " if showing is not None else "       ", style="bold")
        line.append(f"−{damage}, {last.lives[seat]} left" if damage else "loses nothing")
        line.append("  (surrendered)" if showing is None and seat not in winners else "")
        lines.append(line)
        if showing is not None:
            lines.append(Text("    ").append_text(Text(" ").join(chip(card) for card in showing.hand)))
            lines.append(Text("    ").append_text(breakdown(showing.score)))
    centre = [chip(card) if card is not None else Text("face down") for card in last.centre]
    return Text("\n").join([*lines, Text(), Text("Centre: ").append_text(Text(" ").join(centre))])


def _ending(last: dd.Outcome, phrasing: PhraseBook) -> Text:
    where = f"Deal {last.deal}, round {last.round}: "
    winners = " and ".join(phrasing.seat(winner.seat) for winner in last.winners)
    match last.ending:
        case dd.Ending.FIGHT if last.caller_seat is not None:
            return Text(f"{where}{phrasing.seat(last.caller_seat)} called a fight. It goes to {winners}.", style="bold")
        case dd.Ending.UNCONTESTED:
            return Text(f"{where}all others surrendered to {winners}.", style="bold")
        case _:
            return Text(f"{where}it came to a fight. It goes to {winners}.", style="bold")
