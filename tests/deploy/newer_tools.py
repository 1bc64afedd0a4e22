"""The long form of packaging, second part: tools that Debian 12 lacks read what is shipped for them.

Debian 13 has Compose v2 and kubectl; both are taken from its packages, whose signatures are checked, and unpacked into
a folder: nothing is installed. `make image`.
"""

import json
import os
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
from absent_programs import program
from ruamel.yaml import YAML

TOP = Path(__file__).parents[2]
VERSION = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]["version"]
MIRROR = os.environ.get("MIRROR", "http://deb.debian.org/debian")

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where they are."""
    folder = tmp_path_factory.mktemp("tools") / "root"
    words = ["--quiet", "--variant=extract", "--include=kubectl,docker-compose", "trixie", str(folder), MIRROR]
    subprocess.run([program("mmdebstrap", "mmdebstrap"), *words], check=True)
    return folder / "usr" / "bin"


def said(*words: str | Path) -> str:
    return subprocess.run(list(map(str, words)), cwd=TOP, check=True, capture_output=True, text=True).stdout


def documents(text: str) -> list[dict[str, Any]]:
    return list(YAML(typ="safe", pure=True).load_all(text))


def test_compose_v2_reads_the_public_server(tools: Path) -> None:
    print(said(tools / "docker-compose", "version").strip())
    [read] = documents(said(tools / "docker-compose", "config"))
    [written] = documents((TOP / "docker-compose.yml").read_text())
    assert read["name"] == "quarterdeck"
    assert sorted(read["services"]) == sorted(written["services"])
    for service in read["services"].values():
        assert service["read_only"] is True
    roles = [
        service["environment"]["QUARTERDECK_ROLE"] for name, service in read["services"].items() if "build" in service
    ]
    assert sorted(roles) == ["lobby", "match", "match"]
    assert [port["published"] for port in read["services"]["proxy"]["ports"]] == ["8080"]


COMPONENTS = ("../../components/s3", "../../components/traces")


def test_kubectl_adds_settings_and_ways_out_by_components(tools: Path, tmp_path: Path) -> None:
    shutil.copytree(TOP / "deploy/kubernetes", tmp_path / "kubernetes")
    mine = tmp_path / "kubernetes" / "mine" / "overlay"
    mine.mkdir(parents=True)
    written = {"resources": ["../../base"], "components": list(COMPONENTS)}
    (mine / "kustomization.yaml").write_text(json.dumps(written))
    made = documents(said(tools / "kubectl", "kustomize", mine))
    [settings] = [one for one in made if one["kind"] == "ConfigMap"]
    [plain] = [
        one
        for one in documents(said(tools / "kubectl", "kustomize", "deploy/kubernetes/base"))
        if one["kind"] == "ConfigMap"
    ]
    assert plain["data"].items() < settings["data"].items()
    assert settings["data"]["QUARTERDECK_ARCHIVE"].startswith("s3://")
    assert settings["data"]["OTEL_EXPORTER_OTLP_ENDPOINT"].endswith(":4318")
    assert settings["metadata"]["name"] != plain["metadata"]["name"], "servers are restarted"
    for one in made:
        kubernetes_validate.validate(one, "1.30", strict=True)
        if one["kind"] == "Deployment":
            [container] = one["spec"]["template"]["spec"]["containers"]
            assert container["envFrom"][0] == {"configMapRef": {"name": settings["metadata"]["name"]}}
            assert container["envFrom"][1]["secretRef"]["name"] == "quarterdeck-archive"
    policies = {one["metadata"]["name"] for one in made if one["kind"] == "NetworkPolicy"}
    assert policies >= {"nobody", "players", "metrics", "store", "archive", "traces"}


@pytest.mark.parametrize("kustomization", ["base", "autoscaled"])
def test_kubectl_makes_manifests_of_every_kustomization(kustomization: str, tools: Path) -> None:
    made = documents(said(tools / "kubectl", "kustomize", f"deploy/kubernetes/{kustomization}"))
    for manifest in made:
        kubernetes_validate.validate(manifest, "1.30", strict=True)
        assert manifest["metadata"].get("namespace", manifest["metadata"]["name"]) == "quarterdeck"
    [match] = [one for one in made if one["kind"] == "Deployment" and one["metadata"]["name"] == "quarterdeck-match"]
    assert match["spec"]["template"]["spec"]["containers"][0]["image"] == f"registry.example/quarterdeck:{VERSION}"
    assert ("replicas" in match["spec"]) == (kustomization == "base"), "an autoscaler alone says how many there are"
    assert any(one["kind"] == "HorizontalPodAutoscaler" for one in made) == (kustomization == "autoscaled")
