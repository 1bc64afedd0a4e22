"""Labels of Amiibart's actions, split into the steps of a menu: the kind, the card, then the place or the target."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Action, CardId, PieceId, View
from quarterdeck_protocol.messages import Outlook, RawUpdate
from quarterdeck_protocol.names import Seat

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.prospects import in_prospect, outlooks_of
from quarterdeck_client.terminal.widgets.choice_steps import END, ChoiceSteps
from quarterdeck_client.words.card_texts import Book, name_of

WITHOUT_A_FIGHTER = "You lose the match if you end your turn without a Fighter!"
WITHOUT_AN_ACT = "You lose the match if you end your turn without an attack, a card or an Active Power!"

KEYS: Mapping[type, str] = {
    ab.PlayFighter: "1",
    ab.PlaySpell: "2",
    ab.PlayHazard: "3",
    ab.PlayStage: "4",
    ab.Attack: "5",
    ab.UseAttack: "5",
    ab.UsePower: "6",
    ab.EndTurn: END,
}
"""The fixed key of each kind of action."""

_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)


def ways(view: View, update: RawUpdate, book: Book, phrasing: PhraseBook) -> list[ChoiceSteps]:
    """Return each choice as the list of menu steps with which the player selects it. Raises `msgspec.DecodeError` for
    an action that only newer servers have."""
    words = _Words(view, update.seat, book)
    return [_way(words, raw, one, phrasing) for raw, one in zip(update.choices, outlooks_of(update), strict=True)]


def _way(words: "_Words", raw: Raw, outlook: Outlook | None, phrasing: PhraseBook) -> ChoiceSteps:
    action = _actions.decode(raw)
    asks = words.what_it_ends if isinstance(action, ab.EndTurn) else ""
    steps = words.steps(action) or (phrasing.action(raw),)
    return ChoiceSteps((*steps[:-1], steps[-1] + in_prospect(outlook)), raw, KEYS.get(type(action), ""), asks)


def warning(view: View, own: Seat | None) -> str:
    """Return the reason why this seat would lose the match by ending its turn now; empty if the server predicts no
    loss."""
    seat = None if own is None else view.seats[own]
    if seat is None or not (seat.must_play_fighter or seat.must_act):
        return ""
    return WITHOUT_A_FIGHTER if seat.must_play_fighter else WITHOUT_AN_ACT


class _Words:
    """Makes labels of actions from the current view."""

    def __init__(self, view: View, own: Seat | None, book: Book) -> None:
        self._book = book
        self.what_it_ends = f"End your turn? {warning(view, own)}".rstrip()
        self._places = {
            fighter.piece: (fighter, slot, seat.seat == own)
            for seat in view.seats
            for slot, fighter in enumerate(seat.slots, start=1)
            if fighter is not None
        }

    def steps(self, action: Any) -> tuple[str, ...]:
        match action:
            case ab.PlayFighter(card=card, slot=slot, forge=forge):
                return ("Play a Fighter:", self._card(card), *self._forge(card, forge), f"into slot {slot}")
            case ab.PlaySpell(card=card, targets=targets, forge=forge):
                return ("Cast a Spell:", self._card(card), *self._forge(card, forge), *self._at(targets))
            case ab.PlayHazard(card=card):
                return ("Set a Hazard:", self._card(card))
            case ab.PlayStage(card=card):
                return ("Play a Stage:", self._card(card))
            case ab.Attack(piece=piece, target=target):
                return ("Attack", f"with {self._attacker(piece)}:", self.fighter(target))
            case ab.UseAttack(piece=piece, attack=attack, targets=targets):
                name = self._special(piece, attack)
                return ("Attack", f"with {self._attacker(piece)}:", f"use {name}", *self._at(targets))
            case ab.UsePower(power=power, targets=targets):
                return ("Use a Power:", self._card(power), *self._at(targets))
            case ab.Choose(piece=piece):
                return (self.fighter(piece),)
            case ab.EndTurn():
                return ("End your turn",)
            case _:
                return ()

    def fighter(self, piece: PieceId) -> str:
        """Return an unambiguous label of a Fighter: `Alley Cat 300/100 (yours, slot 2)`."""
        if piece not in self._places:
            return piece
        fighter, slot, own = self._places[piece]
        whose = "yours" if own else "theirs"
        return f"{name_of(self._book, fighter.card)} {fighter.attack}/{fighter.health} ({whose}, slot {slot})"

    def _attacker(self, piece: PieceId) -> str:
        if piece not in self._places:
            return piece
        fighter, slot, _ = self._places[piece]
        return f"{name_of(self._book, fighter.card)} ({slot})"

    def _special(self, piece: PieceId, attack: int) -> str:
        card = self._places[piece][0].card if piece in self._places else ""
        names = self._book[card].attacks if card in self._book else ()
        return names[attack] if attack < len(names) else f"special attack {attack + 1}"

    def _card(self, card: CardId) -> str:
        printed = self._book.get(card)
        if printed is None:
            return name_of(self._book, card)
        line = f" ({printed.line})" if printed.line else ""
        return f"{printed.name}{line}{':' if printed.text else ''} {printed.text}".rstrip()

    def _forge(self, card: CardId, forge: int | None) -> tuple[str, ...]:
        if forge is None:
            return ()
        texts = self._book[card].forge if card in self._book else ()
        return (f"forged: {texts[forge]}" if forge < len(texts) else f"with Forge effect {forge + 1}",)

    def _at(self, targets: Sequence[PieceId]) -> tuple[str, ...]:
        return tuple([f"{'and' if number else 'on'} {self.fighter(one)}" for number, one in enumerate(targets)])
