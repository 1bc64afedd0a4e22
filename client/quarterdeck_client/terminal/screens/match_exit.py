"""Leaving a match that is still being played: for a while, or for good."""

from collections.abc import Callable

from rich.text import Text

from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.widgets.choice_steps import YES
from quarterdeck_client.terminal.widgets.popups import Question

ANSWERS = "Come back later", "Resign: leave this match permanently"
SURE = "Yes: resign"
WHAT_IT_COSTS = Text("Resign?\n\n", style="bold").append(
    "You lose this match, and cannot come back to it. If it is rated, it counts.", style="not bold"
)


def ask_to_leave(stage: AppScreen, seated: FollowedMatch, go: Callable[[], None]) -> None:
    """Ask how one wants to leave, and `go` when that is done; to lose the match is asked once more."""

    async def resign() -> None:
        await seated.resign()
        go()

    def answered(answer: int | None) -> None:
        if answer == 0:
            go()
        elif answer == 1:
            stage.app.push_screen(Question(WHAT_IT_COSTS, [SURE], keys=[YES], back="Esc: play on"), sure)

    def sure(answer: int | None) -> None:
        if answer == 0:
            stage.carefully(resign)

    words = Text("Leave this match?\n\n", style="bold").append(
        "Your seat is kept: run `quarterdeck play` again to return. The clock keeps running, and the server "
        "plays for you when your time runs out.",
        style="not bold",
    )
    stage.app.push_screen(Question(words, ANSWERS), answered)
