"""Prompts of MYACARDS: one sentence for each decision."""

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Point, Prompt, Stage, View
from quarterdeck_protocol.messages import RawUpdate

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.myacards.words import Words

ASKS = {
    Prompt.CHOOSE_A_PIECE: "choose a card on the field",
    Prompt.CHOOSE_A_ZONE: "choose a zone",
    Prompt.DISCARD_A_CARD: "discard a card",
    Prompt.CHOOSE_FROM_THEIR_HAND: "choose a card of the other hand",
    Prompt.CHOOSE_FROM_OBLIVION: "choose a card of Oblivion",
}


def prompt(view: View, words: Words, update: RawUpdate, phrasing: PhraseBook) -> str:
    """Return the prompt for this seat. If the match waits for other seats, return a sentence that names them and their
    decision."""
    if update.result is not None or not update.waiting:
        return ""
    if not update.choices:
        who = " and ".join(phrasing.seat(waiting.seat) for waiting in update.waiting)
        what = _what_others_do(view, words)
        return f"Waiting for {who}{': ' if what else ''}{what}."
    if view.question is not None:
        return _question(view.question, words)
    if view.placing is not None:
        return _sacrifices(view.placing, words)
    if view.attack is not None:
        return f"{_attack(view.attack, words)} Do you react?"
    match view.stage:
        case Stage.OPENING:
            return "This is your opening hand. Keep it?"
        case Stage.PLAY:
            return f"Your turn: place entities and play cards, then attack. {words.warning}".rstrip()
        case Stage.ATTACK:
            so_far = "" if view.pace is None else f" Your last attacker had SPD {view.pace}: no faster card may follow."
            return f"Your attacks, the fastest first.{so_far}"
        case Stage.DISCARD:
            return "You hold too many cards: which one do you discard?"
        case _:
            return ""


def _what_others_do(view: View, words: Words) -> str:
    if view.question is not None:
        return f"{words.card(view.question.about)} asks to {ASKS[view.question.prompt]}"
    if view.placing is not None:
        return f"sacrifices for {words.card(view.placing.card)}"
    if view.attack is not None:
        return f"whether to react. {_attack(view.attack, words).rstrip('.')}"
    match view.stage:
        case Stage.OPENING:
            return "whether to keep the opening hand"
        case Stage.ATTACK:
            return "which card attacks"
        case Stage.DISCARD:
            return "which card to discard"
        case _:
            return ""


def _question(question: my.Question, words: Words) -> str:
    face = words.face(question.about)
    printed = words.book.get(question.about)
    text = face.text if face is not None else printed.text if printed is not None else ""
    chosen = "" if question.piece is None else f" for {words.piece(question.piece)}"
    more = f" ({question.left} to choose)" if question.left > 1 else ""
    asks = f"{words.card(question.about)}: {ASKS[question.prompt]}{chosen}{more}."
    return f"{asks} {text}".rstrip()


def _sacrifices(placing: my.Placement, words: Words) -> str:
    needs = f"{placing.sacrifices} sacrifice{'s' * (placing.sacrifices > 1)}"
    chosen = f", {len(placing.chosen)} chosen" if placing.chosen else ""
    return f"{words.card(placing.card)} at {words.zone(placing.zone)} needs {needs}{chosen}: which card?"


def _attack(attack: my.AttackView, words: Words) -> str:
    attacker, target = words.piece(attack.piece), words.piece(attack.target)
    if attack.point is Point.BEFORE:
        return f"Before the attack: {attacker} attacks {target}."
    return f"After the attack: {attacker} has attacked {target}."
