"""Visibility: the players of a match know at once, everybody else later; and everything asks this one value."""

import re
from pathlib import Path

import pytest
from quarterdeck_protocol.lobby.tables import SpectatorDelay
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.transcripts.visibility import NEVER, Visibility, behind, of_end

ADA, BO = PlayerId("ada"), PlayerId("bo")
SERVER = Path(__file__).parents[3] / "server" / "quarterdeck_server"


def test_insiders_know_at_once_and_others_from_the_time_on() -> None:
    seen = Visibility((ADA,), Milliseconds(100))
    known = {(who, now): seen.is_open_to(who, Milliseconds(now)) for who in (ADA, BO, None) for now in (99, 100)}
    assert [key for key, is_known in known.items() if not is_known] == [(BO, 99), (None, 99)]
    assert (seen.is_open_to_all(Milliseconds(99)), seen.is_open_to_all(Milliseconds(100))) == (False, True)


@pytest.mark.parametrize(
    ("delay", "running", "ended"),
    [
        (SpectatorDelay.NONE, 0, 0),
        (SpectatorDelay.HALF_A_MINUTE, 30_000, 30_000),
        (SpectatorDelay.THREE_MINUTES, 180_000, 180_000),
        (SpectatorDelay.END, NEVER, 0),
    ],
)
def test_others_are_behind_by_the_delay_of_the_table(delay: SpectatorDelay, running: int, ended: int) -> None:
    assert (behind(delay, is_running=True), behind(delay, is_running=False)) == (running, ended)
    assert of_end(delay, Milliseconds(5), (ADA,)) == Visibility((ADA,), Milliseconds(5 + ended if ended else 0))


def test_without_a_delay_a_clock_that_is_behind_hides_no_end() -> None:
    assert of_end(SpectatorDelay.NONE, Milliseconds(1_000), ()).is_open_to_all(Milliseconds(600))


DECLARING = {
    "evaluation/capacity/mixed_load.py": "opens a table as a client does",
    "lobby/tables/model.py": "the setting of a table",
    "lobby/tables/repository.py": "into the log of the match",
    "lobby/tables/service.py": "the usual one, if a player sends none",
    "lobby/tables/setups.py": "checked as a player sends it",
    "lobby/tournaments/tournament_log.py": "into the log of the tournament",
}
"""Modules that handle the setting itself."""


def _naming(pattern: str) -> set[str]:
    paths = [path for path in SERVER.rglob("*.py") if "docs_build" not in path.parts]
    return {path.relative_to(SERVER).as_posix() for path in paths if re.search(pattern, path.read_text("utf-8"))}


def test_no_module_computes_with_the_delay_itself() -> None:
    assert _naming(r"\bSpectatorDelay\b") <= set(DECLARING)
    assert _naming(r"\bdelay\.span\b") == set()


def test_no_module_compares_times_to_see_who_may_know() -> None:
    times = r"(\.others_from|hidden\.until|\bspan\b)"
    assert _naming(rf"\bnow\s*(<|>=|<=|>)\s*[\w.]*{times}|{times}\s*(<|>=|<=|>)\s*now\b") == set()
