"""The model of what matches cost: what its formula says in simple cases."""

import pytest
from click.testing import CliRunner
from quarterdeck_server.commands.capacity_benches import bench_capacity
from quarterdeck_server.evaluation.capacity.estimate import Load, Measured, processes_of_a_match, reckoned

MEASURED = Measured(
    idle_server=0.1,
    busy_server=0.2,
    half_busy_server=50.0,
    action=1e-3,
    rung=5e-4,
    idle_node=0.01,
    busy_node=0.03,
    half_busy_node=50.0,
    append=1e-4,
    begun=0.6,
    passed_on=2e-5,
    server=1_000.0,
    match=100.0,
    connection=10.0,
    entry=3.0,
    update=7.0,
    appended=20.0,
    rung_bytes=4.0,
)


@pytest.mark.parametrize(
    ("seats", "servers", "processes"), [(2, 1, 1.0), (1, 5, 1.0), (2, 2, 1.5), (2, 4, 1.75), (4, 2, 1.875)]
)
def test_a_match_is_held_where_its_seats_are_connected(seats: int, servers: int, processes: float) -> None:
    assert processes_of_a_match(seats, servers) == pytest.approx(processes)


def test_a_single_server_pays_for_its_actions_and_for_being_there() -> None:
    cost = reckoned(Load(matches=100, actions=0.5), MEASURED)
    assert cost.rate == 50
    assert cost.server_cores == pytest.approx(0.1 + 0.2 / 2 + 50 * 1e-3)
    assert cost.store_cores == pytest.approx(0.01 + 0.03 / 2 + 50 * 1e-4)
    assert cost.lobby_cores == pytest.approx(100 / 600 * 0.6)
    assert cost.server_memory == pytest.approx(1_000 + 100 * (100 + 2 * 10))
    assert cost.store_memory == pytest.approx(300 * 50 * 3)
    assert (cost.to_players, cost.store_lines) == (50 * 2 * 7, 50 * 20)


def test_a_second_server_is_rung_with_half_of_the_actions() -> None:
    cost = reckoned(Load(matches=100, actions=0.5, servers=2, nodes=3, game=2.0), MEASURED)
    assert cost.server_cores == pytest.approx(2 * (0.1 + 0.2 / 3) + 50 * (2e-3 + 0.5 * 1e-3))
    assert cost.store_cores == pytest.approx(3 * (0.01 + 0.03 / 4) + 50 * (1e-4 + 0.5 * 2e-5))
    assert cost.server_memory == pytest.approx(2 * 1_000 + 100 * (1.5 * 100 + 2 * 10))
    assert cost.store_lines == pytest.approx(50 * (20 + 0.5 * 4))


def test_where_nothing_happens_everything_is_idle() -> None:
    cost = reckoned(Load(matches=100, actions=0.0, servers=2), MEASURED)
    assert (cost.server_cores, cost.store_cores, cost.to_players) == (0.2, 0.01, 0)


def test_it_is_printed_for_what_is_asked() -> None:
    printed = CliRunner().invoke(bench_capacity, ["--matches", "1000", "--servers", "4", "--nodes", "3"])
    assert printed.exit_code == 0
    first, *_ = printed.output.splitlines()
    assert first == "1,000 matches of 2, 0.2 actions a second each: 200 a second"
    assert "4 processes" in printed.output
    assert "3 nodes" in printed.output
