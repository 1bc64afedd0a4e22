"""Stores that ask for TLS and a password, with real certificates: Debian's Redis, for the wheel's Valkey has no TLS."""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import redis
import trustme
from clusters import SERVICE, SOON, Cluster, Replicated, Server, free_ports
from redis.backoff import NoBackoff
from redis.retry import Retry

PASSWORD = "p@ss:word/of the store"
SENTINEL_PASSWORD = "another one"

BINARY = "/usr/bin/redis-check-rdb"
"""The same program as redis-server, by the name under which Debian's redis-tools has it."""


class Certificates:
    """An authority, what it has issued to this machine, and another authority that nobody has asked."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.trusted, self.stranger = folder / "ca.pem", folder / "stranger.pem"
        self.key, self.certificate = folder / "key.pem", folder / "certificate.pem"
        authority = trustme.CA()
        authority.cert_pem.write_to_path(self.trusted)
        trustme.CA().cert_pem.write_to_path(self.stranger)
        issued = authority.issue_cert("127.0.0.1", "localhost")
        issued.private_key_pem.write_to_path(self.key)
        issued.cert_chain_pems[0].write_to_path(self.certificate)


def program(folder: Path) -> Path:
    """Return a Redis with TLS, installed if there is none and that may be done here; one worker of the test run does
    so."""
    with (folder / "redis.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        apt = shutil.which("apt-get")
        if not Path(BINARY).exists() and apt is not None and os.geteuid() == 0:
            quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "redis-tools"]):
                subprocess.run([apt, *words], env=quiet, check=False, capture_output=True)
        if not Path(BINARY).exists():
            pytest.fail(f"there is no {BINARY} here: `apt-get install redis-tools`")
        link = folder / "redis-server"
        if not link.exists():
            link.symlink_to(BINARY)
        return link


class TLSServer(Server):
    """One server that answers over TLS alone, to who has the password."""

    def __init__(
        self, folder: Path, port: int, *words: str, certificates: Certificates, password: str, **settings: str
    ) -> None:
        super().__init__(
            folder,
            port,
            *words,
            tls_cert_file=str(certificates.certificate),
            tls_key_file=str(certificates.key),
            tls_ca_cert_file=str(certificates.trusted),
            tls_auth_clients="no",
            tls_replication="yes",
            requirepass=password,
            **settings,
        )
        self._command[0] = str(program(certificates.folder))
        self._command[self._command.index("--port")] = "--tls-port"
        self._command += ["--port", "0"]
        self.client = redis.Redis(
            port=port,
            password=password,
            ssl=True,
            ssl_ca_certs=str(certificates.trusted),
            socket_timeout=SOON,
            retry=Retry(NoBackoff(), 0),
        )


class TLSStore:
    """A store by its addresses, right and wrong."""

    def __init__(self, certificates: Certificates, scheme: str, rest: str, *more: str) -> None:
        """What follows the password in an address is the `rest`, and `more` follows the question mark."""
        self._certificates = certificates
        self._scheme = scheme
        self._rest = rest
        self._more = more

    def url(self, *, password: str = PASSWORD, ca: Path | None = None, tls: bool = True, **more: str) -> str:
        """Return the address, with whatever is wrong in it."""
        said = dict(each.split("=", 1) for each in self._more) | more
        if tls:
            said["ssl_ca_certs"] = str(self._certificates.trusted if ca is None else ca)
        options = "&".join(f"{name}={quote(value, safe='')}" for name, value in said.items())
        scheme = self._scheme if tls else self._scheme.replace("rediss", "redis")
        return f"{scheme}://:{quote(password, safe='')}@{self._rest}" + (options and f"?{options}")


class TLSCluster(Cluster):
    """One node with all slots."""

    def __init__(self, folder: Path, certificates: Certificates) -> None:
        port, bus = free_ports(2)
        self.nodes = [
            TLSServer(
                folder / str(port),
                port,
                certificates=certificates,
                password=PASSWORD,
                cluster_enabled="yes",
                cluster_port=str(bus),
                tls_cluster="yes",
                appendonly="yes",
            )
        ]
        self._buses = {port: bus}
        self._primaries = 1
        self._folder = folder

    def store(self, certificates: Certificates) -> TLSStore:
        return TLSStore(certificates, "rediss+cluster", self.nodes[0].place)


class TLSReplicated(Replicated):
    """A primary and a Sentinel that knows it."""

    def __init__(self, folder: Path, certificates: Certificates) -> None:
        one, other = free_ports(2)
        self.servers = [
            TLSServer(folder / str(one), one, certificates=certificates, password=PASSWORD, appendonly="yes")
        ]
        settings = folder / "sentinel.conf"
        settings.write_text("")
        sentinel: Any = TLSServer(
            folder / str(other),
            other,
            str(settings),
            "--sentinel",
            certificates=certificates,
            password=SENTINEL_PASSWORD,
        )
        self.sentinels = [sentinel]

    def start(self) -> None:
        super().start()
        self.sentinels[0].client.execute_command("SENTINEL", "SET", SERVICE, "auth-pass", PASSWORD)

    def store(self, certificates: Certificates) -> TLSStore:
        password = f"sentinel_password={SENTINEL_PASSWORD}"
        return TLSStore(certificates, "rediss+sentinel", f"{self.sentinels[0].place}/{SERVICE}", password)
