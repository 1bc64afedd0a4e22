"""Labels of MYACARDS' actions, split into the steps of a menu. If the server leaves a field of a choice open, the
player picks the place."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Action, CardId, PieceId, Until
from quarterdeck_protocol.messages import Outlook, RawUpdate

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.myacards.words import Words, zone_of
from quarterdeck_client.terminal.games.prospects import in_prospect, outlooks_of
from quarterdeck_client.terminal.widgets.choice_steps import (
    ANOTHER,
    END,
    END_WATCHING,
    GO_ON,
    KEEP,
    LET_PASS,
    ChoiceSteps,
)

PASSING = {
    Until.NOW: "for now",
    Until.ATTACK: "until this attack is over",
    Until.TURN: "for the rest of this turn",
    Until.CALL: "until told otherwise",
}

CALLS = {
    my.Bonus.TYRANT: "the Tyrant's bonus",
    my.Bonus.PACK: "a pack bonus",
    my.Bonus.SISTER_TAXA: "a sister taxa bonus",
    my.Bonus.PHYLOGENETIC: "a phylogenetic bonus",
}

PASSES = {
    Until.NOW: "Let it pass",
    Until.ATTACK: "this whole attack",
    Until.TURN: "all attacks of this turn",
    Until.CALL: "all attacks from now on",
}

KEYS: Mapping[type, str] = {
    my.Place: "1",
    my.Play: "2",
    my.Attack: "3",
    my.CallBonus: "4",
    my.KeepHand: KEEP,
    my.Mulligan: ANOTHER,
    my.BeginAttacks: GO_ON,
    my.EndTurn: END,
    my.EndTurnWatching: END_WATCHING,
}
"""The fixed key of each kind of action."""

MORE = "Let more pass:"
"""First step to give a standing order (an instruction that lets later attacks pass). It takes two steps, because the
player is not asked about those attacks any more."""

ENDS: Mapping[type, str] = {
    my.Mulligan: "Show this hand and draw another?",
    my.BeginAttacks: "Begin to attack? No entity is placed after that.",
    my.EndTurn: "End your turn?",
    my.EndTurnWatching: "End your turn?",
}
"""By type of action, the question that confirms the end of a phase, of the player's turn, or of an opening hand."""

_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)


def ways(words: Words, update: RawUpdate, phrasing: PhraseBook) -> list[ChoiceSteps]:
    """Return each choice as the list of menu steps with which the player selects it. Raises `msgspec.DecodeError` for
    an action that only newer servers have."""
    beside = zip(update.choices, outlooks_of(update), strict=True)
    return [way for raw, outlook in beside for way in _ways(words, raw, outlook, phrasing)]


def _ways(words: Words, raw: Raw, outlook: Outlook | None, phrasing: PhraseBook) -> Iterator[ChoiceSteps]:
    action = _actions.decode(raw)
    key = KEYS.get(type(action), "")
    match action:
        case my.Place(card=card, zones=zones):
            for zone in zones:
                one = Raw(msgspec.json.encode(my.Place(card=card, zones=(zone,))))
                where = f"{_cost(words, card)}in {_row(words, zone)}"
                yield ChoiceSteps(("Place", words.card_and_numbers(card), where, f"at {zone_of(zone)[1]}"), one, key)
        case my.Attack(piece=piece, targets=targets):
            for target in targets:
                one = Raw(msgspec.json.encode(my.Attack(piece=piece, targets=(target,))))
                whom = words.piece(target) + in_prospect(outlook)
                yield ChoiceSteps(("Attack", f"with {_attacker(words, piece)}:", whom), one, key)
        case my.Play(card=card):
            face = words.face(card)
            text = face.text if face is not None else ""
            yield ChoiceSteps(("Play", words.card_and_numbers(card), *([f"– yes: {text}"] if text else [])), raw, key)
        case my.LetPass(until=until):
            now = until is Until.NOW
            yield ChoiceSteps((PASSES[until],) if now else (MORE, PASSES[until]), raw, LET_PASS if now else "5")
        case my.CallBonus(bonus=bonus):
            yield ChoiceSteps(("Call", CALLS[bonus]), raw, key)
        case _:
            asks = ENDS.get(type(action), "")
            loses = f" {words.warning}" if asks and words.warning else ""
            yield ChoiceSteps((_said(words, action) or phrasing.action(raw),), raw, key, asks + loses)


def _said(words: Words, action: Any) -> str:
    match action:
        case my.KeepHand():
            return "Keep this hand"
        case my.Mulligan():
            return "Show this hand and draw another"
        case my.Sacrifice(piece=piece):
            return f"Sacrifice {words.piece(piece)}"
        case my.ChoosePiece(piece=piece):
            return words.piece(piece)
        case my.ChooseZone(zone=zone):
            return words.zone(zone)
        case my.ChooseCard(card=card):
            return _with_text(words, card)
        case my.Discard(card=card):
            return f"Discard {words.card_and_numbers(card)}"
        case my.BeginAttacks():
            return "Begin to attack"
        case my.EndTurn():
            return "End your turn"
        case my.EndTurnWatching():
            return "End your turn, and be asked about attacks again"
        case _:
            return ""


def _cost(words: Words, card: CardId) -> str:
    face = words.face(card)
    many = 0 if face is None else face.sacrifices
    return f"for {many} sacrifice{'s' * (many > 1)} " if many else ""


def _row(words: Words, zone: my.ZoneId) -> str:
    half, place = zone_of(zone)
    return f"{'your' if half == (words.own or 0) else 'their'} row {place[1]}"


def _attacker(words: Words, piece: PieceId) -> str:
    one = words.pieces.get(piece)
    return piece if one is None else words.placed(one)


def _with_text(words: Words, card: CardId) -> str:
    face = words.face(card)
    printed = words.book.get(card)
    text = face.text if face is not None else printed.text if printed is not None else ""
    return f"{words.card_and_numbers(card)}{': ' if text else ''}{text}"
