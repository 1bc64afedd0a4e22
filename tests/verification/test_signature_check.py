"""Whose a transcript is, said by the verifier in Python and by the one in JavaScript: they are asked the same."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from node import NODE, PACKAGE, TOP, run
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds
from quarterdeck_protocol.transcripts.signatures import PublicKeys, base64url, from_base64url
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.lobby.server_keys import KeyRing
from quarterdeck_server.verification.findings import DoesNotFollow, Kind
from quarterdeck_server.verification.signature_check import Signed, check_signature
from signed_transcripts import KEYS, NEXT, OURS, THEIRS, signed
from transcripts import relinked, tiny, with_entry, with_text

TINY = tiny()
LAST = len(TINY.entries)

Way = Callable[[Transcript], Transcript]


def with_part(transcript: Transcript, part: int, change: Callable[[bytes], bytes]) -> Transcript:
    """Return a transcript of whose signature one part was changed: header, payload or what was made by the key."""
    parts = str(transcript.signature).split(".")
    parts[part] = base64url(change(from_base64url(parts[part])))
    return replace(transcript, signature=".".join(parts))


def by_somebody_else_under_our_name(was: Transcript) -> Transcript:
    return signed(was, THEIRS, kid=KEYS.keys[0].kid)


FALSIFICATIONS: dict[str, tuple[Way, int | None]] = {
    "a bit of the signature": (lambda was: with_part(was, 2, lambda raw: bytes([raw[0] ^ 1]) + raw[1:]), None),
    "a shorter signature": (lambda was: with_part(was, 2, lambda raw: raw[:-1]), None),
    "the winner in the signed text": (
        lambda was: with_part(was, 1, lambda raw: raw.replace(b'"places":[2,1]', b'"places":[1,2]')),
        None,
    ),
    "text that is no JSON": (lambda was: with_part(was, 1, lambda raw: raw[:-1]), None),
    "no text": (lambda was: replace(was, signature="signed by me"), None),
    "a part too many": (lambda was: replace(was, signature=f"{was.signature}.e30"), None),
    "padding": (lambda was: replace(was, signature=f"{was.signature}=="), None),
    "no algorithm": (lambda was: signed(was, alg="none"), None),
    "another algorithm": (lambda was: signed(was, alg="HS256"), None),
    "a signature of something else": (lambda was: signed(was, typ="JWT"), None),
    "somebody else's key under our key's name": (by_somebody_else_under_our_name, None),
    "a key that did not sign yet": (lambda was: signed(was, NEXT), None),
    "another match": (lambda was: replace(was, match=MatchId("m-2")), 1),
    "another game": (lambda was: replace(was, game=GameName("tinier")), 1),
    "other rules": (lambda was: relinked(with_text(was, 1, '"rules":1', '"rules":2')), 1),
    "another seed": (lambda was: replace(was, commitment="0" * 64), 1),
    "another player": (lambda was: relinked(with_text(was, 1, '"name":"Ada"', '"name":"Eve"')), 1),
    "another player's id": (lambda was: relinked(with_text(was, 1, '"id":"p0"', '"id":"p9"')), 1),
    "an entry less": (lambda was: replace(was, entries=was.entries[:-1]), LAST - 1),
    "another end": (
        lambda was: relinked(with_entry(was, LAST, lambda line: replace(line, at=Milliseconds(line.at + 1)))),
        LAST,
    ),
    "another action": (lambda was: relinked(with_text(was, 2, '"erste Tat"', '"erste Tut"')), LAST),
    "another winner": (lambda was: replace(was, result=Result(places=(Count(1), Count(2)), reason="left")), LAST),
    "another reason": (lambda was: replace(was, result=replace(was.result, reason="won")), LAST),
}


def in_javascript(cases: list[tuple[Transcript, PublicKeys]]) -> list[dict[str, Any]]:
    """Return what the verifier in JavaScript says of each."""
    given = [msgspec.json.encode({"transcript": each, "keys": keys}).decode() for each, keys in cases]
    written = run(NODE, TOP / "tests" / "signed_lines.mjs", PACKAGE / "src" / "signature.js", given="\n".join(given))
    return [msgspec.json.decode(line) for line in written.splitlines()]


@pytest.mark.parametrize("how", FALSIFICATIONS)
def test_anything_that_the_server_has_not_signed_is_refused_with_its_place(how: str) -> None:
    change, version = FALSIFICATIONS[how]
    lie = change(signed(TINY))
    assert lie != signed(TINY)
    with pytest.raises(DoesNotFollow) as refused:
        check_signature(lie, KEYS)
    assert (refused.value.kind, refused.value.version) == (Kind.SIGNATURE, version), str(refused.value)


def test_javascript_refuses_the_same_at_the_same_place_and_in_the_same_words() -> None:
    lies = [change(signed(TINY)) for change, _ in FALSIFICATIONS.values()]
    verdicts = in_javascript([(lie, KEYS) for lie in lies])
    for how, lie, verdict in zip(FALSIFICATIONS, lies, verdicts, strict=True):
        with pytest.raises(DoesNotFollow) as refused:
            check_signature(lie, KEYS)
        found = {"kind": "signature", "version": refused.value.version, "text": str(refused.value)}
        assert (how, verdict["fault"]) == (how, found)


def test_both_say_whose_a_transcript_is_that_follows() -> None:
    late = Milliseconds(NEXT.since - TINY.entries[-1].at)
    later = relinked(with_entry(TINY, LAST, lambda line: replace(line, at=Milliseconds(line.at + late))))
    ours, next_, theirs = (KEYS.keys[0].kid, KEYS.keys[1].kid, KeyRing((THEIRS,)).published().keys[0].kid)
    cases = {
        Signed.BY_KEY: (signed(TINY), ours),
        Signed.UNKNOWN_KEY: (signed(TINY, THEIRS), theirs),
        Signed.UNSIGNED: (TINY, None),
    }
    rotated = (signed(later, NEXT), next_)
    said = in_javascript([(each, KEYS) for each, _ in (*cases.values(), rotated)])
    expected = [*((whose, key) for whose, (_, key) in cases.items()), (Signed.BY_KEY, next_)]
    for (transcript, _), verdict, (whose, key) in zip((*cases.values(), rotated), said, expected, strict=True):
        found = check_signature(transcript, KEYS)
        assert (found.signed, found.key) == (whose, key)
        assert verdict == {"signed": whose.value, "key": key, "fault": None}


def test_an_old_key_signs_nothing_that_ended_after_its_time() -> None:
    late = Milliseconds(NEXT.since - TINY.entries[-1].at)
    later = relinked(with_entry(TINY, LAST, lambda line: replace(line, at=Milliseconds(line.at + late))))
    with pytest.raises(DoesNotFollow, match="not the one that signed when it ended"):
        check_signature(signed(later, OURS), KEYS)


def test_a_published_key_whose_name_is_not_its_own_signs_nothing() -> None:
    theirs = KeyRing((THEIRS,)).published().keys[0]
    keys = PublicKeys(keys=(replace(theirs, kid="somebody"),))
    lie = signed(TINY, THEIRS, kid="somebody")
    with pytest.raises(DoesNotFollow, match="not of the key somebody"):
        check_signature(lie, keys)
    assert in_javascript([(lie, keys)])[0]["fault"]["version"] is None
