"""What the tests notice: small mistakes are made in the parts whose random runs `make test` keeps short.

`python tests/mutations 20 amfibido` makes so many in so many parts; without names in every part. For each part three
suites are run over the same mutants, each over those that the one before has not noticed: the tests that are not
random, the random ones as `make test` runs them, and those five times as long. What only the last one notices is what
the shorter runs cost; `make fuzz`, which is ten times as long again, finds it.

`python tests/mutations rules` breaks rules, to see whether the tests notice that cite them (`by_rule.py`).
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))


class Verdict(msgspec.Struct, frozen=True):
    """What one suite has noticed."""

    tried: int
    survived: dict[int, str]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the product, and the tests that concern it."""

    modules: Sequence[str]
    steady: Sequence[str]
    random: Sequence[str]


def _of_a_game(name: str) -> Part:
    folder = f"server/quarterdeck_games/{name}"
    modules = [f"{folder}/{each}.py" for each in ("evolve", "flow", "legality", "rules", "view", "resolve", "queries")]
    return Part(
        modules=[each for each in modules if Path(each).exists()],
        steady=[
            f"tests/games/{name}",
            "tests/golden/test_playthroughs.py",
            "-k",
            name.replace("_", "-") + f" or {name}",
        ],
        random=["tests/games/test_promises.py", "-k", name.replace("_", "-")],
    )


WEB = "server/quarterdeck_server/web"
PARTS = {
    **{name: _of_a_game(name) for name in ("density_deck", "amfibido", "amiibart", "myacards")},
    "matches": Part(
        modules=[f"server/quarterdeck_server/matches/{each}.py" for each in ("record", "projection", "submissions")],
        steady=["tests/matches"],
        random=["tests/games/test_promises.py", "-k", "tiny"],
    ),
    "frames": Part(
        modules=[f"{WEB}/frames/frame_decoder.py", f"{WEB}/connection.py", f"{WEB}/commands/chat.py"],
        steady=["tests/web/test_connection.py", "tests/web/test_socket.py", "tests/web/commands/test_chat.py"],
        random=["tests/fuzz/test_frames.py"],
    ),
}
RUNS = (("steady", "usual"), ("random", "usual"), ("random", "wide"))


def verdict_of(part: Part, tests: Sequence[str], profile: str, many: int, only: Sequence[int]) -> Verdict:
    """Return what these tests notice of so many mutants of a part, or of some of them."""
    with tempfile.TemporaryDirectory() as folder:
        verdict = Path(folder, "verdict")
        options = [word for module in part.modules for word in ("--mutate", module)]
        options += ["--mutants", str(many), "--only", ",".join(map(str, only)), "--verdict", str(verdict)]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mutations.plugin"]
        done = subprocess.run(
            [*command, *options, *tests],
            env={**os.environ, "HYPOTHESIS_PROFILE": profile, "PYTHONPATH": str(HERE.parent)},
            capture_output=True,
            text=True,
            check=False,
        )
        if not verdict.exists():
            sys.exit(done.stdout + done.stderr)
        return msgspec.json.decode(verdict.read_bytes(), type=Verdict, strict=False)


def main(names: Sequence[str], many: int) -> None:
    for name in names:
        part, only = PARTS[name], list[int]()
        unnoticed: Sequence[str] = ()
        for kind, profile in RUNS:
            verdict = verdict_of(part, part.steady if kind == "steady" else part.random, profile, many, only)
            noticed = verdict.tried - len(verdict.survived)
            print(f"{name}: {kind} tests, {profile}: {noticed} of {verdict.tried} noticed", flush=True)
            only, unnoticed = list(verdict.survived), list(verdict.survived.values())
            if not only:
                break
        print(*(f"    unnoticed: {words}\n" for words in unnoticed), sep="", end="", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["rules"]:
        from mutations import by_rule

        by_rule.main(sys.argv[2:])
    else:
        main(sys.argv[2:] or list(PARTS), int(sys.argv[1]))
