"""What is made when somebody asks for it first."""

import asyncio
import threading

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


async def test_many_that_ask_at_once_wait_for_the_same_value_and_an_unknown_name_takes_no_thread() -> None:
    made: list[str] = []
    may_finish = threading.Event()

    def make(name: str) -> str:
        made.append(name)
        may_finish.wait(10)
        return name.upper()

    words = MadeWhenAsked(("a",), make)
    asking = [asyncio.create_task(words.asked("a")) for _ in range(20)]
    await asyncio.sleep(0)
    asking[0].cancel()  # others still get the value
    assert await words.asked("b") is None
    may_finish.set()
    assert await asyncio.gather(*asking[1:]) == ["A"] * 19
    assert made == ["a"]


async def test_a_value_that_could_not_be_made_is_made_when_it_is_next_asked_for() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        if len(made) == 1:
            raise OSError("not now")
        return name.upper()

    words = MadeWhenAsked(("a",), make)
    failed = await asyncio.gather(words.asked("a"), words.asked("a"), return_exceptions=True)
    assert [str(each) for each in failed] == ["not now", "not now"]
    assert await words.asked("a") == "A"
    assert made == ["a", "a"]
