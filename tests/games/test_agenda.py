"""What is still to be done in a decision: in which order, and when it has to wait."""

from msgspec.structs import replace
from quarterdeck_games.agenda import AgendaScribe
from quarterdeck_games.game import Secret


class State(Secret, frozen=True, kw_only=True):
    asked: str | None = None
    ended: str | None = None


def evolve(state: State, event: str) -> State:
    return replace(state, ended=event) if event == "over" else replace(state, asked=event)


def scribe(*tasks: str) -> AgendaScribe[State, str, str]:
    made: AgendaScribe[State, str, str] = AgendaScribe(evolve, State())
    made.last(*tasks)
    return made


def test_anything_that_comes_first_is_done_in_its_order_before_all_that_was_there_and_what_comes_last_after_it() -> (
    None
):
    decision = scribe("c")
    decision.first("a", "b")
    decision.last("d", "e")
    assert list(decision.due()) == ["a", "b", "c", "d", "e"]
    assert decision.agenda == []


def test_anything_that_a_task_sets_off_first_is_done_before_the_next_one() -> None:
    decision, done = scribe("a", "b"), []
    for task in decision.due():
        done.append(task)
        if task == "a":
            decision.first("from a")
    assert done == ["a", "from a", "b"]


def test_nothing_is_due_any_more_when_a_player_is_asked_or_the_match_is_over() -> None:
    for event in ("which?", "over"):
        decision, done = scribe("a", "b"), []
        for task in decision.due():
            done.append(task)
            decision.record(event)
        assert (done, decision.agenda, decision.events) == (["a"], ["b"], [event])


def test_anything_that_is_postponed_is_the_task_at_hand_and_then_all_that_was_left() -> None:
    decision = scribe("b", "c")
    assert decision.postponed("a") == ("a", "b", "c")
    assert decision.agenda == []
