"""How codes are written, what is kept of them, and how long somebody waits who guesses."""

import secrets

import pytest
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.code_records import (
    DIGITS,
    FREE_A_PLAYER,
    LONGEST_WAIT,
    GuessesRecord,
    fresh,
    hashed,
)

NOW = Milliseconds(1_800_000_000_000)


def test_a_code_is_four_groups_of_four_that_nobody_mistakes_for_one_another() -> None:
    code = fresh(secrets)
    assert [len(group) for group in code.split("-")] == [4, 4, 4, 4]
    assert set(code.replace("-", "")) <= set(DIGITS)
    assert not set(DIGITS) & set("OILU"), "what looks or sounds like another"
    assert len(DIGITS) == 32


@pytest.mark.parametrize(
    "typed",
    ["ktcr-15sy-cpen-7fn0", "KTCR15SYCPEN7FN0", " ktcr 15sy cpen 7fn0 ", "KTCR-I5SY-CPEN-7FNO", "ktcr–l5sy—cpen_7fno."],
)
def test_however_a_code_is_typed_it_is_the_same(typed: str) -> None:
    assert hashed(typed) == hashed("KTCR-15SY-CPEN-7FN0")


def test_another_code_is_another_one_and_none_can_be_read_from_what_is_kept() -> None:
    assert hashed("KTCR-15SY-CPEN-7FN1") != hashed("KTCR-15SY-CPEN-7FN0")
    assert "KTCR" not in hashed("KTCR-15SY-CPEN-7FN0").upper()
    assert hashed("\udcff"), "what is no letter at all is a code that there is not"


def test_a_player_who_is_wrong_again_and_again_waits_longer_each_time() -> None:
    guesses, waits = GuessesRecord(), []
    for _ in range(FREE_A_PLAYER + 14):
        guesses = guesses.once_more(NOW, FREE_A_PLAYER)
        waits.append((guesses.until - NOW) // 1000)
    assert waits[: FREE_A_PLAYER - 1] == [0] * (FREE_A_PLAYER - 1)
    assert waits[FREE_A_PLAYER - 1 :][:5] == [1, 2, 4, 8, 16]
    assert waits[-1] == LONGEST_WAIT


def test_the_wait_is_said_and_over_when_it_is_over() -> None:
    guesses = GuessesRecord(9, Milliseconds(NOW + 2_500))
    with pytest.raises(CommandRefused) as refused:
        guesses.check(NOW)
    assert (refused.value.code, refused.value.retry_in, refused.value.remaining) == (RefusalCode.SLOW_DOWN, 2_500, 0)
    guesses.check(Milliseconds(NOW + 2_500))
