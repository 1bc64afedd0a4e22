"""`crowd_costs.py`: no work grows faster than the number of people, and an arrival costs the same beside any."""

from bench.crowd_costs import costs_of

FLAT = {
    "an arrival of a guest",
    "online players, every 5 s",
    "a round of quick match, every 2 s",
    "announcements, every 2 s",
}
"""What is the same beside any number of people."""


async def test_no_work_grows_faster_than_the_number_of_people() -> None:
    few, many = await costs_of(40), await costs_of(120)
    for name, cost in many.items():
        most = 1.1 if name in FLAT else 3.1
        assert cost.instructions <= most * few[name].instructions, name
