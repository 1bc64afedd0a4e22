"""When a line is left for its silence, in turns."""

from quarterdeck_client.transport.silence import TURNS, TURNS_UNTIL_ASKED, Silence, Verdict


def verdicts(silence: Silence, turns: int, *, is_due: bool = True) -> list[Verdict]:
    return [silence.turn(is_due=is_due) for _ in range(turns)]


def test_it_is_asked_when_half_has_passed_and_left_when_all_of_it_has() -> None:
    silence = Silence()
    nothing = [Verdict.NOTHING]
    asked = [*nothing * (TURNS_UNTIL_ASKED - 1), Verdict.ASK, *nothing * (TURNS - TURNS_UNTIL_ASKED - 1)]
    assert verdicts(silence, TURNS - 1) == asked
    assert not silence.is_too_long
    assert verdicts(silence, 1) == [Verdict.LEAVE]
    assert silence.is_too_long


def test_anything_that_is_heard_begins_it_again() -> None:
    silence = Silence()
    for _ in range(3):
        assert Verdict.LEAVE not in verdicts(silence, TURNS - 1)
        silence.reset()
    assert verdicts(silence, TURNS)[-1] is Verdict.LEAVE


def test_nobody_is_asked_while_no_word_is_due_and_the_whole_time_counts_from_when_it_is() -> None:
    silence = Silence()
    assert set(verdicts(silence, 3 * TURNS, is_due=False)) == {Verdict.NOTHING}
    assert verdicts(silence, TURNS).index(Verdict.LEAVE) == TURNS - 1
