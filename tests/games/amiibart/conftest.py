"""Every scenario of Amiibart TCG ends with nobody left holding an unanswered question."""

from collections.abc import Iterator

import pytest
from games.amiibart.given import BEGUN


@pytest.fixture(autouse=True)
def nobody_is_left_with_a_question() -> Iterator[None]:
    BEGUN.clear()
    yield
    waiting = [table.state.asked for table in BEGUN if table.state.asked is not None and table.state.ended is None]
    assert waiting == []
