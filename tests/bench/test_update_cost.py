"""`update_cost.py` plays the same matches in every form, and tells them apart by what was sent."""

import json

from bench.update_cost import FORMS, main
from click.testing import CliRunner

SMALL = ["--matches", "2", "--rounds", "2", "--actions", "2", "--store", "memory"]


def test_it_measures_every_form_against_whole_updates() -> None:
    printed = CliRunner().invoke(main, ["density-deck", *SMALL, "--json"])
    assert printed.exit_code == 0, printed.output
    *lines, last = printed.output.splitlines()
    costs = json.loads(last)["density-deck"]
    assert list(costs) == list(FORMS)
    assert [line.split("  ")[1] for line in lines[1:]] == list(FORMS)
    assert costs["whole"]["ratio"] == 1
    assert all(cost["microseconds"] > 0 for cost in costs.values())
    assert costs["patches"]["bytes"] < costs["whole"]["bytes"]
    assert costs["whole, compressed"]["bytes"] < costs["whole"]["bytes"] / 3
