"""Complete matches, recorded as text for people: every change of the rules shows here as a difference that a person
must check.

A test module imports the two tests and names its plans in `PLAYTHROUGHS`; the recorded texts are in files beside it. If
it names some of them in `READABLE`, the others are recorded as digests, one for each entry. A change is found at the
same entry, and `--show FOLDER` writes the text of every playthrough, for comparison with another commit. Only the
changes of a view are written, and common changes only once. A line that is too wide continues on the next line,
indented more than any other line.
"""

import difflib
import hashlib
import itertools
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from quarterdeck_protocol.fairness.draws import Draw
from quarterdeck_protocol.names import Viewer
from quarterdeck_protocol.transcripts.transcript import (
    Acted,
    HistoryLost,
    Obeyed,
    Opened,
    Resigned,
    Returned,
    TimedOut,
    Voided,
)
from quarterdeck_protocol.undo import UndoStep

from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import Playing, played

__all__ = ["test_a_match_goes_as_it_has_always_gone", "test_every_playthrough_that_is_written_down_is_played"]

Seen = Mapping[str, str]

PRINTED = ("options", "faces")
"""The parts of a view that stay the same all through a match, and are left out."""

LINES_OF_A_DIFFERENCE = 60

TEXT, DIGEST = ".txt", ".digest"
"""The suffixes of a playthrough that is kept in words, and of one that is kept as digests."""

BETWEEN = "\n\n["
"""The separator of the entries of a text."""

EACH = 8
"""Number of digits in the digest of an entry."""

WIDTH = 160
"""Most characters of a line, for readers of a diff."""

DRAWN = "drawn:"
"""The parts of a draw that stay hidden until the end."""

FURTHER = " " * 12
"""The beginning of a continuation line: nothing else is so deep."""


def test_a_match_goes_as_it_has_always_gone(playthrough: str, request: pytest.FixtureRequest) -> None:
    played = narrated(playthrough.replace("-", " ").capitalize(), request.module.PLAYTHROUGHS[playthrough])
    if folder := request.config.getoption("--show"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(folder, f"{playthrough}.txt").write_text(played, encoding="utf-8")
    is_readable = playthrough in getattr(request.module, "READABLE", [playthrough])
    golden = request.path.parent / f"{playthrough}{TEXT if is_readable else DIGEST}"
    if request.config.getoption("--record"):
        golden.write_text(played if is_readable else digest_of(played), encoding="utf-8")
    written = golden.read_text(encoding="utf-8") if golden.exists() else ""
    if not is_readable:
        if written != digest_of(played):
            pytest.fail(_other_than_its_digest(golden, written, played, request.node.nodeid), pytrace=False)
    elif played != written:
        lines = list(
            difflib.unified_diff(written.splitlines(), played.splitlines(), "as written", "as played", lineterm="")
        )
        shown = "\n".join(lines[:LINES_OF_A_DIFFERENCE])
        why = f"{golden.name} is stale; if the change is meant, run with `--record` and read the difference."
        pytest.fail(f"{why}\n{shown}", pytrace=False)


def test_every_playthrough_that_is_written_down_is_played(request: pytest.FixtureRequest) -> None:
    names = set(request.module.PLAYTHROUGHS)
    readable = set(getattr(request.module, "READABLE", names))
    there = request.path.parent.iterdir()
    found = {(path.stem, path.suffix) for path in there if path.suffix in (TEXT, DIGEST)}
    assert found == {(name, TEXT if name in readable else DIGEST) for name in names | readable}


def digest_of(played: str) -> str:
    """Return the digest of a text and its widest line, followed by the digest of each entry in eight digits."""
    widest = max(map(len, played.splitlines()))
    entries = "".join(_sha256(entry)[:EACH] for entry in played.split(BETWEEN))
    return "\n".join([f"{_sha256(played)} {widest}", *textwrap.wrap(entries, 12 * EACH)]) + "\n"


def _other_than_its_digest(golden: Path, written: str, played: str, node: str) -> str:
    """Return the first entry that differs from the recorded digests, and the commands that show the whole
    difference."""
    kept, now = ("".join(digest.splitlines()[1:]) for digest in (written, digest_of(played)))
    pairs = zip(textwrap.wrap(kept, EACH), textwrap.wrap(now, EACH), strict=False)
    same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
    entries = played.split(BETWEEN)
    lines = BETWEEN.join(entries[same:]).splitlines()[:LINES_OF_A_DIFFERENCE] or ["nothing: it ends here"]
    place = f"from block {same + 1} on (of {len(entries)}; before: {len(kept) // EACH})"
    return "\n".join(
        [
            f"{golden.name} is stale: the match differs {place}. To see the difference in words, run here and earlier",
            f"    pytest '{node}' --show build/playthroughs",
            "and compare build/playthroughs. If the change is meant, run with `--record`. As played now:",
            *lines,
        ]
    )


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def narrated(title: str, plan: Plan) -> str:
    """Return a finished match as text for people, one line for each event."""
    return "\n".join(line for whole in [*_heading(title, plan), *_entries(plan)] for line in _wrapped(whole)) + "\n"


def _wrapped(line: str) -> list[str]:
    """Split a line that is too wide between words. Joined with single spaces, the parts give the line again."""
    return textwrap.wrap(line, WIDTH, subsequent_indent=FURTHER, break_long_words=False, break_on_hyphens=False) or [
        line
    ]


def _heading(title: str, plan: Plan) -> Iterator[str]:
    yield title
    yield "=" * len(title)
    yield f"{plan.game}, {plan.setup.seats} seats; cards {plan.seed}, chance {plan.chance}: everybody {plan.manner}"
    yield f"options: {_say_fields(msgspec.to_builtins(plan.setup.options), {})}"
    if plan.setup.decks:
        yield f"decks: {', '.join(deck.id or 'their own' for deck in plan.setup.decks)}"


def _entries(plan: Plan) -> Iterator[str]:
    before: dict[Viewer, Seen] = {}
    for playing in played(plan):
        things = playing.game.phrases.things
        entry = playing.entries[-1]
        yield ""
        yield f"[{entry.version}] {_cause(playing)}"
        for event in entry.events:
            yield f"    {_say(event, things)}"
            yield from _redactions(playing, event)
        for draw in msgspec.json.decode(entry.draws or b"[]", type=list[Draw]):
            yield f"    {DRAWN} {_say_draw(draw)}"
        now = {viewer: _seen(playing, viewer) for viewer in playing.viewers}
        yield from _changes(before, now)
        before = now
        for seat in playing.asked:
            yield f"  {_who(seat)} may: {' | '.join(_say(choice, things) for choice in playing.record.choices[seat])}"
        if playing.record.result is not None:
            yield f"  result: {_say_fields(msgspec.to_builtins(playing.record.result), {})}"


def _cause(playing: Playing) -> str:
    entry = playing.entries[-1]
    match entry.cause:
        case Opened():
            return "the house opens the match"
        case Acted(undo=UndoStep()):
            return f"{_who(entry.seat)} asks to take the last action back, or answers"
        case Acted(action=action):
            return f"{_who(entry.seat)}: {_say(playing.record.codec.action(action), playing.game.phrases.things)}"
        case TimedOut():
            return f"{_who(entry.seat)} runs out of time"
        case Resigned():
            return f"{_who(entry.seat)} leaves for good"
        case Returned():
            return f"{_who(entry.seat)} is back"
        case Obeyed():
            return f"{_who(entry.seat)} has ordered this"
        case Voided():
            return "the house gives the match up"
        case HistoryLost():
            return "the store has forgotten what came after"


def _say_draw(draw: Draw) -> str:
    """Return the kind of a random draw as text. The event after it shows the choices and the result."""
    many = draw.of if isinstance(draw.of, int) else len(draw.of)
    where = "nowhere" if draw.at is msgspec.UNSET else " ".join(draw.at)
    return f"{draw.kind} {draw.purpose} of {many} by {draw.words} numbers, at {where}"


def _redactions(playing: Playing, event: Any) -> Iterator[str]:
    """Yield the redacted forms of an event, each once for all viewers who get the same form."""
    things = playing.game.phrases.things
    whole = _say(event, things)
    redacted = {viewer: playing.game.redact(event, viewer) for viewer in playing.viewers}
    heard = {viewer: "nothing" if each is None else _say(each, things) for viewer, each in redacted.items()}
    for text in dict.fromkeys(heard.values()):
        if text != whole:
            yield f"      ({_names([viewer for viewer, said in heard.items() if said == text])}: {text})"


def _seen(playing: Playing, viewer: Viewer) -> Seen:
    view = msgspec.to_builtins(playing.game.view(playing.state, viewer))
    things = playing.game.phrases.things
    return dict(_flat("", {name: value for name, value in view.items() if name not in PRINTED}, things))


def _flat(path: str, fields: Mapping[str, Any], things: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the state that a viewer sees as lines, each with a path and a value. A list of objects without a phrase
    gets lines for each object."""
    for name, value in fields.items():
        here = f"{path}.{name}" if path else name
        if (
            isinstance(value, list | tuple)
            and not _has_phrase(name, things)
            and any(isinstance(each, dict) for each in value)
        ):
            for number, each in enumerate(value):
                if isinstance(each, dict):
                    yield from _flat(f"{here}.{number}", each, things)
                else:
                    yield f"{here}.{number}", _say_value(each, things, name)
        else:
            yield here, _say_value(value, things, name)


def _changes(before: Mapping[Viewer, Seen], now: Mapping[Viewer, Seen]) -> Iterator[str]:
    """Yield what an entry changes in the view of each viewer of a playthrough."""
    changed = {
        viewer: [
            f"{path} {now[viewer].get(path, 'gone')}"
            for path in dict.fromkeys([*now[viewer], *before.get(viewer, {})])
            if now[viewer].get(path) != before.get(viewer, {}).get(path)
        ]
        for viewer in now
    }
    for_all = [line for line in changed[None] if all(line in lines for lines in changed.values())]
    if for_all:
        yield f"  all see: {'; '.join(for_all)}"
    for viewer, lines in changed.items():
        own = [line for line in lines if line not in for_all]
        if own:
            yield f"  {_who(viewer)} sees: {'; '.join(own)}"


def _say(thing: Any, things: Mapping[str, str]) -> str:
    """Return an action or event as text: its type and its fields."""
    fields = msgspec.to_builtins(thing)
    tag = fields.pop("type")
    return f"{tag} {_say_fields(fields, things)}".rstrip()


def _say_fields(fields: Mapping[str, Any], things: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {_say_value(value, things, name)}" for name, value in fields.items())


def _say_value(value: Any, things: Mapping[str, str], name: str) -> str:
    """Return a value as text: in the game's own phrase for an object of this name, if there is one."""
    match value:
        case None:
            return "–"
        case dict() if _has_phrase(name, things):
            return things[name].format(**{each: _say_value(inner, things, each) for each, inner in value.items()})
        case dict() if len(value) <= 2:
            return " ".join(_say_value(inner, things, each) for each, inner in value.items())
        case dict():
            return "{" + _say_fields(value, things) + "}"
        case list() | tuple():
            return "[" + ", ".join(_say_value(each, things, name) for each in value) + "]"
        case _:
            return str(value)


def _has_phrase(name: str, things: Mapping[str, str]) -> bool:
    """True if the game has a phrase for an object of this name. A word that stands for itself has none."""
    return things.get(name, name) != name


def _who(viewer: Viewer) -> str:
    return "spectator" if viewer is None else f"seat {viewer}"


def _names(viewers: Sequence[Viewer]) -> str:
    return ", ".join(_who(viewer) for viewer in viewers)
