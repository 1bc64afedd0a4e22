"""Pages to read during a match of Amfibido: the player's own cards, cards in play, and resting cards, each with its
complete text."""

from quarterdeck_protocol.games.amfibido import CardId, DojoView, SeatView, View
from quarterdeck_protocol.names import Seat
from rich.text import Text

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.amfibido.words import Faces, card_words, name_of, power_sum
from quarterdeck_client.terminal.games.board import Page


def pages(view: View, own: Seat | None, faces: Faces, phrasing: PhraseBook) -> list[Page]:
    """Return the pages of card texts to read during the match. The first one has the player's own cards; spectators
    lack it."""
    seats = sorted(view.seats, key=lambda seat: seat.seat != own)
    names = ["Your" if seat.seat == own else f"{phrasing.seat(seat.seat)}'s" for seat in seats]
    cards = [("Hand", card) for card in view.hand or ()] + [("To choose from", card) for card in view.offer]
    cards += [("Looked at", card) for card in view.looked_at] + [("Turned up", card) for card in view.revealed]
    in_play = [said for seat, whose in zip(seats, names, strict=True) for said in _side(seat, whose, faces)]
    resting = [
        _card(f"{whose} cooldown zone", one.card, faces, f" – back after round {one.back_after}")
        for seat, whose in zip(seats, names, strict=True)
        for one in seat.cooldown
    ]
    return [
        Page("Your cards", tuple([_card(role, card, faces) for role, card in cards]) or (Text("No card."),)),
        Page("In play", tuple(in_play) or (Text("Nothing is in play."),)),
        Page("Resting", tuple(resting) or (Text("No card rests."),)),
    ]


def _card(role: str, card: CardId, faces: Faces, beside: str = "") -> Text:
    return Text(f"{role}: ", style="dim").append_text(card_words(card, faces)).append(beside)


def _side(seat: SeatView, whose: str, faces: Faces) -> list[Text]:
    said = [] if seat.sensei is None else [_card(f"{whose} sensei", seat.sensei, faces)]
    for number, dojo in enumerate(seat.dojos, start=1):
        said += _dojo(dojo, f"{whose} dojo {number}", faces)
    return said


def _dojo(dojo: DojoView, where: str, faces: Faces) -> list[Text]:
    said = []
    if dojo.fighter is not None:
        made_of = power_sum(dojo.fighter.parts).plain
        said.append(_card(where, dojo.fighter.card, faces, f" – now {dojo.fighter.power}: {made_of}"))
        said += [_card(f"{where}, on it", combo.card, faces) for combo in dojo.fighter.combos]
    if dojo.guest is not None:
        name, made_of = name_of(faces, dojo.guest.card), power_sum(dojo.guest.parts).plain
        said.append(Text(f"{where}: ", style="dim").append(f"{name} is a guest – now {dojo.guest.total}: {made_of}"))
    return said + [_card(where, thing.card, faces) for thing in dojo.equipment]
