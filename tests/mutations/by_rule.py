"""Citations that are no proof: rules are broken, and the tests that cite them are to fail.

`python tests/mutations rules --each 10 --seed 1` draws so many marks of each game's rule book. For each it makes some
small mistakes where the game cites the mark, or, if it does not, where the tests that cite it go and the other tests of
their files go least; and runs the citing tests alone, in a copy of the product, once for each mistake. It lists the
citations for which no mistake was noticed. Whether a mistake that was noticed breaks this very rule, a person judges:
each line names it. `--break FILE OLD NEW` makes one mistake by hand instead, for a mark that is named. BENCHMARKS.md
has the latest results.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from mutations.citations import CitedRule, cited_rules, drawn, modules_of
from mutations.mutants import Break, breaks
from mutations.watcher import Watched
from rich.console import Console
from rich.progress import track
from rule_books import GAMES, ROOT

PACKAGES = ("server/quarterdeck_games", "protocol/quarterdeck_protocol")
MOST_SECONDS = 90.0
"""How long the tests of one citation may take; what takes longer counts as a crash, which proves nothing."""


@dataclass(slots=True)
class Outcome:
    """What became of the breaks of one rule."""

    cited: CitedRule
    noticed: list[str] = field(default_factory=list)
    unnoticed: list[str] = field(default_factory=list)
    crashed: list[str] = field(default_factory=list)


class FailingTests(Exception):  # noqa: N818 - it says what they are
    """Tests that fail without any break."""


class Copy:
    """A copy of the product's packages in which one module at a time is broken."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for package in PACKAGES:
            shutil.copytree(ROOT / package, folder / package)

    def run(self, cited: CitedRule, tests: Sequence[str], *, trace: bool = False) -> Watched | None:
        """Run tests on the copy; without an answer if they come to no end in time."""
        watched = self._folder / "watched"
        watched.unlink(missing_ok=True)
        product = [str(self._folder / path) for path in ("server/quarterdeck_games", "protocol/quarterdeck_protocol")]
        product[0] += f"/{cited.game}"
        options = [f"--product={each}" for each in product] + [
            f"--watched={watched}",
            *(["--note-lines"] if trace else []),
        ]
        command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mutations.watcher"]
        path = [self._folder / "server", self._folder / "protocol", ROOT / "tests"]
        try:
            done = subprocess.run(
                [*command, *options, *tests],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))},
                capture_output=True,
                text=True,
                check=False,
                timeout=MOST_SECONDS,
            )
        except subprocess.TimeoutExpired:
            return None
        if not watched.exists():
            return Watched(crashed={"": (done.stdout + done.stderr)[-3000:]})
        return msgspec.json.decode(watched.read_bytes(), type=Watched)

    def run_broken(self, cited: CitedRule, path: Path, text: str) -> Watched | None:
        """Run the tests that cite a rule while a module has another text."""
        place = self.path_of(path)
        place.write_text(text)
        try:
            return self.run(cited, cited.tests)
        finally:
            shutil.copy2(path, place)

    def path_of(self, path: Path) -> Path:
        return self._folder / path.relative_to(ROOT)


def tried(copy: Copy, cited: CitedRule, many: int, seed: int) -> Outcome:
    """Break a rule in so many ways at most."""
    outcome = Outcome(cited)
    for each in _candidates(copy, cited, many, random.Random(f"{seed} {cited.mark}")):
        words, text = each.made()
        _judge(outcome, words, copy.run_broken(cited, each.path, text))
    return outcome


def tried_by_hand(copy: Copy, cited: CitedRule, file: str, old: str, new: str) -> Outcome:
    """Break a rule by another text in one module."""
    found = [path for path in modules_of(cited.game) if str(path).endswith(f"/{file}")]
    texts = [path.read_text() for path in found]
    if len(found) != 1 or texts[0].count(old) != 1:
        where = f"{len(found)} modules of {cited.game} end in {file}" if len(found) != 1 else f"{file}: {old!r}"
        sys.exit(f"{where}: one module is to have this text, once")
    outcome = Outcome(cited)
    changed = copy.run_broken(cited, found[0], texts[0].replace(old, new))
    _judge(outcome, f"{file}: {' '.join(old.split())} -> {' '.join(new.split())}", changed)
    return outcome


def _judge(outcome: Outcome, words: str, watched: Watched | None) -> None:
    if watched is None:
        outcome.crashed.append(f"{words} (no end in {MOST_SECONDS:.0f} s)")
    elif watched.failed:
        outcome.noticed.append(f"{words} ({next(iter(watched.failed)).rpartition('::')[2]})")
    elif watched.crashed:
        outcome.crashed.append(f"{words} ({next(iter(watched.crashed.values()))[:80]})")
    else:
        outcome.unnoticed.append(words)


def _candidates(copy: Copy, cited: CitedRule, many: int, chance: random.Random) -> list[Break]:
    """Return the breaks nearest to the rule: in its places, where the citing tests run them; else on the lines that
    they run and other tests of their files run least."""
    places = cited.places()
    files = sorted({test.partition("::")[0] for test in cited.tests})
    ran = copy.run(cited, cited.tests if places else files, trace=True)
    is_known = ran is not None  # noting lines makes tests many times slower; without an answer all places count as run
    ran = ran or Watched()
    if broken := ran.failed | ran.crashed:
        msg = f"{cited.mark}: tests fail without any break: {broken}"
        raise FailingTests(msg)
    mine, others = _lines(ran, cited.tests, copy), [_lines(ran, [test], copy) for test in ran.ran.keys() - cited.tests]
    found = list[tuple[int, float, Break]]()
    for path in {place.path: None for place in places} or modules_of(cited.game):
        here = [place.lines for place in places if place.path == path]
        for each in breaks(path):
            lines = {(path, number) for number in each.lines}
            is_run = not is_known or not mine.isdisjoint(lines)
            is_here = any(place.start <= each.lines.start < place.stop for place in here)
            if (is_here and (is_run or each.is_value)) or (is_run and not places):
                elsewhere = sum(not lines.isdisjoint(other) for other in others)
                found.append((elsewhere, chance.random(), each))
    found.sort(key=lambda each: each[:2])
    return _spread([each for _, _, each in found], many)


def _spread(every: Sequence[Break], many: int) -> list[Break]:
    """Return some of them: the first of each statement before a second of any."""
    seen = dict[tuple[Path, int], int]()
    rounds = list[tuple[int, Break]]()
    for each in every:
        statement = (each.path, each.lines.start)
        seen[statement] = seen.get(statement, -1) + 1
        rounds.append((seen[statement], each))
    return [each for _, each in sorted(rounds, key=lambda pair: pair[0])][:many]


def _lines(ran: Watched, tests: Sequence[str], copy: Copy) -> set[tuple[Path, int]]:
    where = copy.path_of(ROOT)
    return {
        (ROOT / Path(path).relative_to(where), number)
        for test in tests
        for path, lines in ran.ran.get(test, {}).items()
        for number in lines
    }


def _told(outcome: Outcome) -> Iterator[str]:
    cited = outcome.cited
    number = ".".join(map(str, cited.rule.number))
    verdict = (
        f"{len(outcome.noticed)} of {len(outcome.noticed) + len(outcome.unnoticed) + len(outcome.crashed)} noticed"
    )
    yield f"{cited.game} {number} {cited.mark}: {verdict}; cited by {len(cited.tests)} tests: {cited.rule.text[:160]}"
    yield from (f"    noticed    {words}" for words in outcome.noticed)
    yield from (f"    unnoticed  {words}" for words in outcome.unnoticed)
    yield from (f"    crashed    {words}" for words in outcome.crashed)


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="tests/mutations rules", description=__doc__)
    parser.add_argument("marks", nargs="*", help="these marks, instead of some that are drawn")
    parser.add_argument("--each", type=int, default=10, help="how many of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--breaks", type=int, default=6, help="how many mistakes for each, at most")
    parser.add_argument("--break", dest="by_hand", nargs=3, metavar=("FILE", "OLD", "NEW"))
    options = parser.parse_args(words)
    every = {one.mark: one for game in GAMES for one in cited_rules(game)}
    if unknown := [mark for mark in options.marks if mark not in every]:
        parser.error(f"no test cites {', '.join(unknown)}, or no rule book of a game has it")
    if options.by_hand and len(options.marks) != 1:
        parser.error("a break by hand is one of one mark, which is named")
    chosen = [every[mark] for mark in options.marks] or drawn(options.each, options.seed)
    console = Console(stderr=True)
    silent = list[str]()
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder).resolve())
        for cited in track(chosen, "Breaking rules", console=console, transient=True):
            try:
                if options.by_hand:
                    outcome = tried_by_hand(copy, cited, *options.by_hand)
                else:
                    outcome = tried(copy, cited, options.breaks, options.seed)
            except FailingTests as failing:
                sys.exit(str(failing))
            print(*_told(outcome), sep="\n", flush=True)
            if not outcome.noticed:
                silent.append(cited.mark)
    print(f"A break was noticed for {len(chosen) - len(silent)} of {len(chosen)} citations.")
    print(f"None was noticed, or none could be made, for: {', '.join(silent) or 'none'}.")
