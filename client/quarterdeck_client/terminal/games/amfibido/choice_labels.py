"""Labels of Amfibido's actions, split into the steps of a menu: the kind, the card, the place, and the outlook."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.games.amfibido import Action, CardId, PieceId, View
from quarterdeck_protocol.messages import Outlook, RawUpdate
from quarterdeck_protocol.names import Seat

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.amfibido.words import Faces, card_words, name_of
from quarterdeck_client.terminal.games.prospects import in_prospect, outlooks_of
from quarterdeck_client.terminal.widgets.choice_steps import ANOTHER, END, KEEP, LET_PASS, ChoiceSteps

KEYS: Mapping[type, str] = {
    af.PlayFighter: "1",
    af.PlayEquipment: "2",
    af.PlayCombo: "3",
    af.PlayAction: "4",
    af.Activate: "5",
    af.ActivateSensei: "6",
    af.RedrawDraft: "7",
    af.DrawInstead: "8",
    af.Pass: END,
    af.KeepHand: KEEP,
    af.Mulligan: ANOTHER,
    af.Decline: LET_PASS,
}
"""The fixed key of each kind of action."""

PASSING = "Pass? You take no more actions this round."
REDRAWING = "Have three other cards dealt?"

_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)


def ways(view: View, own: Seat | None, update: RawUpdate, faces: Faces, phrasing: PhraseBook) -> list[ChoiceSteps]:
    """Return each choice as the list of menu steps with which the player selects it. Raises `msgspec.DecodeError` for
    an action that only newer servers have."""
    words = _Words(view, own, faces)
    return [_way(words, raw, one, phrasing) for raw, one in zip(update.choices, outlooks_of(update), strict=True)]


def pieces_of(view: View) -> dict[PieceId, CardId]:
    """Return the card id of every piece in play (fighters, combo moves, equipment), by the id of the piece."""
    pieces: dict[PieceId, CardId] = {}
    for seat in view.seats:
        for dojo in seat.dojos:
            pieces.update({thing.piece: thing.card for thing in dojo.equipment})
            if dojo.fighter is not None:
                pieces[dojo.fighter.piece] = dojo.fighter.card
                pieces.update({combo.piece: combo.card for combo in dojo.fighter.combos})
    return pieces


def _way(words: "_Words", raw: Raw, outlook: Outlook | None, phrasing: PhraseBook) -> ChoiceSteps:
    action = _actions.decode(raw)
    steps = words.steps(action) or (phrasing.action(raw),)
    key = KEYS.get(type(action), "")
    return ChoiceSteps((*steps[:-1], steps[-1] + in_prospect(outlook)), raw, key, words.side_effects_question(action))


class _Words:
    """Makes labels of actions from the current view."""

    def __init__(self, view: View, own: Seat | None, faces: Faces) -> None:
        self._view = view
        self._own = own or Seat(0)
        self._faces = faces
        self._pieces = pieces_of(view)

    def steps(self, action: Any) -> tuple[str, ...]:
        match action:
            case af.PlayFighter(card=card, dojo=dojo):
                return ("Field a fighter:", self._card(card), f"in dojo {dojo}{self._standing(dojo)}")
            case af.PlayEquipment(card=card, dojo=dojo, replaces=replaces):
                return ("Equip:", self._card(card), f"in dojo {dojo}{self._for(replaces)}")
            case af.PlayCombo(card=card, dojo=dojo):
                return ("Play a combo:", self._card(card), f"on {self._fighter(dojo)} in dojo {dojo}")
            case af.PlayAction(card=card):
                return ("Play an action:", self._card(card))
            case af.Activate(piece=piece):
                return ("Use an ability:", self._ability(piece))
            case af.ActivateSensei():
                return ("Use your sensei's ability",)
            case af.DrawInstead(level=level):
                return ("Discard both and draw:", f"from the deck of level {level}")
            case af.ChooseSensei(sensei=card):
                return (self._card(card),)
            case af.Draft(card=card) | af.ChooseCard(card=card):
                return (self._card(card),)
            case af.ChoosePiece(piece=piece):
                return (self._piece(piece),)
            case af.Move(piece=piece, dojo=dojo, swaps=swaps):
                return (self._piece(piece), f"to dojo {dojo}{self._for(swaps)}")
            case af.PlayShown(card=card, dojo=dojo, replaces=replaces):
                return (f"Play {self._name(card)}", f"in dojo {dojo}{self._for(replaces)}")
            case af.DiscardShown(card=card):
                return (f"Discard {self._name(card)}",)
            case af.ResolveFirst(piece=piece):
                named = self._pieces.get(piece, CardId(piece))  # a sensei has no piece
                return (f"{self._name(named)} first",)
            case _:
                return ()

    def side_effects_question(self, action: Any) -> str:
        """Return a question that warns of the side effects of an action, such as a loss of cards; empty if there are
        none."""
        match action:
            case af.Pass():
                return PASSING
            case af.RedrawDraft():
                return REDRAWING
            case af.PlayFighter(dojo=dojo):
                return self._lost_combos(dojo)
            case _:
                return ""

    def _lost_combos(self, dojo: int) -> str:
        """Return a question about the combo moves lost when another fighter takes the place of a dojo's fighter."""
        fighter = self._view.seats[self._own].dojos[dojo - 1].fighter
        if fighter is None or not fighter.combos:
            return ""
        many = len(fighter.combos)
        lost = "its combo move is" if many == 1 else f"its {many} combo moves are"
        return f"{self._name(fighter.card)} retires, and {lost} lost. Go on?"

    def _name(self, card: CardId) -> str:
        return name_of(self._faces, card)

    def _card(self, card: CardId) -> str:
        return card_words(card, self._faces).plain.strip()

    def _piece(self, piece: PieceId) -> str:
        """Return an unambiguous label of a card in play: `Tree Frog (dojo 1)`."""
        for seat in self._view.seats:
            for number, dojo in enumerate(seat.dojos, start=1):
                things = [thing.piece for thing in dojo.equipment]
                things += (
                    [] if dojo.fighter is None else [dojo.fighter.piece, *(one.piece for one in dojo.fighter.combos)]
                )
                if piece in things:
                    own = "" if seat.seat == self._own else "their "
                    return f"{self._name(self._pieces[piece])} ({own}dojo {number})"
        return self._name(self._pieces.get(piece, CardId(piece)))

    def _ability(self, piece: PieceId) -> str:
        card = self._pieces.get(piece, CardId(piece))
        face = self._faces.get(card)
        return f"{self._piece(piece)}{': ' if face is not None and face.text else ''}{face.text if face else ''}"

    def _for(self, piece: PieceId | None) -> str:
        return "" if piece is None else f", for {self._name(self._pieces.get(piece, CardId(piece)))}"

    def _fighter(self, dojo: int) -> str:
        fighter = self._view.seats[self._own].dojos[dojo - 1].fighter
        return "the fighter" if fighter is None else self._name(fighter.card)

    def _standing(self, dojo: int) -> str:
        """Return a label with the fighter that a new fighter would replace."""
        fighter = self._view.seats[self._own].dojos[dojo - 1].fighter
        return "" if fighter is None else f", for {self._name(fighter.card)}"
