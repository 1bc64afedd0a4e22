"""What is made when somebody asks for it first."""

import pytest
from quarterdeck_server.made_when_asked import MadeWhenAsked


async def test_nothing_is_made_before_it_is_asked_for_and_nothing_twice() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    words = MadeWhenAsked(("a", "b"), make)
    assert (list(words), len(words), made) == (["a", "b"], 2, [])
    assert await words.asked("a") == words["a"] == await words.asked("a") == "A"
    assert made == ["a"]
    assert await words.asked("c") is None
    with pytest.raises(KeyError):
        words["c"]
    assert made == ["a"]
