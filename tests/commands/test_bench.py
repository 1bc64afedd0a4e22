"""`quarterdeck bench`, short."""

import json

from forked_programs import ran

PROMISED = {"actions_per_second", "p50_ms", "p95_ms", "p99_ms", "lost", "server_cpu", "server_rss"}


async def _bench(*arguments: str) -> tuple[int, str, str]:
    return await ran("bench", *arguments)


async def test_tiny_loses_no_update_and_says_what_the_server_used() -> None:
    status, written, complaints = await _bench("tiny", "--matches", "5", "--seconds", "1", "--json")
    assert (status, complaints) == (0, "")
    figures = json.loads(written.splitlines()[-1])
    assert set(figures) >= PROMISED
    assert (figures["lost"], figures["refused"], figures["connections"]) == (0, 0, 10)
    assert figures["actions"] > 0
    assert 0 < figures["p50_ms"] <= figures["p95_ms"] <= figures["p99_ms"]


async def test_density_deck_is_played_match_after_match_by_four() -> None:
    status, written, complaints = await _bench(
        "density-deck", "--matches", "2", "--seconds", "1.5", "--store", "memory", "--json"
    )
    assert (status, complaints) == (0, "")
    figures = json.loads(written.splitlines()[-1])
    assert (figures["lost"], figures["refused"], figures["connections"]) == (0, 0, 8)
    assert figures["actions"] > 0


async def test_a_game_that_is_not_there_is_said_in_a_sentence() -> None:
    status, _, complaints = await _bench("whist", "--matches", "1", "--seconds", "1", "--store", "memory")
    assert status == 1
    assert "does not offer `whist`" in complaints
    assert "Traceback" not in complaints


async def test_a_server_that_is_not_there_is_said_in_a_sentence() -> None:
    status, _, complaints = await _bench("tiny", "--url", "http://127.0.0.1:9", "--matches", "1", "--seconds", "1")
    assert status == 1
    assert "broke off" in complaints
    assert "Traceback" not in complaints
