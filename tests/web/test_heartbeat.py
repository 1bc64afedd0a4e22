"""One timer for the pings of all connections."""

import asyncio

from quarterdeck_server.web.heartbeat import SLOTS, Heartbeat
from servers import soon

AN_HOUR = 3600.0


class Client:
    """A connection whose client answers, or does not."""

    def __init__(self, *, answers: bool = True) -> None:
        self.owes_a_pong = False
        self.pings = 0
        self.is_given_up = False
        self._answers = answers

    def ping(self) -> None:
        self.pings += 1
        self.owes_a_pong = not self._answers

    def give_up(self) -> None:
        self.is_given_up = True


async def test_everybody_is_pinged_once_in_a_round_and_at_their_own_time() -> None:
    wheel = Heartbeat(AN_HOUR)
    first, second = Client(), Client()
    wheel.add(first)
    wheel.turn()
    wheel.add(second)
    for _ in range(SLOTS - 1):
        wheel.turn()
    assert (first.pings, second.pings) == (1, 0)
    wheel.turn()
    assert (first.pings, second.pings) == (1, 1)


async def test_a_crowd_that_comes_at_once_is_not_pinged_at_once() -> None:
    """As when a process has died, and all who were connected to it come back within a second."""
    wheel = Heartbeat(AN_HOUR)
    crowd = [Client() for _ in range(10 * SLOTS)]
    slots = [wheel.add(client) for client in crowd]
    for _ in range(SLOTS):
        before = sum(client.pings for client in crowd)
        wheel.turn()
        assert sum(client.pings for client in crowd) == before + 10
    assert {client.pings for client in crowd} == {1}
    wheel.remove(crowd[0], slots[0])
    assert wheel.add(Client()) == slots[0], "where others have left there is room"


async def test_a_caller_who_does_not_answer_for_half_a_round_is_given_up_and_nobody_else() -> None:
    wheel = Heartbeat(AN_HOUR)
    there, gone = Client(), Client(answers=False)
    wheel.add(gone)
    wheel.add(there)
    for _ in range(SLOTS + SLOTS // 2 - 1):
        wheel.turn()
    assert not gone.is_given_up
    wheel.turn()
    assert (there.is_given_up, gone.is_given_up) == (False, True)


async def test_a_caller_who_has_left_is_pinged_no_more() -> None:
    wheel = Heartbeat(AN_HOUR)
    left = Client()
    wheel.remove(left, wheel.add(left))
    for _ in range(2 * SLOTS):
        wheel.turn()
    assert left.pings == 0


async def test_it_turns_by_itself_as_long_as_somebody_is_there() -> None:
    wheel = Heartbeat(0.0)
    client = Client()
    slot = wheel.add(client)
    await soon(lambda: client.pings > 2)
    wheel.remove(client, slot)
    await soon(lambda: wheel._timer is None)
    again = Client()
    wheel.add(again)
    await soon(lambda: again.pings > 0)
    assert client.pings < again.pings + client.pings
    await asyncio.sleep(0)
