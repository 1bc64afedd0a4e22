"""The bench of the live list, on a small scale: everybody hears of every change."""

from click.testing import CliRunner
from quarterdeck_server.bench.lobby_list import main


def test_every_follower_hears_of_every_change() -> None:
    options = ["--followers", "6", "--audiences", "2", "--rate", "20", "--seconds", "1", "--store", "memory"]
    done = CliRunner().invoke(main, options)
    assert done.exit_code == 0, done.output
    assert "heard   120 of 120 · 0 lost · 0 let go" in done.output
    assert "6 followers with 2 filters, 20 changes a second for 1 s" in done.output
