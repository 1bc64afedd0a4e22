"""Lines of the log: JSON where no terminal reads them, with journald's priorities, without libraries at `debug`."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import structlog
from quarterdeck_server.process.logs import begin_logging

SECRET = "tok-3f2a"
LIBRARIES = ("asyncio", "aiohttp.access", "aiohttp.server", "redis", "markdown_it.rules_block", "urllib3", "obstore")


class Log:
    """The log of this process, in a file."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        self._stream = path.open("w", buffering=1)
        self._monkeypatch = monkeypatch

    def begin(self, level: str) -> None:
        """Begin it as a server does, without the handlers and the standard error that pytest has set by then."""
        self._monkeypatch.setattr(sys, "stderr", self._stream)
        logging.getLogger().handlers.clear()
        begin_logging(level)

    def lines(self) -> list[str]:
        return self.path.read_text().splitlines()

    def close(self) -> None:
        self._stream.close()


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Log]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    log = Log(tmp_path / "log", monkeypatch)
    yield log
    log.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def journal_of(path: Path) -> str:
    """Return how systemd says that journald reads a file."""
    status = path.stat()
    return f"{status.st_dev}:{status.st_ino}"


def say_everything() -> None:
    log = structlog.get_logger()
    for level in ("debug", "info", "warning", "error", "critical"):
        getattr(log, level)(f"ours {level}")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        log.exception("ours exception")
    logging.getLogger("asyncio").warning("theirs warning")


def test_where_journald_reads_each_line_begins_with_its_priority(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", journal_of(log.path))
    log.begin("debug")
    say_everything()
    lines = log.lines()
    assert [line[:3] for line in lines] == ["<7>", "<6>", "<4>", "<3>", "<2>", "<3>", "<4>"]
    assert [msgspec.json.decode(line[3:])["level"] for line in lines] == [
        *("debug", "info", "warning", "error", "critical", "error", "warning")
    ]


@pytest.mark.parametrize("stream", ["", "7:7", "of-nothing"])
def test_where_journald_does_not_read_lines_are_json_alone(
    log: Log, monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", stream)
    log.begin("debug")
    say_everything()
    events = [msgspec.json.decode(line)["event"] for line in log.lines()]
    assert events == [
        *(f"ours {level}" for level in ("debug", "info", "warning", "error", "critical", "exception")),
        "theirs warning",
    ]


@pytest.mark.parametrize("name", LIBRARIES)
def test_anything_that_libraries_say_at_debug_is_never_logged(log: Log, name: str) -> None:
    log.begin("debug")
    library = logging.getLogger(name)
    before = library.level
    try:
        for level in (logging.NOTSET, logging.DEBUG):
            library.setLevel(level)
            library.debug("the token is %s", SECRET)
            library.warning("a warning")
    finally:
        library.setLevel(before)
    lines = [msgspec.json.decode(line) for line in log.lines()]
    assert [(line["logger"], line["event"]) for line in lines] == [(name, "a warning")] * 2


@pytest.mark.parametrize(("level", "heard"), [("info", ["info", "warning"]), ("warning", ["warning"]), ("error", [])])
def test_libraries_keep_to_a_higher_level(log: Log, level: str, heard: list[str]) -> None:
    log.begin(level)
    for said in ("info", "warning"):
        getattr(logging.getLogger("asyncio"), said)("theirs")
    assert [msgspec.json.decode(line)["level"] for line in log.lines()] == heard
