"""How this process writes its log: lines for people on a terminal, JSON otherwise. Never hands, seeds or tokens."""

import logging
import sys
from contextlib import suppress
from typing import TextIO, cast

import structlog
from quarterdeck_protocol.safe_text import safe

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


class _Lossy:
    """A stream that loses what cannot be written: the disk is full, the terminal is gone, or whoever read has ended.

    A line is logged in the middle of something else, mostly of telling somebody what went wrong; that must go on.
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
    """Send everything from this level on to standard error, as far as that can be written."""
    is_terminal = sys.stderr.isatty()
    stream = cast("TextIO", _Lossy(sys.stderr))
    processors: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks without local variables, here as there: those could hold a hand or a seed.
    if is_terminal:
        processors.append(_harmless)
        processors.append(structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback))
    else:
        processors += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )
    # What libraries say goes the same way, so that every line has the one shape.
    said = logging.StreamHandler(stream)
    said.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=processors[:-1],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, processors[-1]],
        )
    )
    logging.basicConfig(level=LEVELS[level], handlers=[said])
    logging.getLogger("aiohttp.server").addFilter(_not_repeated)


def _harmless(
    logger: structlog.typing.WrappedLogger, method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Return an event in which no text, whoever it is from, does anything to the terminal."""
    return {key: safe(value) if isinstance(value, str) else value for key, value in event.items()}


def _not_repeated(record: logging.LogRecord) -> bool:
    """Return whether a record of aiohttp stays in the log, with a stranger's request lowered and left out.

    A request that is no HTTP may hold a token, and any stranger can send one. A client that disconnects at any point
    is no fault: aiohttp answers `Expect: 100-continue` before any middleware could catch that.
    """
    from aiohttp.http_exceptions import HttpProcessingError  # it is there, for it is what has said this

    match record.exc_info[1] if record.exc_info else None:
        case HttpProcessingError():
            return _lowered(record, "what came from %s was no HTTP", logging.INFO)
        case ConnectionError():
            return _lowered(record, "%s disconnected before its answer", logging.DEBUG)
        case _:
            return True


def _lowered(record: logging.LogRecord, text: str, level: int) -> bool:
    """Give a record another text and level without its traceback. Return whether it is logged at that level."""
    record.msg, record.exc_info, record.exc_text = text, None, None
    record.levelno, record.levelname = level, logging.getLevelName(level)
    return logging.getLogger().isEnabledFor(level)
