"""What the lobby asks of a document store, held against memory and a real Redis alike."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from quarterdeck_server.lobby.documents import Change, Document, IndexAddition, IndexEntry, IndexSweep, Key, Unchanged
from quarterdeck_server.storage.store import Store
from quarterdeck_server.store_errors import Conflict
from stores import SOON, next_of, until

AnotherProcess = Callable[[], Awaitable[Store]]

ONE, TWO = Key("account", "one"), Key("name", "two")
EVERY_BYTE = bytes(range(256))


async def test_a_page_is_read_as_it_was_written(another_process: AnotherProcess) -> None:
    writer, reader = (await another_process()).documents, (await another_process()).documents
    await writer.commit([Change(ONE, 0, EVERY_BYTE), Change(TWO, 0, b"")])
    await writer.commit([Change(TWO, 1, b"7 seven")])
    assert await reader.read([TWO, Key("account", "two"), ONE]) == [
        Document(TWO, 2, b"7 seven"),
        None,
        Document(ONE, 1, EVERY_BYTE),
    ]
    assert await reader.read([]) == []


async def test_documents_that_are_spread_are_read_together_with_others(another_process: AnotherProcess) -> None:
    documents = (await another_process()).documents
    spread = [Key("attempts", str(number)) for number in range(20)]
    for number, key in enumerate(spread):
        await documents.commit([Change(key, 0, b"%d" % number)])
    await documents.commit([Change(ONE, 0, b"one")])
    found = await documents.read([*spread[::-1], ONE, Key("attempts", "none"), spread[3]])
    assert [each and each.body for each in found] == [
        *(b"%d" % number for number in reversed(range(20))),
        b"one",
        None,
        b"3",
    ]


@pytest.mark.parametrize(
    ("beside", "news"),
    [([Change(ONE, 0, b"one")], None), ([Change(Key("attempts", "b"), 0, b"")], None), ([], b"told")],
)
async def test_anything_that_no_cluster_could_change_together_is_refused_on_every_store(
    another_process: AnotherProcess, beside: list[Change], news: bytes | None
) -> None:
    documents = (await another_process()).documents
    alone = Change(Key("attempts", "a"), 0, b"counted")
    with pytest.raises(ValueError, match="not in one slot of a cluster"):
        await documents.commit([alone, *beside], (), news)
    assert await documents.read([alone.key, ONE]) == [None, None]
    await documents.commit([alone])
    assert await documents.read([alone.key]) == [Document(alone.key, 1, b"counted")]


@pytest.mark.parametrize("late", [Change(ONE, 1, b"late"), Change(ONE, 0, b"late"), Change(ONE, 3), Unchanged(ONE, 1)])
async def test_a_commit_that_has_not_seen_the_newest_of_every_page_changes_nothing(
    another_process: AnotherProcess, late: Change | Unchanged
) -> None:
    documents = (await another_process()).documents
    await documents.commit([Change(ONE, 0, b"first")])
    await documents.commit([Change(ONE, 1, b"second")])
    with pytest.raises(Conflict):
        await documents.commit([Change(TWO, 0, b"beside it"), late], [IndexEntry("index", "member", 1)], b"told")
    assert await documents.read([ONE, TWO]) == [Document(ONE, 2, b"second"), None]
    assert await documents.listed("index", most=9) == []


async def test_anything_that_only_has_to_be_unchanged_stays_as_it_is(another_process: AnotherProcess) -> None:
    documents = (await another_process()).documents
    await documents.commit([Change(ONE, 0, b"first"), Unchanged(TWO, 0)])
    await documents.commit([Unchanged(ONE, 1), Change(TWO, 0, b"written")])
    assert await documents.read([ONE, TWO]) == [Document(ONE, 1, b"first"), Document(TWO, 1, b"written")]


async def test_anything_that_is_removed_may_be_written_again(another_process: AnotherProcess) -> None:
    documents = (await another_process()).documents
    await documents.commit([Change(ONE, 0, b"first")])
    await documents.commit([Change(ONE, 1)])
    assert await documents.read([ONE]) == [None]
    with pytest.raises(Conflict):
        await documents.commit([Change(ONE, 1, b"as if it were there")])
    await documents.commit([Change(ONE, 0, b"again")])
    assert await documents.read([ONE]) == [Document(ONE, 1, b"again")]


async def test_a_page_is_kept_for_as_long_as_the_newest_commit_says(another_process: AnotherProcess) -> None:
    documents = (await another_process()).documents
    await documents.commit([Change(ONE, 0, b"short", seconds=1), Change(TWO, 0, b"short", seconds=1)])
    await documents.commit([Change(TWO, 1, b"for ever")])
    assert [page and page.body for page in await documents.read([ONE, TWO])] == [b"short", b"for ever"]
    async with asyncio.timeout(SOON):
        while (await documents.read([ONE]))[0] is not None:  # noqa: ASYNC110 - the store's own clock is waited for
            await asyncio.sleep(0.05)
    assert await documents.read([TWO]) == [Document(TWO, 2, b"for ever")]
    await documents.commit([Change(ONE, 0, b"from the beginning")])


async def test_of_all_who_commit_at_once_exactly_one_wins_each_revision(another_process: AnotherProcess) -> None:
    document_stores = [(await another_process()).documents for _ in range(3)]
    won: list[int] = []

    async def count_up(number: int) -> None:
        documents = document_stores[number % 3]
        while True:
            page = (await documents.read([ONE]))[0]
            seen = 0 if page is None else page.revision
            if seen >= 30:
                return
            try:
                await documents.commit([Change(ONE, seen, b"%d" % number), Change(Key("won", str(seen)), 0, b"once")])
            except Conflict:
                continue
            won.append(seen)

    await asyncio.gather(*(count_up(number) for number in range(9)))
    assert sorted(won) == list(range(30))


class TestAnIndex:
    async def test_gives_its_members_in_the_order_of_their_numbers(self, another_process: AnotherProcess) -> None:
        documents = (await another_process()).documents
        times = {"late": 1_790_000_000_123.0, "early": 1_790_000_000_122.0, "low": -2.5, "b": 7.0, "a": 7.0}
        await documents.commit([], [IndexEntry("times", member, at) for member, at in times.items()])
        in_order = [(member, times[member]) for member in ("low", "a", "b", "early", "late")]
        assert await documents.listed("times", most=9) == in_order
        assert await documents.listed("times", most=9, highest_first=True) == in_order[::-1]
        assert await documents.listed("times", most=2, skip=1) == in_order[1:3]
        assert await documents.listed("times", most=2, low=7, high=1_790_000_000_122) == in_order[1:3]
        assert await documents.listed("times", most=1, high=8, highest_first=True, skip=1) == [("a", 7.0)]
        assert await documents.listed("another", most=9) == []

    async def test_says_where_one_member_stands(self, another_process: AnotherProcess) -> None:
        documents = (await another_process()).documents
        await documents.commit(
            [], [IndexEntry("ratings", "one", 1.5), IndexEntry("ratings", "two", 2**53), IndexEntry("other", "3", 3)]
        )
        asked = [await documents.number_of("ratings", member) for member in ("one", "two", "3")]
        assert asked == [1.5, 2**53, None]
        assert await documents.numbers_of("ratings", ["one", "two", "3"]) == asked
        assert await documents.numbers_of("ratings", []) == []
        assert await documents.number_of("nothing", "one") is None

    async def test_counts_its_members(self, another_process: AnotherProcess) -> None:
        documents = (await another_process()).documents
        await documents.commit([], [IndexEntry("ratings", str(rating), rating) for rating in (1, 2, 3)])
        assert await documents.count("ratings") == 3
        assert await documents.count("ratings", low=2) == 2
        assert await documents.count("ratings", high=0.5) == 0

    async def test_moves_and_loses_members(self, another_process: AnotherProcess) -> None:
        documents = (await another_process()).documents
        await documents.commit(
            [], [IndexEntry("a", "x", 1), IndexEntry("a", "y", 2), IndexEntry("a", "z", 3), IndexEntry("b", "x", 1)]
        )
        await documents.commit(
            [], [IndexEntry("a", "x", 9), IndexEntry("a", "z", None), IndexEntry("b", "unknown", None)]
        )
        assert await documents.listed("a", most=9) == [("y", 2.0), ("x", 9.0)]
        await documents.commit([], [IndexEntry("a", "w", 2.5), IndexSweep("a", 2.5)])
        assert await documents.listed("a", most=9) == [("w", 2.5), ("x", 9.0)]
        assert await documents.listed("b", most=9) == [("x", 1.0)]


class TestTelling:
    async def test_everybody_is_told_what_a_commit_tells_in_order(self, another_process: AnotherProcess) -> None:
        one, two = await another_process(), await another_process()
        mine: asyncio.Queue[bytes] = asyncio.Queue()
        theirs: asyncio.Queue[bytes] = asyncio.Queue()
        again: list[bytes] = []
        one.documents.set_callbacks(mine.put_nowait, lambda: None)
        two.documents.set_callbacks(theirs.put_nowait, lambda: None)
        two.documents.set_callbacks(again.append, lambda: None)
        await one.documents.commit([Change(ONE, 0, b"1")], news=EVERY_BYTE)
        with pytest.raises(Conflict):
            await one.documents.commit([Change(ONE, 0, b"1")], news=b"never")
        await two.documents.commit([Change(ONE, 1, b"2")])
        await two.documents.commit([], news=b"")
        for heard in (mine, theirs):
            assert [await next_of(heard), await next_of(heard)] == [EVERY_BYTE, b""]
        await until(lambda: again == [EVERY_BYTE, b""])


async def test_a_total_has_all_that_was_added_to_it_whoever_adds_at_once(another_process: AnotherProcess) -> None:
    stores = [(await another_process()).documents for _ in range(2)]
    added = [
        stores[number % 2].commit(
            [Change(Key("made", str(number)), 0, b"")], [IndexAddition("totals", "trees", number)]
        )
        for number in range(20)
    ]
    await asyncio.gather(*added)
    assert await stores[0].number_of("totals", "trees") == sum(range(20))
    with pytest.raises(Conflict):
        await stores[0].commit([Change(Key("made", "7"), 0, b"")], [IndexAddition("totals", "trees", 1000)])
    await stores[0].commit([], [IndexAddition("totals", "trees", -190), IndexAddition("totals", "leaves", 2**53)])
    assert await stores[1].listed("totals", most=9) == [("trees", 0), ("leaves", 2**53)]
