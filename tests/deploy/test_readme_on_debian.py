"""`deploy/README.md`, word for word, on Debian's systemd with Debian's Redis and proxies as their own services.

One long test, because it is one machine: what a section leaves behind the next one needs. Everything indented in the
sections about systemd, proxies and TLS is run, or put where the sentence before it says.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme
from deploy.booted_debian import BootedDebian, booted_debian
from deploy.test_deploy import DEPLOY
from ruamel.yaml import YAML
from servers import SOON

README = (DEPLOY / "README.md").read_text()
NAME = "cards.example.org"
PASSWORD = "a long walk by the sea"
DATA, STORE = "--data /var/lib/quarterdeck", "--store redis://127.0.0.1:6379/0"
AUTHORITY = "/etc/ssl/authority.pem"
PYTHON = "/opt/quarterdeck/bin/python"

BESIDE_A_SERVER = ("doctor", "keys list", "keys rotate", "collection audit", "packs audit", "archive pack")
"""What goes to the store by itself and is in no example of the section."""

GET = """
import sys, urllib.request
class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_): return None
try:
    answer = urllib.request.build_opener(Stay).open(sys.argv[1])
except urllib.error.HTTPError as error:
    answer = error
    if error.status >= 500:
        raise
print(answer.status, answer.headers["Location"], answer.headers["Strict-Transport-Security"])
print(answer.read().decode(errors="replace"))
"""

GET_SOON = f"until {PYTHON} -c '{GET}' $URL 2> /dev/null; do sleep 0.1; done"
"""After a reload it may take a moment until a proxy listens on another port."""

STAY = """
import asyncio, sys
from quarterdeck_client import Client
async def stay():
    async with Client(sys.argv[1], name="Ada") as me:
        seat = await me.play("tiny", bots=1, options={"marks": 3})
        is_first = True
        async for turn in seat.turns():
            await turn.act(turn.choices[0])
            if is_first:
                print("playing", flush=True)
                await asyncio.to_thread(sys.stdin.readline)
                is_first = False
        assert seat.result is not None
        print(f"played on, connected anew {me.reconnects} times")
asyncio.run(stay())
"""
"""Plays a match, of which a part comes after the reload of a proxy."""


def section(title: str) -> str:
    """Return the text below a heading, up to the next one that is as high."""
    found = re.search(rf"(?ms)^(#+) {re.escape(title)}\n(.*?)(?=^#{{1,3}} |\Z)", README)
    assert found is not None, title
    return found[2]


def blocks(title: str) -> list[str]:
    """Return the indented blocks below a heading."""
    found = re.findall(r"(?m)^((?: {4}.*\n)+)", section(title))
    return [re.sub(r"(?m)^ {4}", "", block) for block in found]


class Host:
    """Somebody who does on a machine what the document says."""

    def __init__(self, machine: BootedDebian) -> None:
        self.machine = machine
        self.run = machine.run

    def follow(self, title: str, **instead: str) -> None:
        """Run all blocks below a heading, with other words `instead` of some."""
        for block in blocks(title):
            self.follow_block(block, **instead)

    def follow_block(self, block: str, **instead: str) -> None:
        for old, new in instead.items():
            block = re.sub(rf"\b{old}\b", new, block)
        self.run(block, online="pip install" in block)

    def get(self, url: str) -> str:
        """Return status, `Location`, `Strict-Transport-Security` and body."""
        return self.run(f'timeout {SOON:.0f} bash -c "$UNTIL"', UNTIL=GET_SOON, URL=url, SSL_CERT_FILE=AUTHORITY)

    def play(self, url: str) -> None:
        """Let two bots play a match to its end."""
        said = self.run(f"quarterdeck bots --url {url} --game tiny --seats 2 --json", SSL_CERT_FILE=AUTHORITY)
        (played,) = json.loads(said)["matches"]
        assert played["error"] is None
        assert played["result"] is not None

    def reload(self, service: str, url: str) -> str:
        """Reload a proxy while somebody plays through it, and return what came of that."""
        somebody = self.machine.begin(PYTHON, "-c", STAY, url, SSL_CERT_FILE=AUTHORITY)
        assert somebody.stdout is not None
        assert somebody.stdout.readline() == "playing\n"
        self.run(f"systemctl reload {service}")
        said, _ = somebody.communicate("go on\n", timeout=SOON)
        return said.strip()

    def replace(self, file: str, old: str, new: str) -> None:
        """Edit a file as the document says."""
        place = Path(f"{self.machine.root}{file}")
        text = place.read_text()
        assert text.count(old) == 1, old
        place.write_text(text.replace(old, new))

    def write(self, file: str, content: str | bytes) -> None:
        place = Path(f"{self.machine.root}{file}")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)

    def users_of(self, program: str) -> list[str]:
        """Return as whom the processes of a program run."""
        return self.run(f"ps -o user= -C {program}", status=None).split()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with booted_debian(tmp_path) as machine:
        yield Host(machine)


def test_everything_that_the_readme_says_works_on_debian(host: Host) -> None:
    one_server(host)
    several_servers(host)
    for proxy in (nginx, haproxy, caddy):
        proxy(host)


def one_server(host: Host) -> None:
    install, extras = blocks("One machine for good: systemd")
    host.follow_block(install)
    host.follow_block(extras)
    assert host.run("systemctl is-active quarterdeck").strip() == "active"
    assert "root" not in host.users_of("quarterdeck")
    host.play("http://127.0.0.1:8765")

    looked_after, restored = blocks("Its first admin, its health, its backups")
    register = f"quarterdeck account register Boss --url http://127.0.0.1:8765 --password '{PASSWORD}'"
    said = host.run(looked_after.replace("quarterdeck account register NAME", register).replace("NAME", "Boss"))
    assert "first_admin Boss" in said
    assert "No faults found." in said
    assert "/root/quarterdeck.qd: " in said
    for command in BESIDE_A_SERVER:
        host.run(f"quarterdeck {command} {DATA}")
    host.run(restored)
    _has_its_admin(host)

    # Root runs the store while the server does not, into a folder that is empty, and into none.
    host.run("systemctl stop quarterdeck")
    for command in BESIDE_A_SERVER:
        host.run(f"quarterdeck {command} {DATA}")
    for gone in ("/var/lib/private/quarterdeck/*", "/var/lib/private/quarterdeck /var/lib/quarterdeck"):
        host.run("systemctl start quarterdeck")
        _has_its_admin(host)
        host.run(f"systemctl stop quarterdeck; rm -rf {gone}; quarterdeck restore /root/quarterdeck.qd {DATA}")
    host.run("systemctl start quarterdeck")
    _has_its_admin(host)
    _files_its_log_by_priority(host)


def _files_its_log_by_priority(host: Host) -> None:
    """journald has every line as JSON, and warnings as warnings."""
    set_, journal = "/etc/quarterdeck/environment", "journalctl --unit quarterdeck --output cat --no-pager"
    host.run(f"cp {set_} /root/set && echo QUARTERDECK_STORE=redis://127.0.0.1:9/0 >> {set_}")
    host.run("systemctl stop quarterdeck && systemctl start --no-block quarterdeck")
    warnings = f"{journal} --priority warning"
    host.run(f"timeout {SOON:.0f} sh -c 'until {warnings} | grep -q \"cannot be reached\"; do sleep 0.1; done'")
    host.run(f"mv /root/set {set_} && systemctl stop quarterdeck && systemctl start quarterdeck")
    said = [json.loads(line) for line in host.run(warnings).splitlines() if line.startswith("{")]
    assert {line["level"] for line in said} <= {"warning", "error"}
    ours = [line for line in host.run(f"{journal} _COMM=quarterdeck").splitlines() if line]
    assert [json.loads(line)["event"] for line in ours].count("listening") >= 2


def _has_its_admin(host: Host) -> None:
    """What was backed up is there, and readable for the server's user alone."""
    again = host.run(f"quarterdeck admin make-first Boss {DATA}", status=1)
    assert "There is already an admin, Boss" in again
    strangers = "cd /var/lib/private/quarterdeck && find . -type f \\( ! -uid $(stat -c %u .) -o -perm /077 \\)"
    assert host.run(strangers).strip() == ""
    assert host.run("stat -c %a /var/lib/private/quarterdeck").strip() == "700"


def several_servers(host: Host) -> None:
    store, servers, archive, restart = blocks("Several servers")
    for block in (store, servers, archive, restart):
        host.follow_block(block)
    targets = YAML(typ="safe", pure=True).load(DEPLOY / "monitoring" / "prometheus.yml")["scrape_configs"][0]
    places = targets["static_configs"][0]["targets"]
    assert len(places) == 3
    for place in places:
        assert "quarterdeck_build_info" in host.get(f"http://{place}/metrics")
    environment = "tr '\\0' '\\n' < /proc/$(systemctl show -P MainPID quarterdeck@$port)/environ"
    roles = host.run(f"for port in 8765 8766 8767; do {environment} | grep ROLE; done")
    assert roles.split() == [f"QUARTERDECK_ROLE={role}" for role in ("match", "match", "lobby")]
    # The install block once more, as for an upgrade: it leaves what is set alone.
    install, _ = blocks("One machine for good: systemd")
    host.run("\n".join(line for line in install.splitlines() if "pip" not in line and "--now" not in line))
    assert "QUARTERDECK_STORE=redis" in host.run("cat /etc/quarterdeck/environment")
    host.play("http://127.0.0.1:8765")
    with_archive = f"quarterdeck doctor {STORE} --archive file:///var/lib/quarterdeck-matches"
    assert "No faults found." in host.run(with_archive)

    authority = trustme.CA()
    issued = authority.issue_cert(NAME)
    host.write(AUTHORITY, authority.cert_pem.bytes())
    host.write(f"/etc/letsencrypt/live/{NAME}/fullchain.pem", issued.cert_chain_pems[0].bytes())
    host.write(f"/etc/letsencrypt/live/{NAME}/privkey.pem", issued.private_key_pem.bytes())
    host.run(f"echo 127.0.0.1 {NAME} >> /etc/hosts")


STAYED = "played on, connected anew 0 times"


def _serves_tls(host: Host, service: str, reloaded: str = STAYED) -> None:
    """A proxy sends people from port 80 to TLS, where a match is played, also across a reload."""
    assert host.get(f"http://{NAME}/docs").splitlines()[0].split()[1] == f"https://{NAME}/docs"
    status, _, security = host.get(f"https://{NAME}/readyz").splitlines()[0].split()
    assert (status, security) == ("200", "max-age=31536000")
    assert host.reload(service, f"https://{NAME}") == reloaded
    host.run(f"systemctl stop {service}")


def nginx(host: Host) -> None:
    host.follow_block(blocks("Other doors")[0])
    assert set(host.users_of("nginx")) == {"root", "www-data"}
    assert host.reload("nginx", "http://127.0.0.1:8080") == STAYED
    assert "/v1/socket" in host.run("cat /var/log/nginx/access.log")
    to_tls, certificate, lines = blocks("nginx, on Debian")
    settings = Path(f"{host.machine.root}/etc/nginx/nginx.conf")
    settings.write_text(settings.read_text().rstrip().removesuffix("}") + to_tls + "}\n")
    host.run("systemctl reload nginx")
    folder, certbot = certificate.splitlines()
    assert f"-d {NAME}" in certbot
    host.run(folder)
    host.write("/var/www/certbot/.well-known/acme-challenge/word", "challenge")
    assert host.get(f"http://{NAME}/.well-known/acme-challenge/word").splitlines()[1] == "challenge"
    host.replace("/etc/nginx/nginx.conf", "listen 8080;", lines)
    host.run("systemctl reload nginx")
    _serves_tls(host, "nginx")


def haproxy(host: Host) -> None:
    host.follow_block(blocks("Other doors")[1])
    assert sorted(host.users_of("haproxy")) == ["haproxy", "root"]
    assert host.reload("haproxy", "http://127.0.0.1:8080") == STAYED
    front, back, _, renewed = blocks("HAProxy, on Debian")
    host.replace("/etc/haproxy/haproxy.cfg", "    bind :8080\n", front)
    host.run("cat >> /etc/haproxy/haproxy.cfg <<'END'\n" + back + "END\ninstall -d -m 700 /etc/haproxy/tls")
    host.write("/etc/haproxy/renewed", renewed)
    host.run("chmod 755 /etc/haproxy/renewed; /etc/haproxy/renewed", RENEWED_LINEAGE=f"/etc/letsencrypt/live/{NAME}")
    host.write("/root/acme/.well-known/acme-challenge/word", "challenge")
    host.run(f"systemd-run --collect --unit certbot {PYTHON} -m http.server 8888 --directory /root/acme")
    assert host.get(f"http://{NAME}/.well-known/acme-challenge/word").splitlines()[1] == "challenge"
    host.run("systemctl stop certbot")
    _serves_tls(host, "haproxy")


def caddy(host: Host) -> None:
    host.follow_block(blocks("Other doors")[2])
    assert host.users_of("caddy") == ["caddy"]
    came_back = "played on, connected anew 1 times"
    assert host.reload("caddy", "http://127.0.0.1:8080") == came_back
    (lines,) = blocks("Caddy, on Debian")
    host.run(f"cp /etc/letsencrypt/live/{NAME}/*.pem /etc/caddy && chown caddy /etc/caddy/*.pem")
    (own,) = re.findall(r"`(tls [^`]+)`", section("Caddy, on Debian"))
    host.replace("/etc/caddy/Caddyfile", "{$DOOR::8080} {\n", f"{lines}    {own}\n")
    host.run("systemctl reload caddy")
    _serves_tls(host, "caddy", came_back)
