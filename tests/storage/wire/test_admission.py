"""Stores that ask for TLS and a password: one server, Sentinels, a cluster. Who has both plays."""

import asyncio
import gc
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from clusters import free_ports, until
from quarterdeck_server.__main__ import main
from quarterdeck_server.storage.durability import FAST
from quarterdeck_server.storage.redis.fitness import why_unfit_at
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.wire import connections
from quarterdeck_server.storage.wire.admission import unavailable
from quarterdeck_server.storage.wire.cluster_pipeline import ClusterMap, ClusterPipeline
from quarterdeck_server.storage.wire.pipeline import Pipeline
from quarterdeck_server.store_errors import AccessDenied, Unavailable
from servers import SOON, live_server, served
from stores import patient_store
from tls_stores import PASSWORD, SENTINEL_PASSWORD, Certificates, TLSCluster, TLSReplicated, TLSServer, TLSStore

WRONG_PASSWORD = "The store refuses this password"
WRONG_CERTIFICATE = "certificate of the store is not trusted (self-signed certificate in certificate chain)"
SECRETS = (PASSWORD, SENTINEL_PASSWORD, "a guess")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, nothing that is run here finds that a store does not answer: `doctor` makes its
    connections itself, and has two seconds for each."""
    monkeypatch.setattr(connections, "PATIENCE", SOON)
    monkeypatch.setitem(connections._SETTINGS, "socket_connect_timeout", SOON)
    monkeypatch.setattr(why_unfit_at, "__defaults__", (FAST, SOON))
    for made in (RedisStore, Pipeline, ClusterPipeline, ClusterMap):
        defaults: dict[str, Any] = vars(made)["__init__"].__kwdefaults__
        assert defaults["patience"] == 2.0
        monkeypatch.setitem(defaults, "patience", SOON)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates(tmp_path_factory.mktemp("tls") / "certificates")


@pytest.fixture(scope="module")
def one_server(certificates: Certificates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TLSStore]:
    """A single server."""
    (port,) = free_ports(1)
    folder = tmp_path_factory.mktemp("one") / "server"
    server = TLSServer(folder, port, certificates=certificates, password=PASSWORD, appendonly="yes")
    try:
        server.start()
        until(server.is_there)
        yield TLSStore(certificates, "rediss", f"{server.place}/0")
    finally:
        server.stop()


@pytest.fixture(scope="module")
def sentinels(certificates: Certificates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TLSStore]:
    """A primary that a Sentinel knows; both want TLS, each another password."""
    replicated = TLSReplicated(tmp_path_factory.mktemp("replicated"), certificates)
    try:
        replicated.start()
        yield replicated.store(certificates)
    finally:
        replicated.stop()


@pytest.fixture(scope="module")
def cluster(certificates: Certificates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TLSStore]:
    """A cluster of one."""
    cluster = TLSCluster(tmp_path_factory.mktemp("cluster"), certificates)
    try:
        cluster.start()
        yield cluster.store(certificates)
    finally:
        cluster.stop()


@pytest.fixture(params=["one_server", "sentinels", "cluster"])
def store(request: pytest.FixtureRequest) -> TLSStore:
    found: TLSStore = request.getfixturevalue(request.param)
    return found


async def doctor(url: str, *command: str) -> Result:
    """Return what `quarterdeck doctor`, or another command, says of a store; no password is in it."""
    clean = {f"QUARTERDECK_{name}": None for name in ("STORE", "DATA", "DURABILITY")}
    words = [*(command or ["doctor"]), "--store", url]
    result = await asyncio.to_thread(lambda: CliRunner().invoke(main, words, env=clean))
    with warnings.catch_warnings():
        # A command does not wait longer than its patience for the goodbye of TLS: its process ends, here only its loop.
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
    assert not any(secret in result.output for secret in SECRETS)
    return result


async def refused_at_the_start(url: str) -> str:
    """Return what `quarterdeck serve` ends with at once."""
    async with served("--store", url, greeting_ends=b"no greeting") as server:
        assert server.greeting == ""
        assert await server.ended() == 1
    said = server.said.decode()
    assert not any(secret in said for secret in SECRETS)
    return said


@pytest.mark.usefixtures("patient")
async def test_a_process_that_has_the_certificate_and_the_password_plays_on_it(store: TLSStore) -> None:
    assert await why_unfit_at(store.url()) is None
    assert (await doctor(store.url())).exit_code == 0
    async with live_server(patient_store(store.url())) as server, server.player() as line:
        table = (await line.ask({"type": "open_table", "game": "tiny"}))["table"]
        await line.ask({"type": "add_bot", "table": table["id"], "bot": "random"})
        begun = (await line.ask({"type": "ready", "table": table["id"]}))["table"]
        assert begun["stage"] == "playing"
        await line.ask({"type": "watch_match", "match": begun["match"]})
        assert (await line.ask({"type": "resign", "match": begun["match"]}))["result"] is not None


async def test_a_wrong_password_is_told_in_words_by_serve_and_doctor(store: TLSStore) -> None:
    url = store.url(password="a guess")
    assert WRONG_PASSWORD in await refused_at_the_start(url)
    found = await doctor(url)
    assert (found.exit_code, WRONG_PASSWORD in found.output) == (1, True)


@pytest.mark.parametrize(
    "command", [("archive", "pack"), ("admin", "make-first", "Ada"), ("backup", "never.qd")], ids=" ".join
)
async def test_a_wrong_password_is_told_in_words_by_what_is_done_by_hand(
    one_server: TLSStore, command: tuple[str, ...]
) -> None:
    found = await doctor(one_server.url(password="a guess"), *command)
    assert (found.exit_code, WRONG_PASSWORD in found.output) == (1, True), found.output


async def test_a_certificate_of_a_stranger_is_told_in_words_by_serve_and_doctor(
    store: TLSStore, certificates: Certificates
) -> None:
    url = store.url(ca=certificates.stranger)
    assert WRONG_CERTIFICATE in await refused_at_the_start(url)
    found = await doctor(url)
    assert (found.exit_code, WRONG_CERTIFICATE in found.output) == (1, True)


async def test_a_file_that_is_not_there_is_named(store: TLSStore, tmp_path: Path) -> None:
    missing = tmp_path / "nothing.pem"
    said = await refused_at_the_start(store.url(ca=missing))
    assert f"ssl_ca_certs={missing}, and that cannot be read: No such file or directory." in said
    assert "cannot be read" in (await doctor(store.url(ca=missing))).output


async def test_a_wrong_password_for_sentinels_is_told(sentinels: TLSStore) -> None:
    assert "sentinel_password" in await refused_at_the_start(sentinels.url(sentinel_password="a guess"))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("NOAUTH Authentication required.", WRONG_PASSWORD),
        ("WRONGPASS invalid username-password pair", WRONG_PASSWORD),
        ("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired (_ssl.c:1)", "expired"),
    ],
)
def test_anything_that_a_store_says_is_told_in_other_words(said: str, wanted: str) -> None:
    error = unavailable(ConnectionError(said))
    assert isinstance(error, AccessDenied)
    assert wanted in str(error)


def test_anything_that_else_happens_is_a_store_that_is_away() -> None:
    assert type(unavailable(ConnectionRefusedError("nobody there"))) is Unavailable
