"""`deploy/TEN_MINUTES.md`, word for word, on Debian's systemd: to a branded, legal page with TLS."""

import re
from pathlib import Path

import trustme
from deploy.booted_debian import booted_debian
from deploy.test_deploy import DEPLOY
from deploy.test_readme_on_debian import AUTHORITY, NAME, PASSWORD, Host

PAGE = (DEPLOY / "TEN_MINUTES.md").read_text()
MOST_COMMANDS = 10


def commands(block: int) -> list[str]:
    """Return the commands of a block of code, one a line."""
    return str(re.findall(r"(?ms)^```sh\n(.*?)^```", PAGE)[block]).splitlines()


def test_ten_commands_lead_to_a_branded_legal_page(tmp_path: Path) -> None:
    assert len(commands(0)) <= MOST_COMMANDS
    with booted_debian(tmp_path) as machine:
        host = Host(machine)
        host.run(f"echo 127.0.0.1 {NAME} >> /etc/hosts")
        host.run("dpkg --configure -a")  # an installation on the machine of this test may have been cut off
        for command in commands(0):
            host.follow_block(command)
        _has_a_certificate(host)
        settings = host.run("stat -c %a /etc/quarterdeck /etc/quarterdeck/environment").split()
        assert settings == ["700", "600"], "passwords come into it, and the machine may have other users"

        status, *site = host.get(f"https://{NAME}/.well-known/quarterdeck").splitlines()
        assert status.split()[::2] == ["200", "max-age=31536000"]
        assert "Card Harbour" in "".join(site)
        imprint = host.get(f"https://{NAME}/site/imprint")
        assert "Harbour Street 1" in imprint
        assert host.get(f"http://{NAME}/docs").splitlines()[0].split()[1] == f"https://{NAME}/docs"
        host.play(f"https://{NAME}")

        register = f"quarterdeck account register NAME --password '{PASSWORD}' --url https://{NAME}"
        refused = host.run(register.replace("NAME", "Boss"), status=None, SSL_CERT_FILE=AUTHORITY)
        assert "invite" in refused
        invite, make_first = commands(1)
        code = host.run(invite).split()[-1]
        host.run(f"{register.replace('NAME', 'Boss')} --invite {code}", SSL_CERT_FILE=AUTHORITY)
        assert "first_admin Boss" in host.run(make_first.replace("NAME", "Boss"))
        _signs_in_by_a_school(host)


def _signs_in_by_a_school(host: Host) -> None:
    """Follow the section about systemd of `deploy/SIGN_ON.md`."""
    own = 'id = "school"', 'name = "Our school"', 'client_id = "cards"', 'client_secret_file = "school"'
    provider = "\n".join(["[[provider]]", *own, 'issuer = "https://login.school.example"'])
    host.run('echo secret > school; echo "$PROVIDER" > sign-on.toml', PROVIDER=provider)
    [block] = re.findall(r"(?ms)^```sh\n(.*?)^```", (DEPLOY / "SIGN_ON.md").read_text())
    host.follow_block(block)
    assert "Our school" in host.get(f"https://{NAME}/sign-on/providers")


def _has_a_certificate(host: Host) -> None:
    """Stand in for the public authority that Caddy would ask over the network, which the machine does not have."""
    authority = trustme.CA()
    issued = authority.issue_cert(NAME)
    host.write(AUTHORITY, authority.cert_pem.bytes())
    host.write("/etc/caddy/fullchain.pem", issued.cert_chain_pems[0].bytes())
    host.write("/etc/caddy/privkey.pem", issued.private_key_pem.bytes())
    host.run("chown caddy /etc/caddy/*.pem")
    own = "    tls /etc/caddy/fullchain.pem /etc/caddy/privkey.pem\n"
    host.replace("/etc/caddy/Caddyfile", f"{NAME} {{\n", f"{NAME} {{\n{own}")
    host.run("systemctl reload caddy")
