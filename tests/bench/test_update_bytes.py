"""`update_bytes.py` measures what is asked for, the same in every run, and holds the bounds."""

import json
import re

import pytest
from bench.update_bytes import main, measure
from click.testing import CliRunner
from quarterdeck_server.evaluation.matches import SHIPPED


def test_it_prints_every_form_and_what_it_is_made_of() -> None:
    command = ["density-deck", "--matches", "1", "--json"]
    printed, again = (CliRunner().invoke(main, command) for _ in range(2))
    assert printed.exit_code == 0, printed.output
    (*lines, last), (*same, _) = printed.output.splitlines(), again.output.splitlines()
    is_the_same = re.compile(r"(?!  µs|  kept)").match
    assert list(filter(is_the_same, lines)) == list(filter(is_the_same, same))
    for form in ("whole updates", "patches", "whole, compressed", "patches, compressed"):
        assert any(line.startswith(f"  {form} ") for line in lines)
    figures = json.loads(last)["density-deck"]
    assert figures["whole_parts"].keys() >= {"view", "choices", "events", "players", "envelope"}
    assert figures["microseconds"].keys() == {"whole", "patched", "compress whole", "compress patched"}
    assert figures["patched_parts"].keys() >= {"first", "view", "choices", "events", "envelope"}


@pytest.mark.parametrize("game", SHIPPED)
def test_patches_in_compressed_frames_cost_at_most_a_tenth(game: str) -> None:
    figures = measure(game, 1 if game == "myacards" else 2)
    assert figures.both < figures.whole / 10
    assert figures.compressed < figures.whole / 10
    assert figures.patched < 0.6 * figures.whole
    assert figures.kept < 8 * 1024
