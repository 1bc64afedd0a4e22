"""The units for systemd: systemd itself understands every line, and says how little they are exposed."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from absent_programs import program
from click import Command, Context
from quarterdeck_server.__main__ import main
from quarterdeck_server.process.supervisor import SECONDS_UNTIL_A_WORKER_IS_KILLED
from quarterdeck_server.settings import Settings

FOLDER = Path(__file__).parents[2] / "deploy" / "systemd"
UNITS = sorted(path.name for path in FOLDER.iterdir())
BACKUP = "quarterdeck-backup.service"
SERVERS = [name for name in UNITS if name.endswith(".service") and name != BACKUP]
INSTANCES = [name.replace("@.", "@8765.") for name in UNITS]
MOST_EXPOSED = {BACKUP: 35}
"""What `systemd-analyze security` may find, of 100, beside `MOST_EXPOSED_SERVER`. A backup runs as root."""

MOST_EXPOSED_SERVER = 12
"""The same of a server: that it talks to others is nearly all of it."""

ABOUT_THE_SERVICE = {"Type", "ExecStart", "Environment", "EnvironmentFile", "TimeoutStopSec"}
OF_A_STORE = {f"{kind}Directory{mode}" for kind in ("State", "Runtime") for mode in ("", "Mode")}
"""In what the units may differ; folders of its own has only the one that may have a store."""


def lines(name: str) -> Iterator[tuple[str, str]]:
    """Return what a unit sets in its section about the service."""
    _, _, service = (FOLDER / name).read_text().partition("[Service]\n")
    for line in service.partition("\n[")[0].splitlines():
        if line and not line.startswith("#"):
            key, _, value = line.partition("=")
            yield key, value


def environment(name: str) -> dict[str, str]:
    return dict(word.split("=", 1) for key, value in lines(name) if key == "Environment" for word in value.split())


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A machine on which the units are installed, with a program where they have it."""
    for name in UNITS:
        (tmp_path / "etc/systemd/system").mkdir(parents=True, exist_ok=True)
        shutil.copy(FOLDER / name, tmp_path / "etc/systemd/system")
    for name in (*SERVERS, BACKUP):
        start = dict(lines(name))["ExecStart"].split()[0]
        program = tmp_path / start.lstrip("/")
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    # What every machine has, and nothing is asked of.
    for target in ("sysinit", "shutdown", "basic", "network-online", "network", "multi-user", "local-fs", "timers"):
        unit = f"[Unit]\nDescription={target}\nDefaultDependencies=no\n"
        (tmp_path / f"etc/systemd/system/{target}.target").write_text(unit)
    return tmp_path


def analyzed(machine: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program("systemd-analyze", "systemd"), f"--root={machine}", "--no-pager", *words],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("unit", INSTANCES)
def test_systemd_understands_every_line(unit: str, machine: Path) -> None:
    verified = analyzed(machine, "verify", "--man=no", unit)
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")


def test_a_line_that_it_does_not_understand_would_be_noticed(machine: Path) -> None:
    unit = machine / "etc/systemd/system" / SERVERS[0]
    unit.write_text(unit.read_text().replace("ProtectHome=yes", "ProtectHome=perhaps\nProtectAll=yes"))
    verified = analyzed(machine, "verify", "--man=no", SERVERS[0])
    assert "Failed to parse" in verified.stderr
    assert "ProtectAll" in verified.stderr


@pytest.mark.parametrize("unit", [name for name in INSTANCES if name.endswith(".service")])
def test_a_server_is_shut_in(unit: str, machine: Path) -> None:
    most = MOST_EXPOSED.get(unit, MOST_EXPOSED_SERVER)
    found = analyzed(machine, "security", "--offline=true", f"--threshold={most}", unit)
    assert found.returncode == 0, found.stdout + found.stderr
    assert f"Overall exposure level for {unit}: " in found.stdout


def test_a_server_that_is_not_shut_in_would_be_noticed(machine: Path) -> None:
    unit = machine / "etc/systemd/system" / SERVERS[0]
    unit.write_text(
        re.sub(r"^(DynamicUser|SystemCall\w+|CapabilityBoundingSet)=.*\n", "", unit.read_text(), flags=re.M)
    )
    found = analyzed(machine, "security", "--offline=true", f"--threshold={MOST_EXPOSED_SERVER}", SERVERS[0])
    assert found.returncode == 1


def test_all_units_are_shut_in_alike() -> None:
    walls = [[line for line in lines(name) if line[0] not in ABOUT_THE_SERVICE | OF_A_STORE] for name in SERVERS]
    assert len(walls) == 2
    assert walls[0] == walls[1]


@pytest.mark.parametrize("name", SERVERS)
def test_systemd_waits_until_a_server_has_said_goodbye(name: str) -> None:
    service = dict(lines(name))
    assert service["KillMode"] == "mixed", "workers are ended by the first process, in its order"
    bound = float(environment(name)["QUARTERDECK_DRAIN"]) + SECONDS_UNTIL_A_WORKER_IS_KILLED
    assert float(service["TimeoutStopSec"]) >= bound + 10, "and a store of its own has to end after that"


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_is_not_ended_for_waiting_for_its_store(name: str) -> None:
    service = dict(lines(name))
    assert (service["Type"], service["TimeoutStartSec"]) == ("notify", "infinity")


@pytest.mark.parametrize("name", [*SERVERS, BACKUP])
def test_anything_that_is_set_can_be_set(name: str) -> None:
    fields = {f"QUARTERDECK_{field.upper()}" for field in Settings.__struct_fields__}
    ours = {variable for variable in environment(name) if variable.startswith("QUARTERDECK_")}
    assert ours
    assert ours <= fields


def test_the_timer_starts_the_backup_with_options_that_the_program_has() -> None:
    timer = (FOLDER / "quarterdeck-backup.timer").read_text()
    assert "Persistent=true" in timer
    assert "Unit=" not in timer, "it starts the service of its own name"
    assert BACKUP in UNITS
    words = dict(lines(BACKUP))["ExecStart"].split()
    command = main.get_command(Context(main), words[1])
    assert isinstance(command, Command)
    options = {option for each in command.params for option in each.opts}
    assert {word for word in words if word.startswith("--")} == {"--keep"} <= options
    assert words[-1] == "$BACKUP_OPTIONS", "systemd splits it into words"
