"""Offers of a moment: an action at once, or a few steps that lead to one.

A game may offer a hundred actions that differ in a slot or a target only. Split into steps (kind, card, place) they are
short lists. A step with nothing to choose is skipped.

Each kind of action has a key of its own, which does not move from one prompt to the next: a number for actions that go
on with a turn, a letter for actions that end it (`ENDING`). An action that ends more than the move itself is confirmed
while other actions are possible (decision 23). An action with an easily overlooked loss is confirmed too.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate

LONGEST_AT_FIRST = 34
"""Limit of a label in the first list, so that it has room for two columns. Longer texts belong to the next step."""

MOST_AT_ONCE = 8
"""So many offers of that length can be seen at once on any screen."""

END, END_WATCHING, GO_ON, LET_PASS, GIVE_UP, KEEP, ANOTHER, YES = "e", "u", "g", "w", "x", "k", "m", "y"
ENDING: Mapping[str, str] = {
    END: "end your turn; pass for the rest of the round",
    END_WATCHING: "end your turn, and withdraw a standing order",
    GO_ON: "go on: begin to attack, call a fight",
    LET_PASS: "let it pass, or answer no",
    GIVE_UP: "surrender a deal",
    KEEP: "keep an opening hand",
    ANOTHER: "show it and draw another (mulligan)",
    YES: "yes, where something is asked once more",
}
"""The letters of choices in a match. They are fixed, and none of them means anything else elsewhere."""


class Offer(NamedTuple):
    """One thing to choose: an action, or further offers if there is more to say."""

    label: str
    action: Raw | None = None
    further: "tuple[Offer, ...]" = ()
    so_far: str = ""
    """The words of the steps so far, or the question, when the further offers are shown."""

    key: str = ""
    """The key of the offer; empty for its number in the list."""


class Menu(NamedTuple):
    """The offers that are shown, and the update that they belong to."""

    update: RawUpdate
    offers: tuple[Offer, ...]
    so_far: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the key of each offer: its own, or the next number that is not another one's own."""
        return keys_of([offer.key for offer in self.offers])


class ChoiceSteps(NamedTuple):
    """An action and its words, step by step: `("Play a Fighter:", "Alley Cat", "into slot 2")`."""

    steps: tuple[str, ...]
    action: Raw
    key: str = ""
    """The key of its kind, if it has one."""

    asks: str = ""
    """The action's side effects (an end or a loss) as a question. For an action with a letter it is asked only while
    other actions are possible, for other actions always."""


def keys_of(own: Sequence[str]) -> tuple[str, ...]:
    """Return a key for each of these: its own, or, where that is empty, the next number that is not another's own."""
    numbers = (str(number) for number in range(1, 2 * len(own) + 10) if str(number) not in own)
    return tuple([key or next(numbers) for key in own])


def in_steps(ways: Sequence[ChoiceSteps]) -> tuple[Offer, ...]:
    """Return the offers that lead to these actions. Equal steps are merged at the place of the first. Offers with a
    letter stand last, or above a list that is too long to be seen at once."""
    going_on = [way for way in ways if way.key not in ENDING]
    ending = [way for way in ways if way.key in ENDING]
    offers = _offers(going_on, "", descends=not ending)[0]
    ends = tuple([_ending(way, going_on, ending) for way in ending])
    is_long = sum(-(-len(offer.label) // LONGEST_AT_FIRST) for offer in offers) > MOST_AT_ONCE
    return (*ends, *offers) if is_long else (*offers, *ends)


def _ending(way: ChoiceSteps, going_on: Sequence[ChoiceSteps], ending: Sequence[ChoiceSteps]) -> Offer:
    """Return the offer of an action with a letter: the action at once, or a question if it gives something up."""
    label = " ".join(way.steps)
    ends_turn = way.key in (END, END_WATCHING)
    left = [*going_on, *(other for other in ending if ends_turn and other.key not in (END, END_WATCHING))]
    if not way.asks or not (left or way.key == ANOTHER):  # the hand that one has could be kept
        return Offer(label, way.action, key=way.key)
    asks = way.asks
    if ends_turn:
        kinds = dict.fromkeys(other.steps[0].rstrip(":") for other in left)
        asks += f" You could still: {', '.join(f'{kind[:1].lower()}{kind[1:]}' for kind in kinds)}."
    return _asked_once_more(label, way, asks, way.key)


def _asked_once_more(label: str, way: ChoiceSteps, asks: str, key: str) -> Offer:
    yes = Offer(f"Yes: {label[:1].lower()}{label[1:]}", way.action, key=YES)
    return Offer(f"{label} …", None, (yes,), asks, key)


def _offers(ways: Sequence[ChoiceSteps], so_far: str, *, descends: bool = True) -> tuple[tuple[Offer, ...], str]:
    """Return the offers, and the words of the steps so far. A step with nothing to choose is added to the words and not
    asked."""
    groups: dict[str, list[ChoiceSteps]] = {}
    for way in ways:
        groups.setdefault(way.steps[0], []).append(way)
    offers = tuple([_offer(step, group, so_far) for step, group in groups.items()])
    while descends and len(offers) == 1 and offers[0].further:
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
    label, key = " ".join(group[0].steps[:shared]), "" if so_far else group[0].key
    if len(group) == 1 and shared == len(group[0].steps):
        way = group[0]
        return _asked_once_more(label, way, way.asks, key) if way.asks else Offer(label, way.action, key=key)
    said = f"{so_far} {label}".strip()
    rest = [ChoiceSteps(way.steps[shared:] or (f"just {label}",), way.action, asks=way.asks) for way in group]
    return Offer(f"{label.rstrip(':')} …", None, *_offers(rest, said), key)
