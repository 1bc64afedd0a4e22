"""The archive is judged when a server starts, and looked at while it runs: not only when the first match is due."""

from pathlib import Path

from archives import bucket, s3_server
from quarterdeck_server.app import RETENTION
from quarterdeck_server.services import retention
from servers import Served, live_server, served, soon
from structlog.testing import capture_logs

__all__ = ["bucket", "s3_server"]


async def refusal(*options: str) -> str:
    """Return what a server says that does not start."""
    async with served("--store", "memory", *options, greeting_ends=b"no greeting") as server:
        assert await server.ended() == 1
        assert server.greeting == ""
        return server.said.decode()


async def test_an_archive_that_will_never_take_a_match_is_refused(tmp_path: Path, bucket: str) -> None:
    missing = await refusal("--archive", f"file://{tmp_path}/unmounted")
    assert "--archive (or QUARTERDECK_ARCHIVE): the archive accepts no matches: there is no folder" in missing
    assert "must exist, and the server's user must be able to write to it" in missing
    file = tmp_path / "file"
    file.touch()
    assert "there is no folder" in await refusal("--archive", f"file://{file}")
    nowhere = bucket.replace("bucket-", "nowhere-")
    assert "s3://nowhere-" in await refusal("--archive", nowhere)


async def test_workers_leave_the_question_to_the_process_that_starts_them(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.mkdir()
    options = ("--data", str(tmp_path / "data"), "--workers", "2", "--archive", f"file://{archive}")
    async with served(*options) as server:
        assert await server.terminated() == 0
    assert list(archive.iterdir()) == []


async def test_an_archive_that_is_only_away_is_waited_for(bucket: str) -> None:
    away = f"{bucket.partition('?')[0]}?endpoint=http://127.0.0.1:1&region=us-east-1"

    async def greets(server: Served) -> None:
        assert '"event": "listening"' in server.greeting
        assert await server.terminated() == 0

    async with served("--store", "memory", "--archive", away) as server:
        await greets(server)
    assert "the archive accepts no matches; they stay in the store" in server.said.decode()


async def test_readiness_and_metrics_tell_what_breaks_later(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.mkdir()
    async with live_server(archive=f"file://{archive}") as server:
        rounds = server.app[RETENTION]

        async def state() -> str | None:
            status, said = await server.get("/readyz")
            assert status == 200, "who plays does not notice"
            found: str | None = said["archive"]
            return found

        await soon(lambda: rounds.archive_state is not None)
        assert await state() == "reached"
        archive.rmdir()
        rounds._trial_due = 0
        with capture_logs() as logs:
            await rounds.run_round()
            assert await state() == "away"
            rounds._trial_due = 0
            await rounds.run_round()
            archive.mkdir()
            assert await state() == "away", "it is looked at again a minute later"
            rounds._trial_due -= retention.FAILED_TRIAL_EVERY
            await rounds.run_round()
            assert await state() == "reached"
        assert rounds.metrics.failures["trial"] == 2
        assert [entry["event"] for entry in logs] == [
            "the archive accepts no matches; they stay in the store",
            "the archive accepts matches again",
        ]
    async with live_server() as server:
        assert (await server.get("/readyz"))[1]["archive"] is None
