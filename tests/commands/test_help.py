"""The help of every command: whole at 80 columns, and complete."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from quarterdeck_server.__main__ import COMMANDS, main
from quarterdeck_server.commands.serve import serve
from quarterdeck_server.settings import FOR_WORKERS, Settings


def commands(command: click.Command = main, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, (*path, name))


@pytest.mark.parametrize("path", list(commands()), ids=lambda path: " ".join(path) or "quarterdeck")
def test_no_line_of_any_help_is_cut(path: tuple[str, ...]) -> None:
    said = CliRunner().invoke(main, [*path, "--help"], terminal_width=80)
    assert said.exit_code == 0
    lines = [line for line in said.output.splitlines() if not line.startswith("Usage:")]
    assert [line for line in lines if line.endswith(("...", "…")) or len(line) > 80] == []


def test_the_list_of_commands_says_of_each_what_it_says_of_itself() -> None:
    assert isinstance(main, click.Group)
    context = click.Context(main)
    said = " ".join(CliRunner().invoke(main, ["--help"], terminal_width=80).output.split())
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert f"{name} {command.get_short_help_str(10_000)}" in said


def test_the_list_of_commands_needs_nothing_of_what_they_do() -> None:
    script = "import sys; from quarterdeck_server.__main__ import main; main(['--help'], standalone_mode=False); "
    script += "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600, check=True)
    *_, imported = done.stdout.splitlines()
    assert "click" in imported.split()
    assert not {"aiohttp", "msgspec", "redis", "textual", "quarterdeck_games", "asyncio"} & set(imported.split())


def test_everything_that_can_be_set_in_the_environment_has_an_option() -> None:
    options = {parameter.name for parameter in serve.params}
    assert options == set(Settings.__struct_fields__) - FOR_WORKERS


def test_origins_can_be_given_with_commas_between(tmp_path: Path) -> None:
    said = CliRunner().invoke(main, ["serve", "--origins", "https://a.example,https://b.example", "--port", "-1"])
    assert "--port" in said.output  # which is what is wrong
    assert "origins" not in said.output


STARTED = "Try next, in another terminal:"


@pytest.mark.parametrize("how", ["module", "script"])
def test_the_hint_after_the_start_names_the_program_as_it_was_started(tmp_path: Path, how: str) -> None:
    script = Path(sys.executable).parent / "quarterdeck"
    program = [str(script)] if how == "script" else [sys.executable, "-m", "quarterdeck_server"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    clean["PATH"] = os.defpath  # where the script is not: on a path that has it, it is named without its folder
    ours, terminal = pty.openpty()
    with (
        open(ours) as shown,
        subprocess.Popen(
            [*program, "serve", "--store", "memory", "--port", "0"],
            stdout=terminal,
            stderr=subprocess.DEVNULL,
            env=clean,
            cwd=tmp_path,
        ) as process,
    ):
        os.close(terminal)
        try:
            lines: list[str] = []
            for line in shown:
                lines.append(line.rstrip())
                if "Ctrl-C" in line:
                    break
        finally:
            process.terminate()
    assert lines[0].startswith("quarterdeck ")
    assert "is listening on http://127.0.0.1:" in lines[0]
    assert lines[1:3] == ["  open it in a browser to play", "  store: memory; durability: unchecked; processes: 1"]
    hints = lines[lines.index(STARTED) + 1 :][:2]
    for hint, command in zip(hints, ("bots", "play"), strict=True):
        assert hint.startswith(f"  {' '.join(program)} {command} --url")


@pytest.mark.parametrize(
    ("typed", "meant"), [(("serv",), "serve"), (("rules", "lst"), "list"), (("admin", "bann"), "ban")]
)
def test_an_unknown_command_is_refused_with_a_similar_one(typed: tuple[str, ...], meant: str) -> None:
    done = CliRunner().invoke(main, typed)
    assert done.exit_code == 2
    assert f"No such command '{typed[-1]}'. Did you mean '{meant}'?" in done.output


def test_a_password_from_a_pipe_causes_no_warning_of_a_library(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "quarterdeck_server", "account", "--url", "http://127.0.0.1:9", "register", "Ada"],
        input="secret-word\nsecret-word\n",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOME": str(tmp_path)},
        start_new_session=True,
    )
    assert done.returncode == 1
    assert "Warning" not in done.stderr


@pytest.mark.parametrize(("module", "extra"), [("plain_client", "terminal"), ("plain_server", "server")])
def test_a_command_without_its_libraries_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, extra: str
) -> None:
    package = {"terminal": "quarterdeck_client", "server": "quarterdeck_server"}[extra]
    (tmp_path / f"{module}.py").write_text("import library_that_is_not_installed\n")
    monkeypatch.setattr(import_module(package), "__path__", [*import_module(package).__path__, str(tmp_path)])
    monkeypatch.setitem(COMMANDS, "serve", f"{package}.{module}:serve")
    ran = CliRunner().invoke(main, ["serve"])
    assert ran.exit_code == 1
    assert f"`serve` needs `pip install 'quarterdeck[{extra}]'`: library_that_is_not_installed is not" in ran.output
