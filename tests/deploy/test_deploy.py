"""What a host runs is what the tests ran: the image, the pinned requirements, the compose file and the proxy."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest
from absent_programs import program
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from quarterdeck_server.docs_build.files import BUILT, PROTOCOL, PUBLISHED
from quarterdeck_server.process.supervisor import SECONDS_UNTIL_A_WORKER_IS_KILLED
from quarterdeck_server.program import revision
from quarterdeck_server.web.http.browser_files import BrowserFiles
from ruamel.yaml import YAML

TOP = Path(__file__).parents[2]
DEPLOY = TOP / "deploy"
PYPROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())
PROJECTS: Mapping[str, Mapping[str, Any]] = {
    project["name"]: project
    for project in (PYPROJECT["project"], tomllib.loads((TOP / "client" / "pyproject.toml").read_text())["project"])
}
BUILDING: Sequence[str] = PYPROJECT["build-system"]["requires"]
CLIENT_PACKAGES = [Path("client/quarterdeck_client"), Path("protocol/quarterdeck_protocol")]
SERVER_PACKAGES = [Path(package) for package in PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]]
LOCKS = sorted(DEPLOY.glob("requirements*.txt"))


class Instruction(NamedTuple):
    """One instruction of a Dockerfile, its lines joined."""

    stage: int
    word: str
    rest: str


def dockerfile() -> Iterator[Instruction]:
    """Every instruction of deploy/Dockerfile; what stands before the first FROM is stage 0."""
    lines = [line for line in (DEPLOY / "Dockerfile").read_text().splitlines() if not line.startswith("#")]
    stage = 0
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        word, _, rest = line.strip().partition(" ")
        stage += word == "FROM"
        if word:
            yield Instruction(stage, word, " ".join(rest.split()))


def allowed_into_the_image() -> list[str]:
    lines = (TOP / ".dockerignore").read_text().splitlines()
    return [line.removeprefix("!") for line in lines if line.startswith("!")]


def copied_from_the_tree() -> Iterator[tuple[list[str], str]]:
    for instruction in dockerfile():
        if instruction.word == "COPY" and not instruction.rest.startswith("--from"):
            *sources, destination = instruction.rest.split()
            yield sources, destination


def left_out_of_the_image(folder: str, names: Sequence[str]) -> set[str]:
    built = BUILT if Path(folder) == PROTOCOL else ()
    return {"__pycache__", "node_modules", *built} & set(names)


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def test_only_what_the_image_needs_may_enter_it() -> None:
    assert (TOP / ".dockerignore").read_text().splitlines()[1] == "*"
    assert sorted(allowed_into_the_image()) == sorted(
        source for sources, _ in copied_from_the_tree() for source in sources
    )


def test_the_commands_of_the_dockerfile_build_two_wheels_of_the_four_packages_and_the_browser_client(
    tmp_path: Path,
) -> None:
    for sources, destination in copied_from_the_tree():
        for source in sources:
            if (TOP / source).is_dir():
                shutil.copytree(TOP / source, tmp_path / destination, ignore=left_out_of_the_image)
            else:
                (tmp_path / destination).mkdir(exist_ok=True)
                shutil.copy(TOP / source, tmp_path / destination)

    runs = " && ".join(instruction.rest for instruction in dockerfile() if instruction.word == "RUN")
    [wheel_command] = [command for command in runs.split(" && ") if command.startswith("python -m pip wheel ")]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "SOURCE_REVISION": "1a2b3c"}
    subprocess.run(wheel_command, shell=True, cwd=tmp_path, env=environment, check=True)  # noqa: S602  # RUN is a shell's line

    client, server = sorted((tmp_path / "wheels").glob("*.whl"), key=lambda wheel: "_client" not in wheel.name)
    assert modules_of(client) == files_of(CLIENT_PACKAGES), "and none of it a second time in the server's"
    ZipFile(server).extractall(tmp_path / "installed")
    browser = tmp_path / "installed/quarterdeck_server/client"
    assert BrowserFiles(browser).digest == BrowserFiles(TOP / "client").digest
    assert len(files_below(browser)) == len(BrowserFiles(browser).assets) + 1, "nothing lies there that is not served"
    names = modules_of(server)
    documents = {f"quarterdeck_server/{path.relative_to(PROTOCOL)}" for path in files_below(PROTOCOL / PUBLISHED)}
    assert len(documents) >= 10
    packaged = {name for name in names if not name.startswith("quarterdeck_server/client/")}
    assert packaged == files_of(SERVER_PACKAGES) | documents | {"quarterdeck_server/revision.txt"}
    assert revision(tmp_path / "installed/quarterdeck_server/revision.txt") == "1a2b3c"
    for name in documents:
        built = PROTOCOL / name.removeprefix("quarterdeck_server/")
        assert (tmp_path / "installed" / name).read_bytes() == built.read_bytes(), "the same bytes wherever it is built"
    packages = {package.name for package in [*CLIENT_PACKAGES, *SERVER_PACKAGES]}
    assert {f"{package}/py.typed" for package in packages} <= names | modules_of(client)
    assert "quarterdeck_server/storage/scripts/append.lua" in names


def modules_of(wheel: Path) -> set[str]:
    return {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}


def files_of(packages: Sequence[Path]) -> set[str]:
    return {
        path.relative_to(TOP / package.parent).as_posix() for package in packages for path in files_below(TOP / package)
    }


def pins(lock: Path) -> dict[str, Version]:
    """What a file of pinned requirements pins, by name."""
    found: dict[str, Version] = {}
    for line in lock.read_text().splitlines():
        if line and not line.startswith((" ", "#")):
            requirement = Requirement(line.partition(" --hash=")[0])
            [pin] = requirement.specifier
            assert pin.operator == "=="
            found[canonicalize_name(requirement.name)] = Version(pin.version)
    return found


def asked_for(extras: Sequence[str], project: str = "quarterdeck") -> Iterator[Requirement]:
    """What a project asks for with these extras; an extra may name others, and the server's project the client's."""
    of = PROJECTS[project]
    for line in [*of["dependencies"], *(line for extra in extras for line in of["optional-dependencies"][extra])]:
        requirement = Requirement(line)
        if requirement.name in PROJECTS:
            yield from asked_for(sorted(requirement.extras), requirement.name)
        else:
            yield requirement


def test_the_server_is_installed_with_the_client_of_its_own_version() -> None:
    versions = {project["version"] for project in PROJECTS.values()}
    assert len(versions) == 1
    asked = [PYPROJECT["project"]["dependencies"], *PYPROJECT["project"]["optional-dependencies"].values()]
    pins = [one for lines in asked for one in map(Requirement, lines) if one.name == "quarterdeck-client"]
    assert pins
    assert {str(one.specifier) for one in pins} == {f"=={version}" for version in versions}


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("requirements.txt", list(asked_for(["server", "embedded", "terminal"]))),
        ("requirements-server.txt", list(asked_for(["server", "s3", "otel"]))),
        ("requirements-extras.txt", list(asked_for(["s3", "otel"]))),
        ("requirements-dev.txt", [*asked_for(["dev"]), *map(Requirement, BUILDING)]),
        ("requirements-build.txt", [Requirement(line) for line in BUILDING]),
        ("requirements-uv.txt", [Requirement("uv")]),
    ],
)
def test_everything_the_project_asks_for_is_pinned_within_its_range(lock: str, wanted: list[Requirement]) -> None:
    pinned = pins(DEPLOY / lock)
    unpinned = [
        str(requirement)
        for requirement in wanted
        if (name := canonicalize_name(requirement.name)) not in pinned or pinned[name] not in requirement.specifier
    ]
    assert not unpinned, f"deploy/{lock} is older than pyproject.toml: make lock"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_anything_that_is_served_is_what_was_tested(lock: Path) -> None:
    assert pins(lock).items() <= pins(DEPLOY / "requirements-dev.txt").items()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_pinned_requirements_name_no_place_and_leave_nothing_unhashed(lock: Path) -> None:
    text = lock.read_text()
    assert not re.search(r"://|^-|^/", text, re.MULTILINE), "an index, a link or somebody's own path"
    for requirement in re.split(r"\n(?=\S)", text):
        assert requirement.startswith("#") or "--hash=sha256:" in requirement


DOORS = {"nginx": "proxy", "caddy": "caddy", "traefik": "traefik"}
"""The service of each profile."""


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    services: dict[str, Any] = YAML(typ="safe", pure=True).load(TOP / "docker-compose.yml")["services"]
    return services


def _role_of(service: dict[str, Any]) -> str | None:
    role: str | None = service.get("environment", {}).get("QUARTERDECK_ROLE")
    return role


def test_somebody_runs_the_clocks_and_somebody_looks_after_the_lobby(services: dict[str, Any]) -> None:
    roles = [_role_of(service) for service in services.values() if "build" in service]
    assert sorted(map(str, roles)) == ["lobby", "match", "match"]
    assert services["lobby"]["networks"] == ["store"]
    assert (
        services["lobby"]["environment"]["QUARTERDECK_STORE"] == services["match-1"]["environment"]["QUARTERDECK_STORE"]
    )


def test_the_proxy_knows_every_match_server_and_its_port(services: dict[str, Any]) -> None:
    settings = (DEPLOY / "proxy" / "nginx.conf").read_text()
    [port] = [instruction.rest for instruction in dockerfile() if instruction.word == "EXPOSE"]
    match_servers = [name for name, service in services.items() if _role_of(service) == "match"]
    assert len(match_servers) >= 2
    assert re.findall(r"^\s*server (\S+) resolve ", settings, re.MULTILINE) == [
        f"{name}:{port}" for name in match_servers
    ]
    for door in DOORS.values():
        assert list(services[door]["depends_on"]) == match_servers
    traefik = YAML(typ="safe", pure=True).load(DEPLOY / "proxy" / "traefik-servers.yml")
    servers = traefik["http"]["services"]["match"]["loadBalancer"]["servers"]
    assert [each["url"] for each in servers] == [f"http://{name}:{port}" for name in match_servers]


def test_each_proxy_has_a_profile_and_no_other_service_has_one(services: dict[str, Any]) -> None:
    profiles = {profile: name for name, service in services.items() for profile in service.get("profiles", ())}
    assert profiles == DOORS


def test_caddy_serves_a_domain_with_what_compose_sets(services: dict[str, Any]) -> None:
    """The shipped file with the environment of the service, as Caddy itself reads it."""
    caddy = program("caddy", "caddy")
    set_ = {**services["caddy"]["environment"], "DOOR": "cards.example.org"}
    words = [caddy, "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "proxy" / "Caddyfile")]
    read = subprocess.run(words, env=set_, check=True, capture_output=True, text=True).stdout
    (server,) = json.loads(read)["apps"]["http"]["servers"].values()
    assert server["listen"] == [":443"]
    assert server["routes"][0]["match"] == [{"host": ["cards.example.org"]}]
    dialled = set(re.findall(r'"dial": ?"([^"]+)"', read))
    assert dialled == {"match-1:8765", "match-2:8765"}
    assert "max-age=31536000" in read


def test_traefik_serves_a_domain_by_tls_alone_and_believes_no_client() -> None:
    yaml = YAML(typ="safe", pure=True)
    proxy = yaml.load(DEPLOY / "proxy" / "traefik.yml")
    plain, tls = proxy["entryPoints"]["plain"], proxy["entryPoints"]["tls"]
    assert plain["http"]["redirections"]["entryPoint"] == {"to": "tls", "scheme": "https"}
    assert tls["http"]["tls"] == {"certResolver": "acme"}
    assert tls["transport"]["respondingTimeouts"]["readTimeout"] == "0s"
    assert "forwardedHeaders" not in tls
    assert "accessLog" not in proxy
    routing = yaml.load(DEPLOY / "proxy" / "traefik-servers.yml")["http"]
    assert [each["entryPoints"] for each in routing["routers"].values()] == [["tls"]]
    assert routing["middlewares"]["secure"]["headers"]["stsSeconds"] == 31_536_000


def test_every_setting_that_is_mounted_is_there(services: dict[str, Any]) -> None:
    mounted = [volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())]
    for source in mounted:
        assert not source.startswith("./") or (TOP / source).is_file()


def test_only_a_proxy_can_be_reached_from_outside(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if "ports" in service] == list(DOORS.values())
    assert services["redis"]["networks"] == ["store"]


def test_nobody_in_the_public_server_is_root_or_may_become_so(services: dict[str, Any]) -> None:
    assert [instruction.rest for instruction in dockerfile() if instruction.word == "USER"] == ["10001:10001"]
    for service in services.values():
        if "/data" in str(service.get("volumes")) and "profiles" in service:  # of certificates: root without its rights
            assert service["cap_add"] == ["NET_BIND_SERVICE"]
        else:
            assert "build" in service or service["user"] not in {"root", "0"}
            assert "cap_add" not in service
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["read_only"] is True


def test_compose_waits_until_a_server_has_said_goodbye(services: dict[str, Any]) -> None:
    for service in services.values():
        if "build" in service:
            drain = float(service["environment"].get("QUARTERDECK_DRAIN", "0"))
            grace = float(service["stop_grace_period"].removesuffix("s"))
            assert grace >= drain + SECONDS_UNTIL_A_WORKER_IS_KILLED + 5


def test_the_store_forgets_nothing_that_was_acknowledged() -> None:
    lines = (DEPLOY / "valkey.conf").read_text().splitlines()
    assert {"appendonly yes", "appendfsync always", "maxmemory-policy noeviction"} <= set(lines)
