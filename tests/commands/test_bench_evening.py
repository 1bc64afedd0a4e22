"""`quarterdeck bench evening`, short: few people, and every kind of work is done and counted."""

import json

from forked_programs import ran
from quarterdeck_server.evaluation.capacity.mixed_load_report import p99_added


async def test_people_play_search_chat_and_watch_and_no_update_is_lost() -> None:
    status, written, complaints = await ran("bench", "evening", "--people", "200", "--seconds", "8", "--json")
    assert (status, complaints) == (0, "")
    report = json.loads(written.splitlines()[-1])
    figures = report["figures"]
    assert (figures["lost"], figures["refusals"]) == (0, {})
    assert figures["people"] >= 200
    assert figures["matches"] == 16 + 16 + 8 + 8 + 1
    assert figures["waits"].keys() == {"action", "seek", "list", "chat", "trade", "pack", "http"}
    assert all(figures["waits"][kind]["number"] > 0 for kind in ("action", "trade", "pack"))
    assert figures["waits"]["action"]["p50_ms"] <= figures["waits"]["action"]["p99_ms"]
    assert figures["bytes_a_person"] > 0
    assert report["cores"] > 0
    assert report["cores_by_work"].keys() == {"loop", "kernel", "threads", "bots", "store", "load", "timed"}
    assert report["cores_by_work"]["loop"] >= report["cores_by_work"]["kernel"]
    assert report["wire_bytes_a_person"] > figures["bytes_a_person"]  # not compressed, and with headers
    assert 7.5 <= figures["seconds"] < 12  # all loads counted at the same time
    assert written.splitlines()[0].startswith(f"{figures['people']} people")


def test_the_lag_is_the_bound_of_the_bucket_with_the_99th_percentile_of_what_was_added() -> None:
    before = {0.001: 10.0, 0.01: 10.0, float("inf"): 10.0}
    assert p99_added(before, {0.001: 109.0, 0.01: 110.0, float("inf"): 110.0}) == 0.001
    assert p99_added(before, {0.001: 108.0, 0.01: 110.0, float("inf"): 110.0}) == 0.01
    assert p99_added(before, before) == 0.0
