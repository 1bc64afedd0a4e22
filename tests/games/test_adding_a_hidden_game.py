"""The guide for hidden games works as it stands, and its promises find leaks and say so in words."""

import contextlib
import inspect
import re
import runpy
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from games.guides import GUIDES, Package
from quarterdeck_testing import promises
from quarterdeck_testing.promises.broken_promise import BrokenPromiseError
from quarterdeck_testing.world import IncompleteWorldError, World

GUIDE = GUIDES / "ADDING_A_HIDDEN_GAME.md"
RULES, PROMISES = "quarterdeck_hush/rules.py", "tests/test_promises.py"

SECRETS = """\
    another=another,
    other_event=other_event,
    reveals=lambda event, viewer: isinstance(event, Shown),
    uncovers=lambda event, viewer: isinstance(event, Took),
    face=r'"c\\d+"',
    faces=faces,
"""


class Leak(NamedTuple):
    """A fault that is put into the game or its `World`, and the sentence of the promise that finds it."""

    place: str
    sound: str
    broken: str
    sentence: str


LEAKS = {
    "redact tells what was laid": Leak(
        RULES,
        "            case Laid(seat=seat) if seat != viewer:\n                return replace(event, card=None)\n",
        "",
        "`redact` must return the same for a viewer, regardless of the hidden parts of an event",
    ),
    "redact tells the deal": Leak(
        RULES,
        "            case Dealt():\n                return replace(event, deck=None)\n",
        "",
        "`redact` must return the same for a viewer, regardless of the hidden parts of an event",
    ),
    "view shows the first hand to all": Leak(
        RULES,
        "hand=() if viewer is None else state.hands[viewer]",
        "hand=state.hands[0]",
        "a view may show a hidden fact only after an event for which `uncovers` is true",
    ),
    "a refusal depends on the pile": Leak(
        RULES,
        """raise IllegalAction("It is the other seat's turn.", "turn")""",
        """raise IllegalAction(f"Wait until {state.pile[-1]} is won.", "turn")""",
        "the refusal of a viewer's mistake must not depend on facts hidden from the viewer",
    ),
    "a refusal cites a rule that is not in the book": Leak(
        RULES,
        '"Lay a card of your hand.", "lay"',
        '"Lay a card of your hand.", "lays"',
        "RULES.md must have the rule that a refusal cites: an anchor with the id 'lays'",
    ),
    "the other state is the same": Leak(
        PROMISES,
        "    cards = [card for card in hidden(state, viewer) if card not in known]\n",
        "    cards = []\n",
        "`another` must exchange hidden facts",
    ),
    "the other event is the same": Leak(
        PROMISES,
        "        case Laid() if event.seat != viewer:\n            return replace(event, card=chance.choice(DECK))\n",
        "",
        "but it never changed Laid",
    ),
    "another exchanges the card that is played": Leak(
        PROMISES,
        "                known.add(event.card)\n            case Shown",
        "                pass\n            case Shown",
        "`another` must not change facts on which the next entry depends",
    ),
    "all faces are allowed": Leak(
        PROMISES,
        """return frozenset(f'"{card}"' for card in cards)""",
        """return frozenset(f'"{card}"' for card in DECK)""",
        "return different faces for different viewers",
    ),
    "no face is looked for": Leak(
        PROMISES, r"""face=r'"c\d+"'""", """face='"card-7"'""", "`face` must find card faces"
    ),
    "the shown cards do not reveal": Leak(
        PROMISES,
        "reveals=lambda event, viewer: isinstance(event, Shown)",
        "reveals=lambda event, viewer: False",
        "an event may depend on hidden facts only if `reveals` is true for it",
    ),
    "the world says that nothing is hidden": Leak(
        PROMISES,
        SECRETS,
        '    has_no={"secrets"},\n',
        'a game whose World says has_no={"secrets"} must have the same `view` for every viewer',
    ),
    "the world says that there is no chance": Leak(
        PROMISES,
        "    faces=faces,\n",
        '    faces=faces,\n    has_no={"chance"},\n',
        "a match must have random draws from `Dice`, or",
    ),
}

INCOMPLETE = {
    "nothing about secrets": (SECRETS, "", "- `another` is missing: a function of (state, viewer, events, chance)"),
    "no other event": ("    other_event=other_event,\n", "", "- `other_event` is missing"),
    "no faces": ("    faces=faces,\n", "", "- `face` and `faces` are missing"),
    "no cards": ("    deck=lambda setup: Counter(DECK),\n", "", "- `cards` and `deck` are missing"),
    "cards and no cards": (
        "    faces=faces,\n",
        '    faces=faces,\n    has_no={"cards"},\n',
        "- `has_no` contains 'cards', and yet they are described. Remove one of the two.",
    ),
    "an unknown absence": (
        "    faces=faces,\n",
        '    faces=faces,\n    has_no={"dragons"},\n',
        "- `has_no` may contain 'cards', 'chance', 'faces', 'rule book', 'secrets', not 'dragons'.",
    ),
}
"""What is changed in the `World`, and what its refusal says."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Package:
    made = Package(GUIDE, tmp_path_factory.mktemp("hidden"))
    made.write()
    return made


def test_the_package_of_the_guide_keeps_every_promise(package: Package) -> None:
    said = "".join(package.type(commands) for commands in package.typed)
    passed = [int(number) for number in re.findall(r"(\d+) passed", said)]
    assert len(passed) == 1
    assert passed[0] > 35, "all promises"
    assert "failed" not in said
    assert "skipped" not in said


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found_and_said_in_words(package: Package, tmp_path: Path, leak: str) -> None:
    said = _said(package, tmp_path, LEAKS[leak])
    assert LEAKS[leak].sentence in said
    assert re.match("hush breaks a promise: .*\n  Expected: ", said)


def test_a_failure_names_match_seed_and_move(package: Package, tmp_path: Path) -> None:
    said = _said(package, tmp_path, LEAKS["redact tells the deal"])
    assert re.search(r"\n  Match:    2 seats, Options\(\), seed \d+, chance \d+, manner \w+\n", said)
    assert re.search(r"\n            viewer (0|1|None)\n            entry with Opened\(", said)
    assert "\n            event Dealt(deck=(" in said


@pytest.mark.parametrize("facts", INCOMPLETE)
def test_a_world_without_what_a_promise_needs_is_refused(package: Package, tmp_path: Path, facts: str) -> None:
    sound, broken, sentence = INCOMPLETE[facts]
    fault = Leak(PROMISES, sound, broken, sentence)
    with pytest.raises(IncompleteWorldError) as refused, _broken(package, tmp_path, fault):
        pass
    assert str(refused.value).startswith("The World of 'hush' is not complete:\n- ")
    assert sentence in str(refused.value)
    assert str(refused.value).endswith("explains each of them with an example.")


@contextlib.contextmanager
def _broken(package: Package, folder: Path, leak: Leak) -> Iterator[World]:
    """Write the package with a fault into a folder, and have it imported from there."""
    shutil.copytree(package.folder, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("build", "__pycache__"))
    file = folder / leak.place
    before = file.read_text("utf-8")
    assert before.count(leak.sound) == 1
    file.write_text(before.replace(leak.sound, leak.broken), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patching:
        patching.syspath_prepend(str(folder))
        try:
            world = runpy.run_path(str(folder / PROMISES))["HUSH"]
            assert isinstance(world, World)
            yield world
        finally:
            for name in [name for name in sys.modules if name.startswith("quarterdeck_hush")]:
                del sys.modules[name]


def _said(package: Package, folder: Path, leak: Leak) -> str:
    """Return the failure of the first promise that the game with this fault breaks."""
    with _broken(package, folder, leak) as world:
        for name in promises.__all__:
            test = getattr(promises, name)
            if list(inspect.signature(test).parameters) == ["world"]:
                try:
                    test(world=world)
                except BrokenPromiseError as broken:
                    return str(broken)
    raise AssertionError("the game keeps every promise")
