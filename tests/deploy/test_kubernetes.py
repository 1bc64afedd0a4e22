"""The manifests for Kubernetes: the schemas take them, and they ask of the server what it does."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
from deploy.test_deploy import dockerfile
from quarterdeck_server.lobby.mail.mail_file import PORTS
from quarterdeck_server.process.supervisor import SECONDS_UNTIL_A_WORKER_IS_KILLED, _check_traces
from quarterdeck_server.settings import settings_from
from ruamel.yaml import YAML

FOLDER = Path(__file__).parents[2] / "deploy" / "kubernetes"
README = FOLDER.parent / "README.md"
FILES = sorted(path for path in FOLDER.glob("**/*.yaml") if FOLDER / "chart" not in path.parents)
VERSIONS = ("1.30", kubernetes_validate.latest_version())
"""The oldest that knows every field, which deploy/README.md names, and the newest."""

Manifest = Mapping[str, Any]


def manifests(file: Path) -> list[Manifest]:
    return list(YAML(typ="safe", pure=True).load_all(file.read_text()))


def settings_in(lines: Iterable[str]) -> dict[str, str]:
    """Return what a generator of a ConfigMap is given, one setting a line."""
    pairs = (line.strip().partition("=") for line in lines if line.strip() and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


SETTINGS = settings_in((FOLDER / "base" / "settings.env").read_text().splitlines())
COMPONENTS = sorted(path.parent for path in FOLDER.glob("components/*/kustomization.yaml"))

BASE = {
    (one["kind"], one["metadata"]["name"]): one
    for file in FILES
    if file.parent.name == "base" and file.name != "kustomization.yaml"
    for one in manifests(file)
}
DEPLOYMENTS = [one for (kind, _), one in BASE.items() if kind == "Deployment"]


def names(one: Manifest) -> str:
    return str(one["metadata"]["name"])


def pod(deployment: Manifest) -> Mapping[str, Any]:
    found: Mapping[str, Any] = deployment["spec"]["template"]["spec"]
    return found


def server(deployment: Manifest) -> Mapping[str, Any]:
    [found] = pod(deployment)["containers"]
    return dict(found)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_schema_of_each_version_takes_every_manifest(version: str) -> None:
    read = [one for file in FILES if file.name != "kustomization.yaml" for one in manifests(file)]
    assert len(read) >= 13
    for one in read:
        if one["kind"] != "PodMonitor":  # of the Prometheus Operator
            kubernetes_validate.validate(one, version, strict=True)


def test_every_file_is_in_a_kustomization_but_what_is_an_example() -> None:
    for file in FILES:
        if file.parent.name != "examples":
            [kustomization] = manifests(file.parent / "kustomization.yaml")
            assert file.name == "kustomization.yaml" or file.name in kustomization["resources"]
        for one in manifests(file):
            assert one["kind"] != "Secret" or file.parent.name == "examples", "nothing secret is applied from here"


def _environment(deployment: Manifest) -> dict[str, str]:
    """Return what a server is set to there, the store as it might be."""
    variables: dict[str, str] = {}
    [generator] = manifests(FOLDER / "base" / "kustomization.yaml")[0]["configMapGenerator"]
    for source in server(deployment)["envFrom"]:
        assert source["configMapRef"]["name"] == generator["name"]
        variables |= SETTINGS
    for one in server(deployment)["env"]:
        variables[one["name"]] = one.get("value", "rediss://quarterdeck:password@redis.example:6379/0")
    return variables


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=names)
def test_a_server_takes_what_it_is_set_to(deployment: Manifest) -> None:
    settings = settings_from(_environment(deployment), {})
    assert settings.role == deployment["metadata"]["labels"]["app.kubernetes.io/component"]
    [secret] = manifests(FOLDER / "examples" / "secret.yaml")
    [store] = [one["valueFrom"]["secretKeyRef"] for one in server(deployment)["env"] if "valueFrom" in one]
    assert (store["name"], store["key"] in secret["stringData"]) == (secret["metadata"]["name"], True)


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=names)
def test_no_service_gives_a_server_variables_that_it_would_refuse(deployment: Manifest) -> None:
    """A Service called quarterdeck makes `QUARTERDECK_PORT=tcp://…` of every pod of its namespace."""
    assert ("Service", "quarterdeck") in BASE
    with pytest.raises(ValueError, match="QUARTERDECK_SERVICE_HOST is not a setting"):
        settings_from({"QUARTERDECK_SERVICE_HOST": "10.0.0.1"}, {})
    assert pod(deployment)["enableServiceLinks"] is False


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=names)
def test_a_server_has_the_time_that_it_takes_to_leave(deployment: Manifest) -> None:
    before = server(deployment).get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    drain = settings_from(_environment(deployment), {}).drain
    bound = before + drain + SECONDS_UNTIL_A_WORKER_IS_KILLED
    assert pod(deployment)["terminationGracePeriodSeconds"] >= bound + 5


def test_a_host_who_is_restarted_is_sent_nobody_first_and_replaced_before() -> None:
    match = BASE["Deployment", "quarterdeck-match"]
    assert match["spec"]["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    assert match["spec"]["replicas"] >= 2
    assert server(match)["lifecycle"]["preStop"]["sleep"]["seconds"] >= 2
    budget = BASE["PodDisruptionBudget", "quarterdeck-match"]["spec"]
    assert budget == {"maxUnavailable": 1, "selector": match["spec"]["selector"]}


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=names)
def test_ready_and_alive_are_two_questions(deployment: Manifest) -> None:
    asked = {name: server(deployment)[f"{name}Probe"]["httpGet"] for name in ("readiness", "liveness", "startup")}
    assert {name: one["path"] for name, one in asked.items()} == {
        "readiness": "/readyz",
        "liveness": "/healthz",
        "startup": "/healthz",
    }
    assert {one["port"] for one in asked.values()} == {"http"}


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=names)
def test_the_ports_are_those_of_the_image_and_of_the_settings(deployment: Manifest) -> None:
    ports = {one["name"]: one["containerPort"] for one in server(deployment)["ports"]}
    [exposed] = [instruction.rest for instruction in dockerfile() if instruction.word == "EXPOSE"]
    address = settings_from(_environment(deployment), {}).metrics_address
    assert address is not None
    assert ports == {"http": int(exposed), "metrics": address[1]}


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=names)
def test_a_pod_is_let_in_where_only_restricted_ones_are(deployment: Manifest) -> None:
    [user] = [instruction.rest for instruction in dockerfile() if instruction.word == "USER"]
    of_pod, own = pod(deployment)["securityContext"], server(deployment)["securityContext"]
    assert f"{of_pod['runAsUser']}:{of_pod['runAsGroup']}" == user
    assert of_pod["runAsNonRoot"] is True
    assert of_pod["seccompProfile"] == {"type": "RuntimeDefault"}
    assert own == {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}
    assert pod(deployment)["automountServiceAccountToken"] is False
    labels = BASE["Namespace", "quarterdeck"]["metadata"]["labels"]
    assert labels["pod-security.kubernetes.io/enforce"] == "restricted"


def _chosen_by(selector: Mapping[str, str], labels: Mapping[str, str]) -> bool:
    return selector.items() <= labels.items()


def test_players_reach_match_servers_and_nobody_reaches_the_lobby() -> None:
    service = BASE["Service", "quarterdeck"]["spec"]
    players = BASE["NetworkPolicy", "players"]["spec"]
    for deployment in DEPLOYMENTS:
        labels = deployment["spec"]["template"]["metadata"]["labels"]
        is_match = deployment["metadata"]["name"] == "quarterdeck-match"
        assert _chosen_by(service["selector"], labels) is is_match
        assert _chosen_by(players["podSelector"]["matchLabels"], labels) is is_match
        for policy in ("metrics", "store"):
            assert _chosen_by(BASE["NetworkPolicy", policy]["spec"]["podSelector"]["matchLabels"], labels)
    assert BASE["NetworkPolicy", "nobody"]["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    ports = [port["port"] for rule in players["ingress"] for port in rule["ports"]]
    assert ports == ["http"], "metrics are for Prometheus"
    assert all(
        rule["from"] for policy in ("players", "metrics") for rule in BASE["NetworkPolicy", policy]["spec"]["ingress"]
    )


def test_the_two_deployments_differ_only_in_what_they_are_for() -> None:
    match, lobby = (server(BASE["Deployment", f"quarterdeck-{name}"]) for name in ("match", "lobby"))
    own = {"env", "lifecycle", "resources"}
    assert {name: match[name] for name in match.keys() - own} == {name: lobby[name] for name in lobby.keys() - own}


def test_the_autoscaler_scales_the_match_servers() -> None:
    [scaler] = manifests(FOLDER / "autoscaled" / "autoscaler.yaml")
    of = scaler["spec"]["scaleTargetRef"]
    assert (of["kind"], of["name"]) in BASE
    assert scaler["spec"]["minReplicas"] >= 2
    assert "cpu" in server(BASE["Deployment", "quarterdeck-match"])["resources"]["requests"], (
        "it counts in parts of that"
    )


def test_changed_settings_restart_the_servers() -> None:
    """A ConfigMap that is made has another name when it says something else; a plain one changes unnoticed."""
    assert not any(kind == "ConfigMap" for kind, _ in BASE)
    [generator] = manifests(FOLDER / "base" / "kustomization.yaml")[0]["configMapGenerator"]
    assert generator["envs"] == ["settings.env"]
    assert "disableNameSuffixHash" not in generator["options"]


@pytest.mark.parametrize(
    ("name", "ports", "setting"),
    [("s3", [443], "archive"), ("traces", [4318], "traces"), ("outside", [443, *PORTS.values()], "sign_on")],
)
def test_a_component_brings_a_setting_and_the_way_out_that_it_needs(
    name: str, ports: list[int], setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = FOLDER / "components" / name
    assert folder in COMPONENTS
    [component] = manifests(folder / "kustomization.yaml")
    [generator] = component["configMapGenerator"]
    assert (generator["name"], generator["behavior"]) == ("quarterdeck", "merge")
    added = settings_in(generator["literals"])
    settings = settings_from({**_environment(DEPLOYMENTS[0]), **added}, {})
    assert getattr(settings, setting)
    for variable, value in added.items():
        monkeypatch.setenv(variable, value)
    _check_traces(settings)
    [policy] = manifests(folder / "network-policy.yaml")
    assert policy["spec"]["policyTypes"] == ["Egress"]
    assert [way["port"] for rule in policy["spec"]["egress"] for way in rule["ports"]] == ports
    for deployment in DEPLOYMENTS:
        labels = deployment["spec"]["template"]["metadata"]["labels"]
        assert _chosen_by(policy["spec"]["podSelector"]["matchLabels"], labels)


def test_files_of_settings_are_those_of_a_secret() -> None:
    [component] = manifests(FOLDER / "components" / "outside" / "kustomization.yaml")
    volume, mount = (one["value"] for one in YAML(typ="safe", pure=True).load(component["patches"][0]["patch"]))
    assert volume == {"name": mount["name"], "secret": {"secretName": "quarterdeck-files"}}
    made = next(line for line in README.read_text().splitlines() if "generic quarterdeck-files" in line)
    files = settings_in(component["configMapGenerator"][0]["literals"])
    [mail] = re.findall(r"QUARTERDECK_MAIL=(\S+toml)", (FOLDER / "components/outside/kustomization.yaml").read_text())
    files["QUARTERDECK_MAIL"] = mail
    for name in ("QUARTERDECK_WEBHOOKS", "QUARTERDECK_SIGN_ON", "QUARTERDECK_MAIL"):
        assert Path(files[name]).parent == Path(mount["mountPath"])
        assert f"--from-file={Path(files[name]).name} " in made


def test_servers_are_scaled_and_watched_by_what_they_have() -> None:
    [patch] = manifests(FOLDER / "components" / "connections" / "kustomization.yaml")[0]["patches"]
    [added] = YAML(typ="safe", pure=True).load(patch["patch"])
    assert int(added["value"]["pods"]["target"]["averageValue"]) == settings_from({}, {}).connections // 2
    [monitor] = manifests(FOLDER / "components" / "podmonitor" / "podmonitor.yaml")
    for one in DEPLOYMENTS:
        assert monitor["spec"]["podMetricsEndpoints"][0]["port"] in [port["name"] for port in server(one)["ports"]]
        assert _chosen_by(monitor["spec"]["selector"]["matchLabels"], one["spec"]["template"]["metadata"]["labels"])
