"""The log of a process: readable lines on a terminal, otherwise JSON. It never contains cards in hand, seeds or tokens.

If journald reads the log, each line begins with its priority, such as `<4>` for a warning, which journald removes
(sd-daemon(3)). Messages of libraries are logged from level `info` on, even at level `debug`: their debug messages show
internals and have not been checked for secrets.
"""

import logging
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TextIO, cast

import structlog
from quarterdeck_protocol.safe_text import safe

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}

PRIORITIES: Mapping[str, int] = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}
"""The priorities of journald, as in syslog, for each level."""


class _Lossy:
    """A stream that drops lines that cannot be written: the disk is full, the terminal is closed, or the reader has
    ended.

    A line is mostly logged in the middle of other work, and that work must continue.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):  # a stream that was closed raises `ValueError`
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self._stream.flush()


def begin_logging(level: str) -> None:
    """Write all log events from this level on to standard error. Lines that cannot be written are dropped."""
    stream = cast("TextIO", _Lossy(sys.stderr))
    processors = _processors(sys.stderr)
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )
    # What libraries say goes the same way, so that every line has the one shape.
    said = logging.StreamHandler(stream)
    said.setLevel(max(LEVELS[level], logging.INFO))  # also for a library that has set its own logger to `debug`
    said.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *processors[:-1]],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, processors[-1]],
        )
    )
    logging.basicConfig(level=said.level, handlers=[said])
    logging.getLogger("aiohttp.server").addFilter(_not_repeated)


def log_line(stream: TextIO, level: str, event: str, **fields: Any) -> str:
    """Return an event as a line of the log, in the format for this stream."""
    line: Any = {"event": event, **fields}
    for processor in _processors(stream):
        line = processor(None, level, line)
    return str(line)


def _processors(stream: TextIO) -> list[structlog.typing.Processor]:
    """Return the structlog processors that turn log events into lines. The last one writes the line."""
    processors: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks without local variables, here as there: those could hold a hand or a seed.
    if stream.isatty():
        console = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        return [*processors, _harmless, console]
    return [*processors, structlog.processors.format_exc_info, _with_priority if _is_journal(stream) else _as_json]


_as_json = structlog.processors.JSONRenderer()


def _with_priority(
    logger: structlog.typing.WrappedLogger, method: str, event: structlog.typing.EventDict
) -> str | bytes:
    """Return a log event as JSON, preceded by the priority that journald understands."""
    priority = PRIORITIES.get(str(event.get("level")), PRIORITIES["info"])
    return f"<{priority}>{_as_json(logger, method, event)!s}"


def _is_journal(stream: TextIO) -> bool:
    """True if journald reads this stream: systemd names the device and inode of that stream (systemd.exec(5))."""
    device, _, inode = os.environ.get("JOURNAL_STREAM", "").partition(":")
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):  # closed, or no file at all
        return False
    return (device, inode) == (str(found.st_dev), str(found.st_ino))


def _harmless(
    logger: structlog.typing.WrappedLogger, method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Return a log event with all its texts made safe for a terminal, without control characters."""
    return {key: safe(value) if isinstance(value, str) else value for key, value in event.items()}


def _not_repeated(record: logging.LogRecord) -> bool:
    """Filter of aiohttp's log records: return true if the record is logged. Records about malformed requests of
    strangers are changed to a lower level without the request itself.

    A malformed request may contain a token, and any stranger can send one. A client that disconnects at any point is
    not an error either: aiohttp answers `Expect: 100-continue` before a middleware could catch that.
    """
    from aiohttp.http_exceptions import HttpProcessingError  # it is there, for it is what has said this

    match record.exc_info[1] if record.exc_info else None:
        case HttpProcessingError():
            return _lowered(record, "%s sent something that is not HTTP", logging.INFO)
        case ConnectionError():
            return _lowered(record, "%s disconnected before its answer", logging.DEBUG)
        case _:
            return True


def _lowered(record: logging.LogRecord, text: str, level: int) -> bool:
    """Give a log record another text and level, and remove its traceback. Return true if records of the new level are
    logged."""
    record.msg, record.exc_info, record.exc_text = text, None, None
    record.levelno, record.levelname = level, logging.getLevelName(level)
    return logging.getLogger().isEnabledFor(level)
