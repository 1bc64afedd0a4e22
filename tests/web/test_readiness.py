"""Whether a process wants to be sent more, by itself; over HTTP and sockets `test_drain.py` has it."""

import pytest
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.web.readiness import Readiness, State


async def _answers() -> None:
    """Be a store that is there."""


def test_a_process_that_serves_takes_conversations() -> None:
    readiness = Readiness(_answers)
    assert readiness.state is State.SERVING
    readiness.check()


def test_a_process_that_drains_takes_none_and_says_that_it_may_be_tried_again() -> None:
    readiness = Readiness(_answers)
    readiness.state = State.DRAINING
    with pytest.raises(CommandRefused) as refused:
        readiness.check()
    assert (refused.value.code, str(refused.value)) == (RefusalCode.UNAVAILABLE, "This process is about to stop.")
