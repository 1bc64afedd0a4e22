"""Every scenario of Amfibido ends with nobody left holding an unanswered question."""

from collections.abc import Iterator

import pytest
from games.amfibido.given import BEGUN


@pytest.fixture(autouse=True)
def nobody_is_left_with_a_question() -> Iterator[None]:
    BEGUN.clear()
    yield
    waiting = [match.state.asked for match in BEGUN if match.state.asked is not None and match.state.ended is None]
    assert waiting == []
