"""`quarterdeck bench growth`, with short matches."""

import json

from click.testing import CliRunner
from quarterdeck_server.__main__ import main


def test_it_says_what_long_matches_cost() -> None:
    short = ["--entries", "150", "--entries", "300", "--index", "5", "--matches", "60", "--rounds", "1"]
    said = CliRunner().invoke(main, ["bench", "growth", *short, "--json"])
    assert said.exit_code == 0, said.output
    *lines, found = said.stdout.splitlines()
    assert len(lines) == 8
    measured = json.loads(found)
    assert [*measured["opened"], *measured["folded"], *measured["actions"]] == ["150", "300", "150", "300", "5"]
    assert measured["transcript_bytes"] > 500_000
    assert measured["replay_bytes"] > 500_000
    assert (measured["export"]["matches"], measured["export"]["packs"], measured["export"]["lines"]) == (60, 60, 15)
    assert measured["export"]["size"] > 50_000
    once = (measured["transcript"], measured["replay"], measured["export"]["held"])
    for held in (*measured["opened"].values(), *measured["folded"].values(), *once):
        assert held["longest"] > 0
        assert held["total"] > 0
