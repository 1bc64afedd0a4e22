"""Whoever shares a queue: addresses take turns, then players, and a full queue is shared as well."""

import asyncio

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import MOST_SAVED, FairQueue, FairTurns, Sharer, Turn

CROWD = [Sharer("192.0.2.1", f"guest-{number}") for number in range(3)]
ALONE = Sharer("192.0.2.9", "ada")
NEIGHBOUR = Sharer("192.0.2.1", "bo")


def taken(queue: FairQueue, names: dict[int, str]) -> list[str]:
    found = []
    while (turn := queue.take()) is not None:
        found.append(names[id(turn)])
    return found


async def test_addresses_take_turns_and_then_the_players_of_each() -> None:
    queue, names, kept = FairQueue(100), dict[int, str](), list[Turn]()
    for number in range(2):
        for sharer in (*CROWD, NEIGHBOUR, ALONE):
            turn = queue.put(sharer)
            assert turn is not None
            kept.append(turn)
            names[id(turn)] = f"{sharer.player} {number}"
    assert len(queue) == 10
    expected = ["guest-0 0", "ada 0", "guest-1 0", "ada 1", "guest-2 0", "bo 0", "guest-0 1", "guest-1 1", "guest-2 1"]
    assert taken(queue, names) == [*expected, "bo 1"]
    assert (len(queue), queue.addresses) == (0, 0)


async def test_a_decision_of_an_address_with_few_is_never_behind_more_than_one_of_another() -> None:
    queue = FairQueue(1_000)
    for number in range(500):
        queue.put(CROWD[number % 3])
    own = queue.put(ALONE)
    assert own is not None
    assert own in (queue.take(), queue.take())


async def test_a_player_who_has_had_less_comes_first_and_saves_up_only_a_little() -> None:
    queue = FairQueue(100)
    for _ in range(20):
        queue.put(CROWD[0])
        queue.take()
        queue.charge(CROWD[0], 5.0)
    busy = [queue.put(CROWD[0]) for _ in range(3)]
    first = queue.put(ALONE)
    assert queue.take() is first
    queue.charge(ALONE, 2 * MOST_SAVED)
    queue.put(ALONE)
    assert queue.take() is busy[0]


async def test_a_player_who_was_alone_for_long_is_as_well_off_as_newcomers() -> None:
    for crowd in (CROWD, [Sharer(f"192.0.2.{number}", "guest") for number in range(3)]):
        innocent = NEIGHBOUR if crowd is CROWD else ALONE
        queue, turns = FairQueue(100), FairTurns(1, 100)
        turns.queue = queue
        for _ in range(200):
            assert await turns.take(innocent)
            turns.release(innocent, 0.5)
        names = {id(queue.put(sharer)): sharer for _ in range(50) for sharer in crowd}
        own = queue.put(innocent)
        served = [queue.take()]
        while served[-1] is not own:
            queue.charge(names[id(served[-1])], 1.0)
            served.append(queue.take())
        assert len(served) <= 4, f"{len(served) - 1} of newcomers were served first"


async def test_it_remembers_nobody_who_is_as_well_off_as_a_stranger() -> None:
    queue = FairQueue(100)
    for number in range(500):
        sharer = Sharer(f"192.0.2.{number}", "guest")
        queue.put(sharer)
        queue.take()
        queue.charge(sharer, 1.0)
    queue.put(ALONE)
    queue.take()
    queue.charge(ALONE, 1_000.0)
    queue.put(ALONE)
    queue.take()
    queue.charge(ALONE, 1.0)
    assert set(queue._addresses.had) == set(queue._players) == {ALONE.address}


async def test_where_the_queue_is_full_the_address_with_most_gives_one_up() -> None:
    queue = FairQueue(4)
    turns = [queue.put(CROWD[0]) for _ in range(4)]
    assert queue.put(CROWD[0]) is None
    own = queue.put(ALONE)
    assert own is not None
    assert [turn is not None and turn.done() for turn in turns] == [False, False, False, True]
    assert turns[3] is not None
    assert turns[3].result() is False
    assert (len(queue), queue.waiting_at(ALONE.address), queue.waiting_at(CROWD[0].address)) == (4, 1, 3)


async def test_where_the_queue_is_full_of_one_address_its_player_with_most_gives_one_up() -> None:
    queue = FairQueue(4)
    turns = [queue.put(CROWD[0]) for _ in range(4)]
    assert queue.put(NEIGHBOUR) is not None
    assert [turn is not None and turn.done() for turn in turns] == [False, False, False, True]
    assert (queue.waiting_of(NEIGHBOUR), queue.waiting_of(CROWD[0]), queue.others_at(NEIGHBOUR)) == (1, 3, 1)


async def test_a_player_who_waits_no_longer_has_no_turn() -> None:
    queue = FairQueue(4)
    first, second = queue.put(ALONE), queue.put(ALONE)
    assert first is not None
    queue.drop(ALONE, first)
    queue.drop(ALONE, first)
    assert (queue.take(), queue.take()) == (second, None)


async def test_a_player_who_gives_up_as_a_turn_comes_takes_it_from_nobody() -> None:
    turns, order = FairTurns(1, 10), list[str]()

    async def wait(name: str, sharer: Sharer) -> None:
        if await turns.take(sharer):
            order.append(name)
            turns.release(sharer, 0.0)

    assert await turns.take(ALONE)
    given_up, other = asyncio.create_task(wait("given up", CROWD[0])), asyncio.create_task(wait("other", NEIGHBOUR))
    await asyncio.sleep(0)
    given_up.cancel()
    turns.release(ALONE, 0.0)  # before the task that was cancelled hears of it
    await asyncio.gather(given_up, other, return_exceptions=True)
    given_up = asyncio.create_task(wait("given up", CROWD[0]))
    await turns.take(ALONE)
    await asyncio.sleep(0)
    turns.release(ALONE, 0.0)
    given_up.cancel()  # after its turn has come
    await asyncio.gather(given_up, return_exceptions=True)
    assert await turns.take(ALONE)
    assert (order, turns.waiting) == (["other"], 0)


async def test_a_player_who_gives_up_while_the_queue_is_full_is_no_one_to_send_away() -> None:
    turns = FairTurns(1, 2)
    assert await turns.take(ALONE)
    waiting = [asyncio.create_task(turns.take(CROWD[0])) for _ in range(2)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    own = asyncio.create_task(turns.take(NEIGHBOUR))
    await asyncio.wait(waiting[1:])
    await asyncio.sleep(0)
    turns.release(ALONE, 0.0)
    assert await waiting[0]
    turns.release(CROWD[0], 0.0)
    assert await own


async def test_an_address_that_has_had_much_comes_after_one_that_has_had_little() -> None:
    turns, order = FairTurns(1, 100), list[str]()

    async def work(sharer: Sharer) -> None:
        async with turns.turn(sharer, "full"):
            order.append(sharer.player)
            await asyncio.sleep(0)

    await asyncio.gather(*(work(CROWD[0]) for _ in range(20)), work(ALONE))
    assert order.index("ada") <= 2


async def test_a_player_who_finds_no_room_is_told_when_to_come_again_and_an_innocent_finds_some() -> None:
    turns = FairTurns(1, 3)

    async def work(sharer: Sharer) -> str:
        try:
            async with turns.turn(sharer, "full"):
                await asyncio.sleep(0)
                return sharer.player
        except CommandRefused as refusing:
            return f"{refusing.text} {refusing.code.value} {refusing.retry_in}"

    done = await asyncio.gather(*(work(CROWD[0]) for _ in range(6)), work(ALONE))
    assert done == ["guest-0"] * 3 + ["full too_many 1000"] * 3 + ["ada"]
