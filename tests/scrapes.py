"""What Prometheus reads of a server, as values by name and labels; and promtool's rules for how metrics are named."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from quarterdeck_server.telemetry.endpoint import REGISTRY
from servers import LiveServer

BASE_UNITS = ("seconds", "bytes", "celsius", "meters", "volts", "amperes", "joules", "grams", "ratio")
OTHER_UNITS = (
    *("milliseconds", "microseconds", "nanoseconds", "minutes", "hours", "days", "weeks"),
    *("bits", "kilobytes", "megabytes", "gigabytes", "kibibytes", "mebibytes", "gibibytes", "percent", "kilometers"),
)
ABBREVIATIONS = ("s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d")
TYPES = ("counter", "gauge", "histogram", "summary", "untyped")


class Series(NamedTuple):
    """A name and its labels."""

    name: str
    labels: frozenset[tuple[str, str]]


Scrape = Mapping[Series, float]


def series(name: str, **labels: str) -> Series:
    return Series(name, frozenset(labels.items()))


def families(registry: CollectorRegistry) -> list[Metric]:
    """Return what is exposed, read back from the text."""
    return list(text_string_to_metric_families(generate_latest(registry).decode()))


def scrape_of(text: str) -> Scrape:
    """Return every value of an exposition."""
    found: dict[Series, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            one = Series(sample.name, frozenset(sample.labels.items()))
            assert one not in found, f"twice: {one}"
            found[one] = sample.value
    return found


def scraped(server: LiveServer) -> Scrape:
    """Return every value of a server that runs in this process."""
    return scrape_of(generate_latest(server.app[REGISTRY]).decode())


def faults_of(family: Metric) -> Iterator[str]:
    """Return what promtool (`promtool check metrics`, package promlint) says against a metric."""
    name, parts = family.name, family.name.split("_")
    samples = {sample.name for sample in family.samples}
    if not family.documentation:
        yield "no help text"
    if family.type == "counter" and not samples <= {f"{name}_total", f"{name}_created"}:
        yield "a counter must end in _total"
    if family.type != "counter" and name.endswith("_total"):
        yield "only a counter may end in _total"
    if family.type not in ("histogram", "summary") and name.endswith(("_count", "_sum", "_bucket")):
        yield "an ending that belongs to histograms and summaries"
    if any(part in TYPES for part in parts):
        yield "its type stands in its name"
    if ":" in name:
        yield "colons are for recording rules"
    if any(part in ABBREVIATIONS for part in parts):
        yield "an abbreviated unit"
    if any(part in OTHER_UNITS for part in parts):
        yield "not a base unit"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        yield "no snake_case"
    for label in {label for sample in family.samples for label in sample.labels}:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", label):
            yield f"label {label} is no snake_case"
        if label == "le" and family.type != "histogram":
            yield "le is for histograms"
        if label == "quantile" and family.type != "summary":
            yield "quantile is for summaries"
