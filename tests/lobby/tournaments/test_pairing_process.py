"""A round is paired in a process of its own, with the same result."""

import sys

import pytest
from quarterdeck_server.lobby.tournaments import pairing_process
from quarterdeck_server.lobby.tournaments.pairing_process import PairingError, paired
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.tournament_field import Candidate, Field


def _field(number: int) -> Field:
    fresh = [Candidate(number=each, score=0, opponents=(), seats=()) for each in range(1, number + 1)]
    return Field(round=1, rounds=3, first_seat=0, candidates=tuple(fresh))


async def test_the_process_pairs_as_the_function_does() -> None:
    assert await paired(_field(7)) == pair(_field(7))


async def test_a_process_that_fails_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(PairingError):
        await pairing_process.paired(_field(4))
