"""Readers of the same items: each gets all of them, in order, until the error that ends them."""

import asyncio

import pytest
from quarterdeck_client import LostError
from quarterdeck_client.lobby.readers import MOST_UNREAD, Readers


async def test_two_readers_get_each_item_in_order() -> None:
    readers = Readers[int]()
    one, other = readers.read(), readers.read([1])
    waiting = asyncio.ensure_future(anext(one))
    assert await anext(other) == 1
    await asyncio.sleep(0)
    assert len(readers) == 2
    readers.add(2)
    readers.add(3)
    assert [await waiting, await anext(one)] == [2, 3]
    assert [await anext(other), await anext(other)] == [2, 3]


async def test_a_reader_that_leaves_takes_only_its_own_queue_away() -> None:
    readers = Readers[int]()
    leaving, staying = readers.read([1]), readers.read([1])
    assert [await anext(leaving), await anext(staying)] == [1, 1]
    await leaving.aclose()
    readers.add(2)
    assert await anext(staying) == 2
    assert len(readers) == 1


async def test_items_that_come_with_the_answer_are_collected() -> None:
    readers = Readers[int]()

    async def ask() -> str:
        readers.add(1)
        return "answer"

    answer, early = await readers.collected(ask)
    readers.add(2)
    assert (answer, list(early)) == ("answer", [1]), "the queue is no longer fed once the answer is there"
    assert len(readers) == 0


async def test_readers_raise_the_error_after_their_last_item() -> None:
    readers = Readers[int]()
    reader = readers.read([1])
    assert await anext(reader) == 1
    readers.add(2)
    readers.fail(LostError("gone"))
    assert await anext(reader) == 2
    with pytest.raises(LostError):
        await anext(reader)
    assert len(readers) == 0


async def test_a_slow_reader_keeps_the_newest_items() -> None:
    readers = Readers[int]()
    reader = readers.read([0])
    assert await anext(reader) == 0
    for item in range(MOST_UNREAD + 1):
        readers.add(item)
    assert await anext(reader) == 1
