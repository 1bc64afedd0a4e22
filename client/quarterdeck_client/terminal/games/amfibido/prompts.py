"""Prompts of Amfibido: one sentence for each decision."""

from quarterdeck_protocol.games.amfibido import Prompt, Question, Stage, View
from quarterdeck_protocol.messages import RawUpdate

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.amfibido.words import Faces, name_of

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

STAGES = {
    Stage.MULLIGAN: "This is your starting hand. Keep it?",
    Stage.SENSEI: "Choose your sensei; both choose sealed.",
    Stage.PREPARING: "The round is about to begin.",
    Stage.DRAFT: "Draft: which card do you keep? The others are passed on.",
    Stage.SECOND_DRAFT: "Draft: which of the cards that were passed to you do you keep?",
    Stage.ACTIONS: "Your turn: one action, or pass.",
}
"""By stage of the match, the prompt for decisions that no card asks for."""


def prompt(view: View, faces: Faces, update: RawUpdate, phrasing: PhraseBook) -> str:
    """Return the prompt for this seat. If the match waits for other seats, return a sentence that names them and their
    decision."""
    if update.result is not None or not update.waiting:
        return ""
    if not update.choices:
        who = " and ".join(phrasing.seat(waiting.seat) for waiting in update.waiting)
        picked = "" if view.picked is None else f"You have chosen {name_of(faces, view.picked)}. "
        what = "" if view.question is None else f": {_question(view.question, faces)}"
        return f"{picked}Waiting for {who}{what}".rstrip(".?") + "."
    if view.question is not None:
        face = faces.get(view.question.about)
        return f"{_question(view.question, faces)} {'' if face is None else face.text}".rstrip()
    return STAGES.get(view.stage, "")


def _question(question: Question, faces: Faces) -> str:
    asks = ASKS[question.prompt]
    about = f"{name_of(faces, question.about)}: " if question.about else ""
    return f"{about}{asks}{'' if asks.endswith('?') else '.'}"
