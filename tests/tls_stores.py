"""Stores that ask for TLS and a password, with real certificates: Debian's Redis, for the wheel's Valkey has no TLS."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import redis
import trustme
from absent_programs import program
from clusters import SERVICE, SOON, Cluster, Replicated, Server, free_ports
from redis.backoff import NoBackoff
from redis.retry import Retry

PASSWORD = "p@ss:word/of the store"
SENTINEL_PASSWORD = "another one"


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


def redis_server(folder: Path) -> Path:
    """Return a Redis with TLS. It is called by the name that it has in Debian's redis-tools, and by a link."""
    link = folder / "redis-server"
    if not link.exists():
        link.symlink_to(program("redis-check-rdb", "redis-tools"))
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
        self._command[0] = str(redis_server(certificates.folder))
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
