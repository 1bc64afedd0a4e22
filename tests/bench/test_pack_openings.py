"""`pack_openings.py` measures what it says, in a store of its own, and holds what packs promise."""

import json

from bench.pack_openings import main
from click.testing import CliRunner


def test_a_pack_takes_four_round_trips_at_most_and_all_are_opened() -> None:
    result = CliRunner().invoke(main, ["--openings", "100", "--copies", "10000", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.output.splitlines()[-1])
    assert (found["openings"], found["copies"]) == (100, 10_000)
    assert found["round_trips"] <= 4
    assert found["cpu_ms"] > 0
    assert found["load_ms"] > 0
