"""Release of Quarterdeck: one version in all places, and the files of a release, built and tried.

    python deploy/release.py set 0.2.0      # write the version to all places
    python deploy/release.py check 0.2.0    # refuse faults: versions, changelog, uncommitted changes, tag
    python deploy/release.py build 0.2.0    # wheels, sources, npm package, schemas, materials, checksums: into dist/
    python deploy/release.py try 0.2.0      # install them into empty environments and play a match with each
    python deploy/release.py address https://forge.example/owner/quarterdeck
                                            # write the public address of the repository to the metadata of all packages

`make release VERSION=0.2.0` checks, builds and tags. `make release-check VERSION=0.2.0` tries.
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
NUMBERS = r"\d+\.\d+\.\d+"
PLACES = {
    "pyproject.toml": (rf'(?m)^version = "({NUMBERS})"', rf'quarterdeck-client(?:\[terminal\])?==({NUMBERS})"'),
    "client/pyproject.toml": (rf'(?m)^version = "({NUMBERS})"',),
    "client/javascript/package.json": (rf'"version": "({NUMBERS})"',),
    "client/package-lock.json": (rf'"name": "@quarterdeck/client",\s+"version": "({NUMBERS})"',),
    "deploy/kubernetes/base/kustomization.yaml": (rf'newTag: "({NUMBERS})"',),
    "deploy/kubernetes/chart/Chart.yaml": (rf"(?m)^version: ({NUMBERS})$", rf"(?m)^appVersion: ({NUMBERS})$"),
    "deploy/README.md": (rf"docker://registry\.example/quarterdeck:({NUMBERS})",),
}
"""Files with the version. The first group of each pattern is the version."""

PYTHON_PACKAGES = ("pyproject.toml", "client/pyproject.toml")
NPM_PACKAGE = "client/javascript/package.json"
NPM_URLS = ("repository", "homepage", "bugs")
URLS = re.compile(r'(?m)^\[project\.urls\]\n(?:\w+ = ".*"\n)+\n')
"""The public addresses in the metadata of a Python package."""

PATIENCE = 60.0
"""Seconds in which a server has to be ready."""


def versions() -> dict[str, list[str]]:
    """Return the versions that stand in each place, by file."""
    texts = {name: (ROOT / name).read_text("utf-8") for name in PLACES}
    return {
        name: [found[1] for pattern in patterns for found in re.finditer(pattern, texts[name])]
        for name, patterns in PLACES.items()
    }


def write(version: str) -> None:
    """Write a version to all places."""
    for name, patterns in PLACES.items():
        path = ROOT / name
        text = path.read_text("utf-8")
        for pattern in patterns:
            text = re.sub(pattern, lambda found: found[0].replace(found[1], version), text)
        path.write_text(text, "utf-8")


def addresses() -> dict[str, str | None]:
    """Return the public address of the repository in each package, `None` in a package without one."""
    found: dict[str, str | None] = {}
    for name in PYTHON_PACKAGES:
        project = tomllib.loads((ROOT / name).read_text("utf-8"))["project"]
        found[name] = project.get("urls", {}).get("Repository")
    described = json.loads((ROOT / NPM_PACKAGE).read_text("utf-8"))
    found[NPM_PACKAGE] = described.get("homepage")
    return found


def write_address(address: str) -> None:
    """Write the public address of the repository to the metadata of all packages. Raises `SystemExit` if it is none."""
    if not re.fullmatch(r"https://[\w.-]+(?::\d+)?(?:/[\w.~-]+)+", address) or address.endswith(".git"):
        raise SystemExit(
            f"{address!r} is no address of a repository; it must be like https://forge.example/owner/name."
        )
    urls = {"Homepage": address, "Repository": address, "Issues": f"{address}/issues"}
    table = "[project.urls]\n" + "".join(f'{name} = "{url}"\n' for name, url in urls.items()) + "\n"
    for name in PYTHON_PACKAGES:
        path = ROOT / name
        text = URLS.sub("", path.read_text("utf-8"))
        path.write_text(re.sub(r"(?m)^(?=\[project\.optional-dependencies\])", lambda _: table, text), "utf-8")
    path = ROOT / NPM_PACKAGE
    described = {key: each for key, each in json.loads(path.read_text("utf-8")).items() if key not in NPM_URLS}
    folder = str(Path(NPM_PACKAGE).parent)
    said = ({"type": "git", "url": f"git+{address}.git", "directory": folder}, address, {"url": f"{address}/issues"})
    described |= dict(zip(NPM_URLS, said, strict=True))
    path.write_text(json.dumps(described, indent=2, ensure_ascii=False) + "\n", "utf-8")


def news(version: str) -> str:
    """Return the changes of a version in CHANGELOG.md, empty if it has no section."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = re.search(rf"(?ms)^## {re.escape(version)} – \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |\Z)", text)
    return found[1].strip() if found else ""


def steps(version: str) -> str:
    """Return what hosts have to do for a version by deploy/UPGRADE.md, empty if it has no section."""
    text = (ROOT / "deploy" / "UPGRADE.md").read_text("utf-8")
    found = re.search(rf"(?ms)^## From {NUMBERS} to {re.escape(version)}\n(.*?)(?=^## |\Z)", text)
    return found[1].strip() if found else ""


def notes(version: str) -> str:
    """Return the notes of a release: the steps for hosts, and the changes."""
    return (
        f"# Quarterdeck {version}\n\n"
        "## For hosts\n\n"
        "Make a backup first (`quarterdeck backup`), then replace one server after the other (deploy/UPGRADE.md).\n\n"
        f"{steps(version)}\n\n"
        f"## Changes\n\n{news(version)}\n"
    )


def faults(version: str) -> list[str]:
    """Return every fault that prevents the release of a version, most with their remedy."""
    found = []
    if not re.fullmatch(NUMBERS, version):
        found.append(f"{version!r} is no version; it must be three numbers, as 0.2.0.")
    for name, here in versions().items():
        if not here or set(here) != {version}:
            found.append(f"{name} has the version {', '.join(here) or 'nowhere'}; run deploy/release.py set {version}.")
    if len(set(addresses().values())) > 1:
        said = ", ".join(f"{name}: {address or 'none'}" for name, address in addresses().items())
        found.append(f"The packages say different addresses ({said}); run deploy/release.py address https://….")
    if not news(version):
        found.append(f"CHANGELOG.md has no section '## {version} – YYYY-MM-DD' with changes in it.")
    if not steps(version):
        found.append(f"deploy/UPGRADE.md has no section '## From X to {version}' with the steps for hosts.")
    if _output("git", "status", "--porcelain"):
        found.append("There are changes that are not committed.")
    if _output("git", "tag", "--list", f"v{version}"):
        found.append(f"There is a tag v{version} already.")
    return found


def build(version: str) -> None:
    """Build all files of a release into `dist/`: the same bytes for the same commit."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    when = _output("git", "log", "-1", "--format=%ct")
    environment = {**os.environ, "SOURCE_DATE_EPOCH": when}
    for folder in (ROOT / "client", ROOT):
        _run(sys.executable, "-m", "hatchling", "build", "-d", str(DIST), cwd=folder, env=environment)
    package = ROOT / "client" / "javascript"
    _run(_npm(), "pack", "--ignore-scripts=false", "--silent", "--pack-destination", str(DIST), cwd=package)
    _pack_schemas(DIST / f"quarterdeck-schema-{version}.tar.gz", int(when))
    _run("make", "--no-print-directory", "sbom", cwd=ROOT)
    (DIST / "RELEASE_NOTES.md").write_text(notes(version), "utf-8")
    names = sorted(path.name for path in DIST.iterdir())
    lines = [f"{hashlib.sha256((DIST / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (DIST / "SHA256SUMS").write_text("".join(lines), "utf-8")
    print("".join(lines), end="")


def _pack_schemas(archive: Path, when: int) -> None:
    """Write an archive for authors of clients: schemas, examples, vectors. A commit always gives the same bytes."""
    protocol = ROOT / "protocol"
    with tempfile.TemporaryDirectory(prefix="quarterdeck-schema-") as name:
        top = Path(name) / archive.name.removesuffix(".tar.gz")
        _run(sys.executable, "-m", "quarterdeck_server", "schema", "--write", str(top / "schema"))
        shutil.copytree(protocol / "examples", top / "examples")
        for path in (*protocol.glob("*-vectors.json"), ROOT / "LICENSE"):
            shutil.copy(path, top)
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as tar:
            for path in sorted(each for each in top.rglob("*") if each.is_file()):
                entry = tarfile.TarInfo(path.relative_to(name).as_posix())
                entry.size, entry.mtime, entry.mode = path.stat().st_size, when, 0o644
                tar.addfile(entry, io.BytesIO(path.read_bytes()))
        archive.write_bytes(gzip.compress(packed.getvalue(), mtime=when))


def attempt(version: str) -> None:
    """Install the built files into empty environments: a server, a Python client, a JavaScript client; both play."""
    wheels = {path.name.split("-")[0]: path for path in DIST.glob(f"*-{version}-py3-none-any.whl")}
    [package] = DIST.glob(f"quarterdeck-client-{version}.tgz")
    with tempfile.TemporaryDirectory(prefix="quarterdeck-release-") as name:
        work = Path(name)
        server = _environment(work / "server", ROOT / "deploy" / "requirements-server.txt", *wheels.values())
        client = _environment(work / "client", None, wheels["quarterdeck_client"])
        told = _output(str(server.parent / "quarterdeck"), "--version")
        revision = _output("git", "rev-parse", "--short=12", "HEAD")
        if told != f"quarterdeck, version {version} (revision {revision})":
            raise SystemExit(f"The installed server says {told!r}; expected version {version}, revision {revision}.")
        port = _free_port()
        url = f"http://127.0.0.1:{port}"
        arguments = ["serve", "--store", "memory", "--host", "127.0.0.1", "--port", str(port)]
        with subprocess.Popen([str(server.parent / "quarterdeck"), *arguments], cwd=work) as serving:
            try:
                _wait_for(f"{url}/readyz")
                _run(str(client), str(ROOT / "client" / "examples" / "random_bot.py"), url, cwd=work)
                _run(_npm(), "install", "--silent", "--no-audit", "--no-fund", str(package), cwd=_empty(work / "node"))
                shutil.copy(ROOT / "client" / "javascript" / "examples" / "random-bot.js", work / "node" / "bot.mjs")
                _run(str(Path(sys.executable).parent / "node"), "bot.mjs", url, cwd=work / "node")
            finally:
                serving.terminate()
    print(f"Version {version}: server, Python client and JavaScript client were installed and played.")


def _environment(place: Path, requirements: Path | None, *wheels: Path) -> Path:
    """Return the Python of a new environment with some wheels, and requirements pinned by hash if there are any."""
    _run(sys.executable, "-m", "venv", str(place))
    python = place / "bin" / "python"
    pip = [str(python), "-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check", "install"]
    if requirements is not None:
        _run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(requirements))
        _run(*pip, "--no-deps", *map(str, wheels))
    else:
        _run(*pip, *map(str, wheels))
    return python


def _empty(folder: Path) -> Path:
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"private": True, "type": "module"}), "utf-8")
    return folder


def _wait_for(url: str) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310 - an address of this machine
                return
        except (urllib.error.URLError, OSError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _npm() -> str:
    beside = Path(sys.executable).parent / "npm"
    return str(beside) if beside.exists() else "npm"


def _run(*words: str, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    beside = str(Path(sys.executable).parent)
    given = dict(env or os.environ)
    subprocess.run(words, cwd=cwd, env={**given, "PATH": f"{beside}{os.pathsep}{given['PATH']}"}, check=True)


def _output(*words: str) -> str:
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["set", "check", "build", "try", "address"])
    parser.add_argument("version", help="the version, or the address")
    asked = parser.parse_args()
    match asked.step:
        case "set":
            write(asked.version)
        case "check":
            if found := faults(asked.version):
                raise SystemExit("\n".join(found))
            if not any(addresses().values()):
                print("The packages say no public address. Write one with deploy/release.py address https://….")
        case "address":
            write_address(asked.version)
        case "build":
            build(asked.version)
        case _:
            attempt(asked.version)


if __name__ == "__main__":
    main()
