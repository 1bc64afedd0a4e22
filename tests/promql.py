"""As much of PromQL as alerts and dashboard say, over two scrapes: the parser is Prometheus' grammar, the values are
worked out here.

Two scrapes stand for any range: what rises over `[5m]` has risen from the first to the second. As in Prometheus, what
was not there at first has not risen.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isnan, nan
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from re import fullmatch
from typing import Any

import promql_parser as promql
from scrapes import Scrape

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]

ARITHMETIC: Mapping[str, Callable[[float, float], float]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": lambda one, other: one / other if other else nan if not one else inf,
}
COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {">": gt, "<": lt, ">=": ge, "<=": le, "==": eq, "!=": ne}


@dataclass(frozen=True, slots=True)
class Watched:
    """Two scrapes of the same targets, so many seconds apart."""

    before: Scrape
    now: Scrape
    seconds: float = 60.0


def metrics_in(expression: str) -> set[str]:
    """Return the names of all series that an expression asks for."""
    return {selector.name for selector in _selectors(promql.parse(expression))}


def _selectors(node: Any) -> Iterator[Any]:
    match node:
        case promql.VectorSelector():
            yield node
        case promql.MatrixSelector():
            yield node.vector_selector
        case promql.Call():
            for argument in node.args:
                yield from _selectors(argument)
        case promql.AggregateExpr() | promql.ParenExpr():
            yield from _selectors(node.expr)
        case promql.BinaryExpr():
            yield from _selectors(node.lhs)
            yield from _selectors(node.rhs)
        case _:  # a number
            pass


def value_of(expression: str, watched: Watched) -> Vector:
    """Return what an expression gives; it is empty where nothing fulfils its condition."""
    found = _value(promql.parse(expression), watched)
    assert isinstance(found, dict), "an alert is a vector"
    return {labels: number for labels, number in found.items() if not isnan(number)}


def _value(node: Any, watched: Watched) -> Vector | float:
    match node:
        case promql.NumberLiteral():
            return float(node.val)
        case promql.ParenExpr():
            return _value(node.expr, watched)
        case promql.VectorSelector():
            return _selected(node, watched.now)
        case promql.Call():
            return _called(node, watched)
        case promql.AggregateExpr():
            return _aggregated(node, watched)
        case promql.BinaryExpr():
            return _joined(str(node.op), _value(node.lhs, watched), _value(node.rhs, watched))
        case _:
            raise NotImplementedError(type(node))


def _selected(selector: Any, scrape: Scrape) -> Vector:
    matchers = [(each.name, str(each.op), each.value) for each in selector.matchers.matchers]
    return {
        series.labels: value
        for series, value in scrape.items()
        if series.name == selector.name and all(_matches(dict(series.labels), *matcher) for matcher in matchers)
    }


def _matches(labels: Mapping[str, str], name: str, how: str, value: str) -> bool:
    have = labels.get(name, "")
    match how:
        case "MatchOp.Equal":
            return have == value
        case "MatchOp.Re":
            return fullmatch(value, have) is not None
        case _:
            raise NotImplementedError(how)


def _called(call: Any, watched: Watched) -> Vector:
    match call.func.name, call.args:
        case "rate" | "increase" as name, [promql.MatrixSelector() as ranged]:
            before = _selected(ranged.vector_selector, watched.before)
            now = _selected(ranged.vector_selector, watched.now)
            over = watched.seconds if name == "rate" else 1.0
            return {labels: (now[labels] - before[labels]) / over for labels in now.keys() & before.keys()}
        case "histogram_quantile", [promql.NumberLiteral() as part, of]:
            buckets = _value(of, watched)
            assert isinstance(buckets, dict)
            return _quantiles(float(part.val), buckets)
        case name, _:
            raise NotImplementedError(name)


def _quantiles(part: float, buckets: Vector) -> Vector:
    """Return the quantile of each histogram as Prometheus does: spread evenly in a bucket, or the last bound."""
    histograms: dict[Labels, list[tuple[float, float]]] = {}
    for labels, number in buckets.items():
        bound = float(dict(labels)["le"])
        histograms.setdefault(frozenset(pair for pair in labels if pair[0] != "le"), []).append((bound, number))
    return {labels: _quantile(part, sorted(each)) for labels, each in histograms.items()}


def _quantile(part: float, buckets: Sequence[tuple[float, float]]) -> float:
    everything = buckets[-1][1]
    if not everything:
        return nan
    low, below = 0.0, 0.0
    for bound, number in buckets:
        if number >= part * everything:
            if bound == inf:
                return low
            return low + (bound - low) * (part * everything - below) / (number - below)
        low, below = bound, number
    return low


def _aggregated(node: Any, watched: Watched) -> Vector:
    operand = _value(node.expr, watched)
    assert isinstance(operand, dict)
    grouped = set(node.modifier.labels) if node.modifier is not None else set()
    groups: dict[Labels, list[float]] = {}
    for labels, number in operand.items():
        groups.setdefault(frozenset(pair for pair in labels if pair[0] in grouped), []).append(number)
    together: Mapping[str, Callable[[list[float]], float]] = {"sum": sum, "min": min, "max": max}
    return {labels: together[str(node.op)](numbers) for labels, numbers in groups.items()}


def _joined(how: str, one: Vector | float, other: Vector | float) -> Vector | float:
    if isinstance(one, float) and isinstance(other, float):
        return ARITHMETIC[how](one, other)
    assert isinstance(one, dict), "a number stands on the right"
    pairs = {
        labels: (number, other if isinstance(other, float) else other[labels])
        for labels, number in one.items()
        if isinstance(other, float) or labels in other
    }
    if how in COMPARISONS:
        return {labels: left for labels, (left, right) in pairs.items() if COMPARISONS[how](left, right)}
    return {labels: ARITHMETIC[how](left, right) for labels, (left, right) in pairs.items()}
