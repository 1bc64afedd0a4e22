"""The version stands in several files and is the same in all of them, and a release that is not ready is refused."""

import importlib.util
import json
import re
import shutil
import tomllib
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def _release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / "deploy" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The release program, working on a copy of the files with the version."""
    release = _release()
    for name in [*release.PLACES, "CHANGELOG.md", "deploy/UPGRADE.md"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "_output", lambda *words: "")
    return release


def test_one_version_stands_in_all_places() -> None:
    found = _release().versions()
    assert {each for places in found.values() for each in places} == {version("quarterdeck")}
    assert all(found.values())
    assert version("quarterdeck-client") == version("quarterdeck")


def test_a_version_is_written_to_all_places(copy: ModuleType) -> None:
    before = copy.versions()
    copy.write("12.34.56")
    assert copy.versions() == {name: ["12.34.56"] * len(places) for name, places in before.items()}


def test_a_version_without_changes_is_not_released(copy: ModuleType) -> None:
    copy.write("12.34.56")
    assert copy.faults("12.34.56") == [
        "CHANGELOG.md has no section '## 12.34.56 – YYYY-MM-DD' with changes in it.",
        "deploy/UPGRADE.md has no section '## From X to 12.34.56' with the steps for hosts.",
    ]
    changes = copy.ROOT / "CHANGELOG.md"
    changes.write_text(changes.read_text() + "\n## 12.34.56 – 2026-12-24\n\n### Fixed\n\n- A fault.\n")
    upgrade = copy.ROOT / "deploy/UPGRADE.md"
    upgrade.write_text(
        upgrade.read_text().replace("\n## What is kept", "\n## From 0.2.0 to 12.34.56\n\n- A step.\n\n## What is kept")
    )
    assert copy.faults("12.34.56") == []
    assert copy.news("12.34.56") == "### Fixed\n\n- A fault."
    hosts, _, changes_ = copy.notes("12.34.56").partition("## Changes\n\n")
    assert hosts.endswith("- A step.\n\n")
    assert changes_ == "### Fixed\n\n- A fault.\n"


ADDRESS = "https://forge.example/owner/quarterdeck"


def test_the_packages_say_one_address_or_none() -> None:
    assert len(set(_release().addresses().values())) == 1


def test_an_address_is_written_to_all_packages_and_nothing_else_changes(copy: ModuleType) -> None:
    names = [*copy.PYTHON_PACKAGES, copy.NPM_PACKAGE]
    before = {name: (copy.ROOT / name).read_text() for name in names}
    for address in ("https://elsewhere.example:8443/a/b/c", ADDRESS, ADDRESS):
        copy.write_address(address)
        assert copy.addresses() == dict.fromkeys(names, address)
    for name in copy.PYTHON_PACKAGES:
        urls = {"Homepage": ADDRESS, "Repository": ADDRESS, "Issues": f"{ADDRESS}/issues"}
        written = tomllib.loads((copy.ROOT / name).read_text())
        assert written["project"].pop("urls") == urls
        assert written == {**tomllib.loads(before[name]), "project": written["project"]}
        assert copy.URLS.sub("", (copy.ROOT / name).read_text()) == copy.URLS.sub("", before[name])
    described = json.loads((copy.ROOT / copy.NPM_PACKAGE).read_text())
    repository = {"type": "git", "url": f"git+{ADDRESS}.git", "directory": "client/javascript"}
    assert [described.pop(key) for key in copy.NPM_URLS] == [repository, ADDRESS, {"url": f"{ADDRESS}/issues"}]
    assert described == {
        key: each for key, each in json.loads(before[copy.NPM_PACKAGE]).items() if key not in copy.NPM_URLS
    }


def test_packages_with_different_addresses_are_not_released(copy: ModuleType) -> None:
    copy.write_address(ADDRESS)
    path = copy.ROOT / "client" / "pyproject.toml"
    path.write_text(copy.URLS.sub("", path.read_text()))
    (fault,) = [each for each in copy.faults("12.34.56") if "addresses" in each]
    assert f"pyproject.toml: {ADDRESS}, client/pyproject.toml: none" in fault


@pytest.mark.parametrize(
    "address",
    [
        "",
        "forge.example/a/b",
        "http://forge.example/a/b",
        "https://forge.example",
        f"{ADDRESS}.git",
        f"{ADDRESS}/",
        'https://x/y"z',
    ],
)
def test_anything_that_is_no_address_of_a_repository_is_written_nowhere(copy: ModuleType, address: str) -> None:
    before = copy.addresses()
    with pytest.raises(SystemExit, match="no address of a repository"):
        copy.write_address(address)
    assert copy.addresses() == before


def test_everything_that_is_not_ready_is_listed(copy: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copy, "_output", lambda *words: "something")
    found = copy.faults("next")
    assert found[0] == "'next' is no version; it must be three numbers, as 0.2.0."
    assert len([fault for fault in found if "run deploy/release.py set next" in fault]) == len(copy.PLACES)
    assert found[-2:] == ["There are changes that are not committed.", "There is a tag vnext already."]


def test_the_changelog_names_versions_from_the_newest_to_the_oldest() -> None:
    headings = re.findall(r"(?m)^## (.+)$", (ROOT / "CHANGELOG.md").read_text())
    assert headings[0] == "Unreleased"
    numbers = [tuple(map(int, heading.split(" – ")[0].split("."))) for heading in headings[1:]]
    assert numbers == sorted(numbers, reverse=True)
