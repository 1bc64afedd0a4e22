"""Extensions of other packages: the example of the guide is installed by pip into an environment of its own, keeps its
contracts, and is used by a server; a broken one is named at the start."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import aiohttp
import pytest
from node import TOP
from quarterdeck_games import ExtensionError, extensions_of
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, TicketId
from quarterdeck_server.extensions import PairingRule, asked, check_extensions
from quarterdeck_server.lobby.apps.app_requests import challenge_of
from quarterdeck_server.lobby.matchmaking.candidates import Ticket, Wish
from quarterdeck_server.lobby.matchmaking.pairing import pairings
from servers import line_to, served, soon, started
from structlog.testing import capture_logs

GUIDE = TOP / "server" / "ADDING_AN_EXTENSION.md"
FILES = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RULES = "quarterdeck.pairing_rules"


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment in which the example is installed."""
    source, environment = tmp_path_factory.mktemp("village"), tmp_path_factory.mktemp("environment")
    for name, text in FILES.findall(GUIDE.read_text("utf-8")):
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text(text, "utf-8")
    shutil.copy(TOP / "deploy" / "cards" / "kites.json", source / "quarterdeck_village")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    built: list[str | Path] = ["wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", environment, source]
    subprocess.run([*pip, *built], check=True, capture_output=True)
    [wheel] = environment.glob("*.whl")
    into: list[str | Path] = ["--python", environment / "bin" / "python", "install", "--no-index", wheel]
    subprocess.run([*pip, *into], check=True, capture_output=True)
    here = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    (here / "server.pth").write_text("\n".join(path for path in sys.path if path and Path(path) != TOP / "tests"))
    shutil.copytree(source / "tests", environment / "tests")
    return environment


@pytest.fixture
def path_of_village(village: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    path = sysconfig.get_path("purelib", vars={"base": str(village)})
    monkeypatch.syspath_prepend(path)
    return path


def test_the_example_keeps_its_contracts(village: Path) -> None:
    command: list[str | Path] = [
        village / "bin" / "python",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        village,
    ]
    ended = subprocess.run(
        [*command, "tests"], cwd=village, capture_output=True, text=True, check=False, env={"VILLAGE": str(village)}
    )
    assert ended.returncode == 0, ended.stdout
    assert "12 passed" in ended.stdout


async def test_a_server_uses_every_installed_extension(village: Path, tmp_path: Path) -> None:
    hooks = tmp_path / "hooks.toml"
    hooks.write_text('[players]\nkey = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"\n')
    environment = {
        "PYTHONPATH": sysconfig.get_path("purelib", vars={"base": str(village)}),
        "VILLAGE": str(tmp_path),
        "QUARTERDECK_SETS": "KITES",
        "QUARTERDECK_WEBHOOKS": str(hooks),
    }
    async with (
        served("--store", "memory", environment=environment, anew=True) as server,
        aiohttp.ClientSession() as http,
    ):
        async with http.get(f"{server.url}/v1/games/amiibart/cards") as answer:
            assert '"kite-keeper"' in await answer.text()
        begun = {"provider": "village", "challenge": challenge_of("secret")}
        async with http.post(f"{server.url}/sign-on/start", json=begun) as answer:
            address = (await answer.json())["address"]
        state = re.search(r"^https://hall\.example/door\?state=([\w-]+)", address)
        assert state, address
        for code, status in (("villager-7", 200), ("7", 401)):
            end = {"state": state[1], "code": code, "verifier": "secret"}
            async with http.post(f"{server.url}/sign-on/finish", json=end) as answer:
                assert answer.status == status  # the second time the state is used up as well
        async with line_to(server.url) as ann:
            await ann.sign_in("Ann")
            register = {"type": "register", "password": "a long walk by the sea"}
            refused = await ann.ask(register | {"name": "Mayor Ann"})
            assert refused["text"] == "This server does not allow the name: There is one mayor."
            await ann.ask(register | {"name": "Ann"})
            refused = await ann.ask({"type": "create_webhook", "url": "post:../x"})
            assert (refused["where"], "letters and digits" in refused["text"]) == ("$.url", True)
            table = (await ann.ask({"type": "open_table", "game": "tiny", "seats": 2}))["table"]["id"]
            made = await ann.ask({"type": "create_webhook", "url": "post:ann", "table": table})
            assert made["type"] == "webhook_changed"
            await ann.ask({"type": "add_bot", "table": table})
            await ann.ask({"type": "ready", "table": table})
            box = tmp_path / "ann"
            await soon(lambda: box.exists() and "match.begun" in box.read_text())


def test_an_installed_rule_forbids_pairs_however_long_they_wait(path_of_village: str) -> None:
    def ticket(name: str, rating: int) -> Ticket:
        wish = Wish(game=GameName("tiny"), pool="tiny", seats=2, rating=rating, uncertainty=0)
        since = Milliseconds(0)
        return Ticket(id=TicketId(name), players=(PlayerId(name),), wishes=(wish,), since=since)

    rules = extensions_of(RULES, PairingRule)
    assert rules.keys() == {"village"}
    far = [ticket("Ann", 1000), ticket("Ben", 1600)]
    now = Milliseconds(10_000_000)
    assert (len(pairings(far, now)), pairings(far, now, rules)) == (1, [])
    assert len(pairings([*far, ticket("Cy", 1599)], now, rules)) == 1


BROKEN = {
    "quarterdeck_broken:Missing": "AttributeError: module 'quarterdeck_broken' has no attribute 'Missing'",
    "quarterdeck_broken:Raising": "RuntimeError: out of paint",
    "quarterdeck_broken:Empty": "it has no `may_meet`",
    "quarterdeck_nowhere:Rule": "ModuleNotFoundError: No module named 'quarterdeck_nowhere'",
}


def install_broken(folder: Path, *values: str, group: str = RULES) -> None:
    (folder / "quarterdeck_broken.py").write_text(
        "class Empty: pass\n\ndef Raising():\n    raise RuntimeError('out of paint')\n"
    )
    for number, value in enumerate(values):
        said = folder / f"quarterdeck_broken{number}-1.0.0.dist-info"
        said.mkdir()
        (said / "METADATA").write_text(f"Metadata-Version: 2.1\nName: quarterdeck-broken{number}\nVersion: 1.0.0\n")
        (said / "entry_points.txt").write_text(f"[{group}]\nbad = {value}\n")


@pytest.mark.parametrize(("value", "why"), BROKEN.items())
def test_a_broken_extension_is_named_with_its_package_and_its_fault(
    value: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_broken(tmp_path, value)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ExtensionError) as refused:
        check_extensions()
    begin = f"The extension `bad` of quarterdeck-broken0 1.0.0 ({RULES}, {value}) cannot be used: "
    assert str(refused.value) == f"{begin}{why}. Mend it, or uninstall its package."


def test_two_extensions_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_broken(tmp_path, "fractions:Fraction", "fractions:Fraction", group="quarterdeck.games")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ExtensionError, match=r"it makes no dict\."):
        extensions_of("quarterdeck.games", dict)
    with pytest.raises(ExtensionError, match="another installed package has an extension of this name"):
        extensions_of("quarterdeck.games", object)


@pytest.mark.parametrize("group", [RULES, "quarterdeck.games"])
async def test_a_server_with_a_broken_extension_does_not_start(tmp_path: Path, group: str) -> None:
    install_broken(tmp_path, "quarterdeck_broken:Empty", group=group)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "QUARTERDECK_PORT": "0"}
    async with started("serve", "--store", "memory", environment=environment) as process:
        _, said = await process.communicate()
    assert process.returncode == 1
    assert b"Error: The extension `bad` of quarterdeck-broken0 1.0.0" in said.replace(b"\n", b" ")
    assert b"Traceback" not in said


def test_an_extension_that_fails_at_work_stops_nothing_and_is_named() -> None:
    with capture_logs() as said:
        assert asked("village", lambda: bool(1 // 0), True) is True
    [line] = said
    assert (line["event"], line["extension"]) == ("an extension has failed", "village")
