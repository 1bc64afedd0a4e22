"""Menu entries ("offers") for the choices of an update: each is an action, or leads to a list of further steps.

A game may offer a hundred actions that differ only in a slot or a target. Split into steps (kind, card, place), they
become short lists. A step with nothing to choose is skipped.

Each kind of action has a key of its own, which does not move from one prompt to the next: a number for actions after
which the player's turn continues, a letter for actions that end it (`ENDING`). While other actions are possible, the
player has to confirm an action that ends more than the move itself (decision 23). The player also has to confirm an
action with a loss that is easily overlooked.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate

LONGEST_AT_FIRST = 34
"""Maximum length of a label in the first list, so that two columns fit. Longer texts belong to the next step."""

MOST_AT_ONCE = 8
"""Number of offers of that length that fit on any screen."""

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
"""The letters of choices in a match, with their meanings. No other screen uses these letters for anything else."""


class Offer(NamedTuple):
    """One entry of a menu of choices: an action, or a further menu for the next step."""

    label: str
    action: Raw | None = None
    further: "tuple[Offer, ...]" = ()
    so_far: str = ""
    """The text above the further offers: the labels of the steps so far, or a question."""

    key: str = ""
    """The key of the offer; if empty, the key is the offer's number in the list."""


class Menu(NamedTuple):
    """A menu of choices, and the update to which they belong."""

    update: RawUpdate
    offers: tuple[Offer, ...]
    so_far: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keyboard key of each menu entry: its own letter, or the next free number."""
        return keys_of([offer.key for offer in self.offers])


class ChoiceSteps(NamedTuple):
    """An action, and the label of each step to select it: `("Play a Fighter:", "Alley Cat", "into slot 2")`."""

    steps: tuple[str, ...]
    action: Raw
    key: str = ""
    """The key of the action's kind; empty if it has none."""

    asks: str = ""
    """The question that confirms the action, because it ends or loses something; empty if there is none. For an action
    with a letter, it is asked only while other actions are possible."""


def keys_of(own: Sequence[str]) -> tuple[str, ...]:
    """Return a key for each entry of `own`: the entry itself, or for an empty entry the next number that is not in
    `own`."""
    numbers = (str(number) for number in range(1, 2 * len(own) + 10) if str(number) not in own)
    return tuple([key or next(numbers) for key in own])


def in_steps(ways: Sequence[ChoiceSteps]) -> tuple[Offer, ...]:
    """Return the offers that lead to these actions. Equal steps are merged at the position of the first. Offers with a
    letter are last, or first if the list is too long to be seen at once."""
    going_on = [way for way in ways if way.key not in ENDING]
    ending = [way for way in ways if way.key in ENDING]
    offers = _offers(going_on, "", descends=not ending)[0]
    ends = tuple([_ending(way, going_on, ending) for way in ending])
    is_long = sum(-(-len(offer.label) // LONGEST_AT_FIRST) for offer in offers) > MOST_AT_ONCE
    return (*ends, *offers) if is_long else (*offers, *ends)


def _ending(way: ChoiceSteps, going_on: Sequence[ChoiceSteps], ending: Sequence[ChoiceSteps]) -> Offer:
    """Return the menu entry of an action that has a letter: the action itself, or a question to confirm it."""
    label = " ".join(way.steps)
    ends_turn = way.key in (END, END_WATCHING)
    left = [*going_on, *(other for other in ending if ends_turn and other.key not in (END, END_WATCHING))]
    if not way.asks or not (left or way.key == ANOTHER):  # instead of ANOTHER, the player could keep
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
    """Return the offers of the next step in a choice, with the labels of the steps before it. A step with only one
    possibility is skipped, and its label is added."""
    groups: dict[str, list[ChoiceSteps]] = {}
    for way in ways:
        groups.setdefault(way.steps[0], []).append(way)
    offers = tuple([_offer(step, group, so_far) for step, group in groups.items()])
    while descends and len(offers) == 1 and offers[0].further:
        so_far, offers = offers[0].so_far, offers[0].further
    return offers, so_far


def _offer(step: str, group: Sequence[ChoiceSteps], so_far: str) -> Offer:
    """Return the offer for the actions that begin with this step. The labels of further steps that all these actions
    share are added if they are short, or if this is not the first list."""
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
