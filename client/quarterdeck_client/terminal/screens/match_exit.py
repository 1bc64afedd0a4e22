"""Dialogs to leave a running match: for a while, or by resigning."""

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
    """Ask the player how they want to leave, do so, and call `go`. The player has to confirm that they resign."""

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
