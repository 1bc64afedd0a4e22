"""`quarterdeck bench`, short."""

import json
import subprocess
import sys

PROMISED = {"actions_per_second", "p50_ms", "p95_ms", "p99_ms", "lost", "server_cpu", "server_rss"}


def _bench(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "quarterdeck_server", "bench", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


def test_tiny_loses_no_update_and_says_what_the_server_used() -> None:
    ended = _bench("tiny", "--matches", "5", "--seconds", "1", "--json")
    assert (ended.returncode, ended.stderr) == (0, "")
    figures = json.loads(ended.stdout.splitlines()[-1])
    assert set(figures) >= PROMISED
    assert (figures["lost"], figures["refused"], figures["connections"]) == (0, 0, 10)
    assert figures["actions"] > 0
    assert 0 < figures["p50_ms"] <= figures["p95_ms"] <= figures["p99_ms"]


def test_density_deck_is_played_match_after_match_by_four() -> None:
    ended = _bench("density-deck", "--matches", "2", "--seconds", "1.5", "--store", "memory", "--json")
    assert (ended.returncode, ended.stderr) == (0, "")
    figures = json.loads(ended.stdout.splitlines()[-1])
    assert (figures["lost"], figures["refused"], figures["connections"]) == (0, 0, 8)
    assert figures["actions"] > 0


def test_a_game_that_is_not_there_is_said_in_a_sentence() -> None:
    ended = _bench("whist", "--matches", "1", "--seconds", "1", "--store", "memory")
    assert ended.returncode == 1
    assert "does not offer `whist`" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_server_that_is_not_there_is_said_in_a_sentence() -> None:
    ended = _bench("tiny", "--url", "http://127.0.0.1:9", "--matches", "1", "--seconds", "1")
    assert ended.returncode == 1
    assert "broke off" in ended.stderr
    assert "Traceback" not in ended.stderr
