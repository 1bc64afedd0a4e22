"""`quarterdeck bench memory` measures what it says, in a store of its own, and holds the bound for packed matches."""

import json

from click.testing import CliRunner
from quarterdeck_server.__main__ import main
from quarterdeck_server.evaluation.matches import SHIPPED


def test_a_packed_match_takes_at_most_a_sixth_in_every_game_of_the_house() -> None:
    # a match of MYACARDS that is over on turn 2 says too little to be packed so well; this one is not
    printed = CliRunner().invoke(
        main, ["bench", "memory", "--matches", "1", "--players", "20", "--seed", "3", "--json"]
    )
    assert printed.exit_code == 0, printed.output
    *lines, last = printed.output.splitlines()
    figures = json.loads(last)
    assert [line.split()[0] for line in lines[1:5]] == list(SHIPPED) == list(figures["matches"])
    for each in figures["matches"].values():
        assert each["stream"] > each["said"] > 0
        assert 6 * each["packed"] < each["stream"]
        assert abs(each["archived"] - each["packed"]) < 1024
        assert 0 < each["lobby"] < 8192
    assert 0 < figures["players"]["guest"] < figures["players"]["account"] < 4096
    assert lines[-1].startswith("a guest: ")
