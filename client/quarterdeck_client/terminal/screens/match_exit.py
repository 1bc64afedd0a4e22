"""Leaving a match that is still being played: for a while, or for good."""

from collections.abc import Callable

from rich.text import Text

from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.widgets.popups import Question

ANSWERS = "Come back later", "Resign: leave this match for good"


def ask_to_leave(stage: AppScreen, seated: FollowedMatch, go: Callable[[], None]) -> None:
    """Ask how one wants to leave, and `go` when that is done."""

    async def resign() -> None:
        await seated.resign()
        go()

    def answered(answer: int | None) -> None:
        if answer == 0:
            go()
        elif answer == 1:
            stage.carefully(resign)

    words = Text("Leave this match?\n\n", style="bold").append(
        "Your seat is kept: start `quarterdeck play` again to come back. The clock goes on meanwhile, and the house"
        " plays for you when your time runs out.",
        style="not bold",
    )
    stage.app.push_screen(Question(words, ANSWERS), answered)
