"""How every command that goes to the store by itself says why it cannot."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from quarterdeck_server.__main__ import main
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from stores import redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures

COMMANDS = {
    "doctor": ("doctor",),
    "make-first": ("admin", "make-first", "Ada"),
    "keys": ("keys", "list"),
    "rotate": ("keys", "rotate"),
    "collection": ("collection", "audit"),
    "packs": ("packs", "audit"),
    "archive": ("archive", "pack"),
    "backup": ("backup", "{folder}/new.qd"),
    "restore": ("restore", "{folder}/old.qd"),
}


@pytest.fixture(params=COMMANDS.values(), ids=list(COMMANDS))
def words(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """One of the commands, with a backup that can be put back."""
    made: tuple[str, ...] = request.param
    return [word.format(folder=tmp_path) for word in made]


async def said(words: list[str], *more: str, status: int = 1) -> str:
    clean = {f"QUARTERDECK_{name}": None for name in ("STORE", "DATA", "DURABILITY", "ARCHIVE")}
    result: Result = await asyncio.to_thread(lambda: CliRunner().invoke(main, [*words, *more], env=clean))
    assert result.exit_code == status, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "\ufffd" not in result.output, "a line is one line"
    return result.output


@pytest.fixture
async def backup(redis_url: str, tmp_path: Path) -> None:
    """A backup of an empty store."""
    await said(["backup", str(tmp_path / "old.qd")], "--store", redis_url, status=0)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that is not there is not waited for as long as it takes somebody to start one."""
    monkeypatch.setattr("quarterdeck_server.commands.store_address.SECONDS_UNTIL_REACHED", 1.0)


@pytest.mark.usefixtures("backup")
async def test_why_a_store_cannot_be_reached_is_said(words: list[str], tmp_path: Path) -> None:
    nowhere = await said(words, "--store", f"unix://{tmp_path}/nowhere")
    assert "No such file or directory" in nowhere
    assert "Use --store and --data to name it" in nowhere
    unknown = await said(words, "--store", "redis://no-such-host.invalid")
    assert "no-such-host.invalid" in unknown


@pytest.mark.usefixtures("backup")
async def test_a_database_that_the_store_does_not_have_is_named(words: list[str], redis_url: str) -> None:
    path = redis_url.partition("?")[0]
    assert "The store has no database with this number" in await said(words, "--store", f"{path}?db=99")


@pytest.mark.usefixtures("backup")
async def test_a_socket_behind_the_walls_of_a_service_is_named_with_the_cure(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _held(tmp_path / "data", tmp_path / "its own /tmp"):
        hidden = await said(words, "--data", str(tmp_path / "data"))
    assert f"socket {tmp_path}/its own /tmp/store is not visible here" in hidden
    assert "RuntimeDirectory=quarterdeck" in hidden
    assert "XDG_RUNTIME_DIR=%t/quarterdeck" in hidden


@contextmanager
def _held(folder: Path, sockets: Path) -> Iterator[None]:
    """Let another process hold the lock of a folder, and say in it where its socket is."""
    folder.mkdir()
    (folder / "lock").write_text(f"1\n{sockets}\n")
    held = "import fcntl, sys; lock = open(sys.argv[1]); fcntl.flock(lock, fcntl.LOCK_EX); print(); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", held, str(folder / "lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        yield
        holder.communicate()


async def test_a_folder_of_the_embedded_store_that_cannot_be_used_is_named(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "old.qd").write_bytes(b"")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "lock").symlink_to(tmp_path / "data" / "lock")
    assert f"{tmp_path}/data/lock: Too many levels of symbolic links" in await said(
        words, "--data", str(tmp_path / "data")
    )


async def test_a_store_of_this_process_is_reached_while_it_runs(tmp_path: Path) -> None:
    embedded = EmbeddedStore(tmp_path / "data")
    await embedded.start()
    try:
        assert "Checked 0 keys" in await said(["doctor"], "--data", str(tmp_path / "data"), status=0)
    finally:
        await embedded.stop()
