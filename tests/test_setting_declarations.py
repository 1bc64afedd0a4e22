"""Declarations of settings: options, variables, right values and defaults come from the fields."""

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta
from quarterdeck_server.setting_declarations import Help, declarations


class _Example(msgspec.Struct, frozen=True, kw_only=True):
    wait_time: Annotated[int, Meta(ge=0, le=60), Help("A wait.", unit="seconds", zero="for none")] = 5
    part: Annotated[float, Meta(ge=0, le=1), Help("A part.")] = 0.0
    level: Annotated[Literal["low", "high", "all"], Help("A level.")] = "low"
    address: Annotated[str, Help("An address.", right="an address", default="that of the machine")] = ""
    names: Annotated[tuple[str, ...], Help("Names.", of_workers=True)] = ()
    sets: Annotated[tuple[str, ...], Help("Sets.")] = ("A", "B")
    seed: Annotated[Annotated[int, Meta(ge=0, le=9)] | None, Help("A seed.")] = None


FOUND = declarations(_Example)


def test_each_field_is_a_setting_in_its_order() -> None:
    assert list(FOUND) == ["wait_time", "part", "level", "address", "names", "sets", "seed"]
    assert (FOUND["wait_time"].option, FOUND["wait_time"].variable) == ("--wait-time", "QUARTERDECK_WAIT_TIME")
    assert [name for name, declared in FOUND.items() if declared.is_list] == ["names", "sets"]
    assert [name for name, declared in FOUND.items() if declared.help.of_workers] == ["names"]


def test_right_values_are_said_from_type_and_bounds() -> None:
    assert {name: declared.right for name, declared in FOUND.items()} == {
        "wait_time": "a number of seconds from 0 (for none) to 60",
        "part": "a number from 0 to 1",
        "level": "low, high or all",
        "address": "an address",
        "names": "",
        "sets": "",
        "seed": "a number from 0 to 9",
    }


def test_defaults_are_said_as_hosts_write_them() -> None:
    assert {name: declared.default for name, declared in FOUND.items()} == {
        "wait_time": "`5`",
        "part": "`0`",
        "level": "`low`",
        "address": "that of the machine",
        "names": "none",
        "sets": "`A,B`",
        "seed": "none",
    }


def test_a_field_without_help_is_refused() -> None:
    class Silent(msgspec.Struct):
        port: Annotated[int, Meta(ge=0)] = 0

    with pytest.raises(TypeError, match=r"The setting `port` needs one Help\(…\) in its Annotated type; it has 0"):
        declarations(Silent)
