"""What would come of a choice, in the words of a terminal."""

import pytest
from quarterdeck_client.terminal.games.prospects import in_prospect
from quarterdeck_protocol.messages import Outlook


@pytest.mark.parametrize(
    ("outlook", "said"),
    [
        (None, ""),
        (Outlook(), ""),
        (Outlook(power=8), " → 8"),
        (Outlook(power=8, against=7), " → 8 v 7"),
        (Outlook(score=21), " → score 21"),
        (Outlook(power=300, against=200, removes=True, dies=False), " → 300 v 200: it falls, yours holds"),
        (Outlook(removes=False), " → it holds"),
        (Outlook(dies=True), " → yours falls"),
    ],
)
def test_anything_that_is_told_is_said_and_nothing_else(outlook: Outlook | None, said: str) -> None:
    assert in_prospect(outlook) == said
