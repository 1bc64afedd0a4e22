"""What may be done now, as it is offered: an action at once, or a few steps that lead to one.

A game may offer a hundred actions that differ in a slot or a target only. Said in steps (what, which, where) they are
short lists; a step that leaves nothing to choose is not asked.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate

LONGEST_AT_FIRST = 34
"""The first list is short of words, so that it has room for two columns; what is longer is said in the next."""


class Offer(NamedTuple):
    """One thing to choose: an action, or further offers if there is more to say."""

    label: str
    action: Raw | None = None
    further: "tuple[Offer, ...]" = ()
    so_far: str = ""
    """What has been said when the further offers are shown."""


class Menu(NamedTuple):
    """The offers that are shown, and the update that they belong to."""

    update: RawUpdate
    offers: tuple[Offer, ...]
    so_far: str = ""


class ChoiceSteps(NamedTuple):
    """An action and how it is said, step by step: `("Play a Fighter:", "Alley Cat", "into slot 2")`."""

    steps: tuple[str, ...]
    action: Raw


def in_steps(ways: Sequence[ChoiceSteps]) -> tuple[Offer, ...]:
    """Return the offers that lead to these actions; equal steps stand together, where the first of them stood."""
    return _offers(ways, "")[0]


def _offers(ways: Sequence[ChoiceSteps], so_far: str) -> tuple[tuple[Offer, ...], str]:
    """Return the offers, and what has been said by then: what leaves nothing to choose is said and not asked."""
    groups: dict[str, list[ChoiceSteps]] = {}
    for way in ways:
        groups.setdefault(way.steps[0], []).append(way)
    offers = tuple([_offer(step, group, so_far) for step, group in groups.items()])
    while len(offers) == 1 and offers[0].further:
        so_far, offers = offers[0].so_far, offers[0].further
    return offers, so_far


def _offer(step: str, group: Sequence[ChoiceSteps], so_far: str) -> Offer:
    """Return the offer for the ways that begin with this step; steps that they all share are said with it if they are
    short, or if this is a list to read in already."""
    shared = 1
    while all(len(way.steps) > shared for way in group) and len({way.steps[shared] for way in group}) == 1:
        if not so_far and len(" ".join(group[0].steps[: shared + 1])) > LONGEST_AT_FIRST:
            break
        shared += 1
    label = " ".join(group[0].steps[:shared])
    if len(group) == 1 and shared == len(group[0].steps):
        return Offer(label, group[0].action)
    said = f"{so_far} {label}".strip()
    rest = [ChoiceSteps(way.steps[shared:] or (f"just {label}",), way.action) for way in group]
    return Offer(f"{label.rstrip(':')} …", None, *_offers(rest, said))
