"""Which choices are complete actions, and which leave open where a card goes or whom it attacks.

Every choice is complete, as long as that costs no more than 2 KB in an update. With the ready decks it always does: 42
choices were the most. With eight cards dealt from decks of up to 200 it would be more in 4 of 1,000 moments; then all
placings or attacks of that moment are patterns, which say so (`one_of`).
"""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace
from quarterdeck_protocol.games import myacards as my

Open = my.Place | my.Attack

MOST_BYTES = 2_048
"""How much longer an update may be for the sake of complete choices."""

OF_A_PLACE = len('{"type":"place","card":"","zones":[]},')
OF_AN_ATTACK = len('{"type":"attack","piece":"","targets":[]},')


def complete(patterns: Sequence[Open]) -> list[Open]:
    """Return the choices that these patterns stand for; the patterns, marked as such, where those would be dear."""
    if sum([_further_bytes(each) for each in patterns]) > MOST_BYTES:
        return [_marked(each) for each in patterns]
    return [part for each in patterns for part in parts(each)]


def parts(pattern: Open) -> list[Open]:
    """Return the complete actions of a pattern."""
    match pattern:
        case my.Place(card=card, zones=zones):
            return [my.Place(card=card, zones=(zone,)) for zone in zones]
        case my.Attack(piece=piece, targets=targets):
            return [my.Attack(piece=piece, targets=(target,)) for target in targets]
        case _:
            assert_never(pattern)


def _marked(pattern: Open) -> Open:
    match pattern:
        case my.Place():
            return replace(pattern, one_of="zones") if len(pattern.zones) > 1 else pattern
        case my.Attack():
            return replace(pattern, one_of="targets") if len(pattern.targets) > 1 else pattern
        case _:
            assert_never(pattern)


def _further_bytes(pattern: Open) -> int:
    """Return how much longer its actions are in JSON than the pattern: what stands around each but the first."""
    match pattern:
        case my.Place(card=card, zones=zones):
            return (len(zones) - 1) * (OF_A_PLACE + len(card) - 1)
        case my.Attack(piece=piece, targets=targets):
            return (len(targets) - 1) * (OF_AN_ATTACK + len(piece) - 1)
        case _:
            assert_never(pattern)
