"""A pytest plugin that tells which tests failed, and how, and which lines of some modules each test runs.

A test notices a break if it fails by itself, or because an action is refused. If the product crashes instead (a
`TypeError` in one of its modules, say), any test would fail that comes by: that is no proof of what it cites.
"""

import builtins
import sys
from collections.abc import Generator
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

import msgspec
import pytest


class Watched(msgspec.Struct):
    """What a run of some tests has shown."""

    failed: dict[str, str] = {}
    """Tests that noticed something, with the error in a line."""

    crashed: dict[str, str] = {}
    """Tests in which the product crashed, or that could not begin."""

    ran: dict[str, dict[str, list[int]]] = {}
    """The lines that each test ran, by module."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mutations")
    group.addoption("--product", action="append", default=[], help="folders of the modules that tests are to prove")
    group.addoption("--note-lines", action="store_true", help="tell which lines of the product each test runs")
    group.addoption("--watched", type=Path, help="where to write what came of it, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Watcher(config), "quarterdeck-watcher")


class _Watcher:
    def __init__(self, config: pytest.Config) -> None:
        self._product: tuple[str, ...] = tuple(config.getoption("product"))
        self._traces: bool = config.getoption("note_lines")
        self._into: Path = config.getoption("watched")
        self._watched = Watched()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        if not self._traces:
            return (yield)
        ran = dict[str, set[int]]()

        def line(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                ran.setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
            return line

        def call(frame: FrameType, _event: str, _: Any) -> Any:
            return line if frame.f_code.co_filename.startswith(self._product) else None

        sys.settrace(call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            said = self._watched.ran.setdefault(_name_of(item), {})
            for path, lines in ran.items():
                said[path] = sorted({*said.get(path, ()), *lines})

    def pytest_exception_interact(self, node: pytest.Item | pytest.Collector, call: pytest.CallInfo[None]) -> None:
        assert call.excinfo is not None
        error = call.excinfo.value
        words = f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"[:160]
        crashed = not isinstance(node, pytest.Item) or self._is_crash(error)
        (self._watched.crashed if crashed else self._watched.failed)[_name_of(node)] = words

    def pytest_sessionfinish(self) -> None:
        self._into.write_bytes(msgspec.json.encode(self._watched))

    def _is_crash(self, error: BaseException) -> bool:
        if isinstance(error, BaseExceptionGroup):
            return all(self._is_crash(each) for each in error.exceptions)
        return getattr(builtins, type(error).__name__, None) is type(error) and self._is_of_the_product(
            error.__traceback__
        )

    def _is_of_the_product(self, traceback: TracebackType | None) -> bool:
        last = ""
        while traceback is not None:
            last, traceback = traceback.tb_frame.f_code.co_filename, traceback.tb_next
        return last.startswith(self._product)


def _name_of(node: pytest.Item | pytest.Collector) -> str:
    return node.nodeid.partition("[")[0]
