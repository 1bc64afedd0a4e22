"""Options that are settings: their types, texts and defaults come from the declarations."""

from typing import Any

import click
import pytest
from click.testing import CliRunner
from quarterdeck_server.commands.setting_options import setting_option, setting_options
from quarterdeck_server.settings import DECLARATIONS, FOR_WORKERS


@click.command()
@setting_options
def shown(**given: Any) -> None:
    click.echo({name: value for name, value in given.items() if value is not None})


def test_all_settings_but_those_of_workers_are_options_in_their_order() -> None:
    assert [each.name for each in shown.params] == [name for name in DECLARATIONS if name not in FOR_WORKERS]


def test_an_option_says_the_right_values_and_the_default() -> None:
    @click.command()
    @setting_option("trades_last")
    @setting_option("durability")
    def command(**given: Any) -> None:
        click.echo(given)

    said = " ".join(CliRunner().invoke(command, ["--help"]).output.split())
    assert (
        "--trades-last INTEGER Time in which an offer or a counter-offer can be accepted."
        " [a number of hours from 1 to 8760; default: 72]"
    ) in said
    assert "default: fsync if the store is embedded, else fast]" in said


@pytest.mark.parametrize(
    ("given", "value"), [(["--workers", "2"], 2), (["--drain", "1.5"], 1.5), (["--sets", "A,B"], "A,B")]
)
def test_numbers_are_read_as_numbers_and_the_rest_as_text(given: list[str], value: object) -> None:
    name = given[0].removeprefix("--")
    assert CliRunner().invoke(shown, given).output.strip() == str({name: value})


def test_an_option_that_is_no_number_is_refused() -> None:
    said = CliRunner().invoke(shown, ["--workers", "many"])
    assert said.exit_code == 2
    assert "Invalid value for '--workers': 'many' is not a valid integer." in said.output
