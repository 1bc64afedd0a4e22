"""Extension points: what other packages can add to a server by their entry points. EXTENDING.md explains each.

Values are plain, so that an extension needs nothing of the server. Its contract is in `quarterdeck_testing.contracts`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

import structlog
from quarterdeck_games import extensions_of

_log = structlog.get_logger()

Answer = TypeVar("Answer")


class Candidate(NamedTuple):
    """A ticket of quick match, as a pairing rule sees it."""

    players: tuple[str, ...]
    """The ids of its players: one, or a party."""

    ratings: Mapping[str, int]
    """The ratings by game."""

    waited: int
    """Milliseconds since it was made."""


class PairingRule(Protocol):
    """Forbids pairs of quick match. All other rules hold as well."""

    def may_meet(self, one: Candidate, other: Candidate) -> bool:
        """True if the two tickets may be in one match. The order of the two does not count, and it is called often."""
        ...


class NoticeChannel(Protocol):
    """Brings events to players elsewhere. A player chooses it by a webhook with the address `<name>:…`."""

    def fault(self, address: str) -> str | None:
        """Return why an address, without the name, cannot be used; `None` if it can."""
        ...

    async def send(self, address: str, event: str, body: str) -> None:
        """Bring an event, with its id and its JSON, once or more. An `OSError` asks for another try."""
        ...


class NameFilter(Protocol):
    """Refuses names of players, beside the rules for all names."""

    def fault(self, name: str) -> str | None:
        """Return why nobody may have this name, in a sentence; `None` if it is allowed."""
        ...


class SignInProvider(Protocol):
    """Signs players in by identities of another service."""

    def title(self) -> str:
        """Return the name on the button."""
        ...

    async def address(self, state: str, redirect: str) -> str:
        """Return the page of the service to which the browser goes. It sends it back to `redirect` with the query
        parameters `state`, unchanged, and `code`."""
        ...

    async def subject(self, code: str, redirect: str) -> str:
        """Return what never changes about the person for whom the service made this code. Raises `ValueError`."""
        ...


class CardSets(Protocol):
    """Brings card sets, which a host switches on by their ids (`QUARTERDECK_SETS`)."""

    def files(self) -> Sequence[bytes]:
        """Return the JSON of the sets, each as a file of `QUARTERDECK_CARDS`."""
        ...


POINTS: Mapping[str, type] = {
    "quarterdeck.pairing_rules": PairingRule,
    "quarterdeck.notice_channels": NoticeChannel,
    "quarterdeck.name_filters": NameFilter,
    "quarterdeck.sign_in_providers": SignInProvider,
    "quarterdeck.card_sets": CardSets,
}
"""The groups of entry points. That of games is in `quarterdeck_games`."""


def check_extensions() -> None:
    """Raise `ExtensionError` if an installed extension cannot be used."""
    for group, kind in POINTS.items():
        extensions_of(group, kind)


def asked(name: str, ask: Callable[[], Answer], otherwise: Answer) -> Answer:
    """Return the answer of an extension. One that raises an error stops nothing: it is logged, and the answer is
    `otherwise`."""
    try:
        return ask()
    except Exception as error:  # of somebody else's code
        _log.error("an extension has failed", extension=name, why=f"{type(error).__name__}: {error}"[:200])
        return otherwise


def name_fault(name: str) -> str | None:
    """Return why an installed filter refuses a name; `None` if none does. Raises `ExtensionError`."""
    for each, names in extensions_of("quarterdeck.name_filters", NameFilter).items():
        fault = asked(each, lambda: names.fault(name), None)  # noqa: B023 - asked at once
        if fault:
            return fault
    return None
