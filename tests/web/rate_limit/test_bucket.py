"""How a bucket is emptied and fills."""

from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_server.web.rate_limit.bucket import Bucket


@given(per_minute=st.integers(1, 6_000), most=st.integers(1, 1_000), began=st.floats(0, 1e7), tries=st.integers(0, 50))
def test_a_caller_who_waits_as_long_as_is_told_may(per_minute: int, most: int, began: float, tries: int) -> None:
    bucket = Bucket(per_minute / 60, most)
    now = began
    for _ in range(most):
        assert bucket.take(now)
    for _ in range(tries):
        assert not bucket.take(now)
        now += bucket.until_one / 1000
        assert bucket.take(now)


@given(
    per_minute=st.integers(1, 6_000),
    most=st.integers(1, 100),
    steps=st.lists(st.tuples(st.floats(0, 30), st.integers(1, 200)), max_size=20),
)
def test_nobody_has_more_than_all_at_once_and_what_has_come_since(
    per_minute: int, most: int, steps: list[tuple[float, int]]
) -> None:
    bucket, began = Bucket(per_minute / 60, most), 1_000.0
    now, taken = began, 0
    for wait, tries in steps:
        now += wait
        taken += sum(bucket.take(now) for _ in range(tries))
        assert taken <= most + (now - began) * per_minute / 60 + 0.001
