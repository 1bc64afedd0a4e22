"""Dialogs about a recess by consent: a player asks for one, answers the request of another, and resumes."""

from quarterdeck_protocol.recess import Recess, RecessState, RecessStep
from rich.text import Text

from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.widgets.popups import Question


def recess_in_words(seated: FollowedMatch, phrasing: PhraseBook) -> str:
    """Return a sentence about the recess or the request for one; empty if there is none."""
    recess = seated.recess
    if recess is None:
        return ""
    is_mine, name = seated.seat in recess.missing, phrasing.seat(recess.seat)
    match recess.state:
        case RecessState.ASKED:
            return f"{name} asks for a pause.{' =: answer' if is_mine else ''}"
        case RecessState.ON:
            return f"Pause: all clocks stand.{' =: go on' if is_mine else ' The others are still away.'}"
        case RecessState.DECLINED:
            return f"No pause: the request of {name} was declined."
        case RecessState.OVER:
            return "The pause is over."
        case _:
            return ""


def ask_about_recess(stage: AppScreen, seated: FollowedMatch, phrasing: PhraseBook) -> str:
    """Let the player ask, answer or resume. Return why nothing is possible; empty if a dialog was opened."""
    recess = seated.recess
    words, steps = _asked(recess, phrasing)
    if recess is not None and recess.state in (RecessState.ASKED, RecessState.ON) and seated.seat not in recess.missing:
        return "Wait for the others."

    def answered(answer: int | None) -> None:
        if answer is not None:
            stage.carefully(lambda: seated.recess_match(list(steps)[answer]))

    stage.app.push_screen(Question(Text(words, style="bold"), list(steps.values())), answered)
    return ""


def _asked(recess: Recess | None, phrasing: PhraseBook) -> tuple[str, dict[RecessStep, str]]:
    """Return the question of the dialog, and the steps with their labels."""
    match recess:
        case Recess(state=RecessState.ASKED):
            answers = {RecessStep.AGREE: "Agree", RecessStep.DECLINE: "Decline"}
            return f"{phrasing.seat(recess.seat)} asks for a pause. All clocks stand meanwhile.", answers
        case Recess(state=RecessState.ON):
            return "Go on? The match goes on when all are ready.", {RecessStep.RESUME: "Go on"}
        case _:
            return "Ask for a pause? All others have to agree.", {RecessStep.ASK: "Yes: ask the others"}
