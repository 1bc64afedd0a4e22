"""Dialogs about undo by consent: a player asks to take the last action back, and answers the request of another."""

from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.undo import Undo, UndoState
from rich.text import Text

from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.widgets.popups import Question

ASK = "Yes: ask the others"
ANSWERS = "Agree", "Decline"
NOTHING = "No action can be taken back now."


def undo_in_words(update: RawUpdate, phrasing: PhraseBook) -> str:
    """Return a sentence about the request to take the last action back; empty if there is none."""
    undo = update.undo or None
    match undo:
        case Undo(state=UndoState.ASKED) if update.seat in undo.missing:
            return f"{phrasing.seat(undo.seat)} asks to take the last action back. z: answer"
        case Undo(state=UndoState.ASKED):
            return f"{phrasing.seat(undo.seat)} asks to take the last action back."
        case Undo(state=UndoState.DONE):
            return f"{phrasing.seat(undo.seat)} took the last action back."
        case Undo(state=UndoState.DECLINED):
            return f"The last action stands: the request of {phrasing.seat(undo.seat)} was declined."
        case _:
            return ""


def ask_about_undo(stage: AppScreen, seated: FollowedMatch, phrasing: PhraseBook) -> str:
    """Let the player ask, or answer. Return why neither is possible; empty if a dialog was opened."""
    undo = seated.undo
    if undo is None:
        return NOTHING
    if undo.state is UndoState.POSSIBLE:
        words = Text("Take your last action back?\n\n", style="bold").append(
            "All others have to agree.", style="not bold"
        )
        stage.app.push_screen(
            Question(words, [ASK]), lambda answer: stage.carefully(seated.ask_undo) if answer == 0 else None
        )
        return ""
    if undo.state is not UndoState.ASKED or seated.seat not in undo.missing:
        return NOTHING
    words = Text(f"{phrasing.seat(undo.seat)} asks to take the last action back.")

    def answered(answer: int | None) -> None:
        if answer is not None:
            stage.carefully(lambda: seated.answer_undo(agree=answer == 0))

    stage.app.push_screen(Question(words, ANSWERS), answered)
    return ""
