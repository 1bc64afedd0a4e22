"""What a process counts: of games that it knows, of one that turns up, and of actions on their way to their senders."""

from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.metrics import MOST_OBSERVED, MOST_UNSENT, OUTCOMES, Histogram, Metrics


def test_a_number_falls_into_the_first_bound_that_is_not_below_it() -> None:
    histogram = Histogram((1.0, 2.0))
    for number in (0.0, 1.0, 1.5, 2.0, 2.5, 100.0):
        histogram.observe(number)
    assert histogram.counts == [2, 2, 2]
    assert histogram.sum == 107.0


def test_however_many_are_observed_few_are_remembered_one_by_one() -> None:
    histogram = Histogram((0.5,))
    for number in range(3 * MOST_OBSERVED + 1):
        histogram.observe(number % 2)
    assert len(histogram._observed) == 1
    assert (histogram.counts, histogram.sum) == ([3 * MOST_OBSERVED // 2 + 1, 3 * MOST_OBSERVED // 2], 768.0)


def test_every_game_outcome_and_code_is_there_before_anything_has_happened() -> None:
    metrics = Metrics(["tiny"])
    assert set(metrics.of("tiny").actions) == set(OUTCOMES)
    assert set(metrics.refusals) == {code.value for code in RefusalCode}
    assert metrics.of("tiny") is metrics.games["tiny"]
    assert metrics.of("another") is metrics.games["another"]


def test_an_action_is_timed_until_the_send_queues_have_been_emptied_and_only_once() -> None:
    metrics = Metrics(["tiny"])
    game = metrics.of("tiny")
    metrics.flushed()
    metrics.answered(game, 0.0)
    assert sum(game.sent.counts) == 0
    metrics.flushed()
    metrics.flushed()
    assert sum(game.sent.counts) == 1
    assert game.sent.sum > 0


def test_actions_that_nobody_ever_sends_take_no_more_than_so_much_room() -> None:
    metrics = Metrics(["tiny"])
    for _ in range(MOST_UNSENT + 5):
        metrics.answered(metrics.of("tiny"), 0.0)
    metrics.flushed()
    assert sum(metrics.of("tiny").sent.counts) == MOST_UNSENT


def test_a_player_who_traces_an_action_is_told_when_its_answer_has_been_sent() -> None:
    class Trace:
        def __init__(self) -> None:
            self.sent_at: list[float] = []

        def sent(self, at: float) -> None:
            self.sent_at.append(at)

    metrics, trace = Metrics(["tiny"]), Trace()
    metrics.answered(metrics.of("tiny"), 1.0, trace)
    metrics.flushed()
    assert [metrics.of("tiny").sent.sum + 1.0] == trace.sent_at
