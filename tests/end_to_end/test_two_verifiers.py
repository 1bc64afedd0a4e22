"""Two verifiers, one with the rules and one without, agree on random transcripts, and find every lie at the same place.

`VERIFIED` says how many of either (`make verifiers`: 1,000; protocol/FAIRNESS.md has what came of it).
"""

import os
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
import pytest
from falsifications import WAYS, Falsification, again, falsified
from msgspec import UNSET
from msgspec.structs import replace
from node import NODE, PACKAGE, TOP, run
from quarterdeck_games import GAMES
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.fairness.bound_entropy import decks_commitment
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.verification.findings import NOTHING, DoesNotFollow, Found, Noted
from quarterdeck_server.verification.transcript_check import verify
from random_transcripts import random_transcript

VERIFIED = int(os.environ.get("VERIFIED", "40"))
AT_ONCE = 50


def without_rules(cases: Iterable[tuple[Transcript, Noted]]) -> list[dict[str, Any]]:
    """Return what the verifier in JavaScript finds in each."""
    given = [
        msgspec.json.encode(
            {
                "transcript": transcript,
                "noted": {
                    "links": {str(version): link for version, link in noted.links},
                    "entropy": {str(seat): share for seat, share in noted.entropy},
                    "entropyHashes": {str(seat): bound for seat, bound in noted.entropy_hashes},
                    **({} if noted.commitment is None else {"commitment": noted.commitment}),
                    **({} if noted.decks_commitment is UNSET else {"decksCommitment": noted.decks_commitment}),
                    **({} if noted.options is UNSET else {"options": noted.options}),
                    **({"players": noted.players} if noted.players else {}),
                    **({} if noted.bound_rules is None else {"boundRules": noted.bound_rules}),
                    **({} if noted.time_limit is None else {"timeLimit": noted.time_limit}),
                    **({} if noted.rated is None else {"rated": noted.rated}),
                },
            }
        ).decode()
        for transcript, noted in cases
    ]
    written = run(NODE, TOP / "tests" / "verified_lines.mjs", PACKAGE / "src" / "verify.js", given="\n".join(given))
    return [msgspec.json.decode(line) for line in written.splitlines()]


def batches(numbers: Sequence[int]) -> Iterable[Sequence[int]]:
    """Return the numbers in parts, and say how far it is, if there are many."""
    for start in range(0, len(numbers), AT_ONCE):
        if len(numbers) > AT_ONCE:
            print(f"\r{start:5} of {len(numbers)}", end="", file=sys.stderr, flush=True)
        yield numbers[start : start + AT_ONCE]


def noted_of(transcript: Transcript, number: int) -> Noted:
    """Return some of what a player could have noted."""
    chance = random.Random(number)
    entries = list(enumerate(transcript.entries, 1))
    opened = msgspec.json.decode(transcript.entries[0].entry)["cause"]
    noted = msgspec.convert(
        {
            "links": [(version, line.link) for version, line in chance.sample(entries, min(5, len(entries)))],
            "entropy": [(0, opened["entropy"][0])],
            "commitment": transcript.commitment,
            "entropy_hashes": list(enumerate(opened.get("entropy_hashes", ()))),
            "options": opened["options"],
            "players": [player["id"] for player in opened["players"]],
            "bound_rules": {"version": opened["rules"], "card_sets": opened.get("card_sets", [])},
            "time_limit": opened["time_limit"],
            "rated": opened.get("rated", False),
            "decks_commitment": decks_commitment(
                opened["seed"], transcript.match, msgspec.convert(opened["decks"], tuple[Deck, ...])
            )
            if opened["decks"]
            else None,
        },
        Noted,
    )
    return chance.choice((NOTHING, noted))


def test_two_verifiers_agree_on_what_follows() -> None:
    counts: Counter[str] = Counter()
    for numbers in batches(range(VERIFIED)):
        transcripts = [random_transcript(number) for number in numbers]
        cases = [(each, noted_of(each, number)) for each, number in zip(transcripts, numbers, strict=True)]
        for (transcript, noted), verdict in zip(cases, without_rules(cases), strict=True):
            found = verify(transcript, GAMES, noted)
            assert verdict == said(found), transcript.match
            counts.update({transcript.game: 1, "entries": found.entries, "draws": found.shuffles + found.draws})
    assert set(GAMES) <= set(counts)
    print(f"\n{VERIFIED} transcripts: {dict(counts)}")


def said(found: Found) -> dict[str, Any]:
    """Return what the verifier without rules would say of this."""
    return {
        "fault": None,
        "areDrawsNoted": True,
        "entries": found.entries,
        "shuffles": found.shuffles,
        "draws": found.draws,
        "losses": found.losses,
        "noted": found.noted,
    }


def test_two_verifiers_refuse_every_falsification_at_the_same_place() -> None:
    ways: Counter[str] = Counter()
    for numbers in batches(range(VERIFIED)):
        lies = [falsified(number) for number in numbers]
        verdicts = without_rules((lie.transcript, lie.noted) for lie in lies)
        for lie, verdict in zip(lies, verdicts, strict=True):
            assert verdict["fault"] is not None, lie.how
            assert (lie.how, place_by_rules(lie), verdict["fault"]["version"]) == (lie.how, lie.version, lie.version)
            ways[lie.how] += 1
    assert set(ways) == {way.__name__ for way in WAYS}
    print(f"\n{VERIFIED} falsifications: {dict(ways)}")


Rewrite = Callable[[str], str]


def _beside(field: str) -> Rewrite:
    """Return what puts a further field at the start of an entry."""
    return lambda entry: "{" + field + "," + entry[1:]


AMBIGUOUS: dict[str, Rewrite] = {
    "white space": lambda entry: entry.replace(",", " ,", 1),
    "a line break at the end": lambda entry: entry + "\n",
    "`events` twice": _beside('"events":[]'),
    "`cause` twice": _beside('"cause":{"type":"voided"}'),
    "`version` twice": _beside('"version":999'),
    "`seat` twice": lambda entry: entry[:-1] + ',"seat":1,"seat":0}',
    "`draws` twice": lambda entry: entry[:-1] + ',"draws":[],"draws":[]}',
    "a key twice further down": lambda entry: entry.replace('"cause":{', '"cause":{"type":"resigned",', 1),
    "a key twice, once in escapes": _beside('"\\u0065vents":[]'),
    "a version with a fraction": lambda entry: re.sub(r'"version":(\d+)', r'"version":\1.0', entry, count=1),
    "a version with an exponent": lambda entry: re.sub(r'"version":(\d+)', r'"version":\1e0', entry, count=1),
    "a number beyond any": lambda entry: entry[:-1] + ',"x":1e400}',
    "no number": lambda entry: entry[:-1] + ',"x":NaN}',
    "minus zero": lambda entry: entry[:-1] + ',"x":-0}',
    "a number beyond 2^53": lambda entry: entry[:-1] + ',"x":1152921504606846977}',
    "half a surrogate pair": lambda entry: entry[:-1] + ',"x":"\\ud800"}',
    "the other half": lambda entry: entry[:-1] + ',"x":"\\udc00"}',
    "deeper than programs read": lambda entry: entry[:-1] + ',"x":' + "[" * 101 + "]" * 101 + "}",
    "a byte order mark": lambda entry: "\ufeff" + entry,
    "a NUL at the end": lambda entry: entry + "\0",
    "an object behind it": lambda entry: entry + "{}",
    "a remark": lambda entry: entry + "//x",
    "single quotes": lambda entry: entry.replace('"', "'"),
}
"""Ways to write an entry that two programs could read differently, by somebody who knows the seed."""


@pytest.mark.parametrize("how", AMBIGUOUS)
def test_two_verifiers_refuse_json_that_two_programs_could_read_differently(how: str) -> None:
    """FAIRNESS.md, *The transcript*."""
    was = random_transcript(3)
    place = next(number for number, line in enumerate(was.entries) if '"type":"acted"' in line.entry)
    entry = AMBIGUOUS[how](was.entries[place].entry)
    assert entry != was.entries[place].entry
    entries = [*was.entries]
    entries[place] = replace(entries[place], entry=entry)
    lie = again(replace(was, entries=tuple(entries)))
    (verdict,) = without_rules([(lie, NOTHING)])
    assert (verdict["fault"]["kind"], verdict["fault"]["version"]) == ("unreadable", place + 1)
    with pytest.raises(DoesNotFollow) as found:
        verify(lie, GAMES, NOTHING)
    assert found.value.version == place + 1


def place_by_rules(lie: Falsification) -> int | None:
    try:
        verify(lie.transcript, GAMES, lie.noted)
    except DoesNotFollow as found:
        return found.version
    raise AssertionError(f"{lie.how} was not found")
