"""A match without rules, for clients that know none. Each turn offers a few choices that are on offer at no other time.
So each action shows the update that it was chosen from."""

import hashlib
from collections.abc import Sequence
from typing import Any

Message = dict[str, Any]

TURNS = 5
"""Number of turns of the client before the match ends."""

CHOICES = 3
LAYS = "lay"


class ScriptedMatch:
    """One match: seat 0 is the client's, at the others sit bots of the house."""

    def __init__(self, match: str, game: str, players: Sequence[Message], turns: int = TURNS) -> None:
        self.id = match
        self.game = game
        self.players = list(players)
        self.epoch = 0
        self.version = 1
        self.turns_left = turns
        self.offered: dict[str, tuple[int, int]] = {}
        """Of each card that was ever on offer, in which epoch and at which version."""

        self.asked_at = (0, 1)
        """Epoch and version of the choices now on offer."""

        self._events: list[tuple[int, Message]] = []
        self.choices = self._fresh_choices()

    def is_on_offer(self, action: Any) -> bool:
        """True if an action names a card that is on offer now."""
        return isinstance(action, dict) and any(action.get("card") == choice["card"] for choice in self.choices)

    @property
    def is_over(self) -> bool:
        """True if the match has a result."""
        return self.turns_left == 0

    @property
    def is_asked(self) -> bool:
        """True if the client has choices now."""
        return bool(self.choices)

    def chosen_at(self, action: Any) -> tuple[int, int] | None:
        """Return the epoch and version at which an action was on offer; `None` if it never was like this."""
        if not isinstance(action, dict) or set(action) != {"type", "card"} or action["type"] != LAYS:
            return None
        return self.offered.get(action["card"]) if isinstance(action["card"], str) else None

    def act(self, action: Any) -> None:
        """Take an action of the client."""
        self._go_on({"type": "laid", "seat": 0, "card": action.get("card") if isinstance(action, dict) else None})
        self.turns_left -= 1
        self.choices = []

    def answer_of_others(self) -> None:
        """Let the others act, and ask the client again."""
        self._go_on({"type": "laid", "seat": 1, "card": None})
        self.choices = self._fresh_choices()

    def go_on_elsewhere(self) -> None:
        """Let another seat act at the same time: the client's choices stay as they are."""
        self._go_on({"type": "laid", "seat": 1, "card": None})

    def link(self, version: int | None = None) -> str:
        """Return the link of a version, of the newest one if it is `None`."""
        told = f"{self.epoch} {self.version if version is None else version}"
        return hashlib.sha256(told.encode()).hexdigest()

    def pass_by(self) -> None:
        """Let the seat's time run out, so that the offered choices are no longer on offer."""
        self._go_on({"type": "time_ran_out", "seat": 0})
        self.choices = self._fresh_choices()

    def forget(self) -> Message:
        """Go back to the first version, in a higher epoch, as after a loss of the store that has even written that
        version again. Return the `rewound` message."""
        was = self.version
        self.epoch += 1
        self.version = 1
        self._events = []
        self.choices = self._fresh_choices()
        return {
            "type": "rewound",
            "ref": None,
            "match": self.id,
            "epoch": self.epoch,
            "version": 0,
            "was": was,
            "refs": [],
            "text": "The server has lost what came after version 0 of this match; it goes on from there.",
        }

    def update(self, ref: str | None = None, since: int | None = None) -> Message:
        """Return the whole update as the client's seat sees it, with the events since this version."""
        since = self.version - 1 if since is None else min(since, self.version)
        return {
            "type": "update",
            "ref": ref,
            "match": self.id,
            "game": self.game,
            "version": self.version,
            "epoch": self.epoch,
            "since": since,
            "at": 1_800_000_000_000 + self.version,
            "now": 1_800_000_000_000 + self.version,
            "seat": 0,
            "players": self.players,
            "waiting": [self._waiting()] if not self.is_over else [],
            "link": self.link(),
            "result": {"places": self._places(), "reason": "played_out"} if self.is_over else None,
            "events": [event for version, event in self._events if version > since],
            "view": {"a/b": {"~": self.version}, "turns_left": self.turns_left, "hand": list(self.choices)},
            "choices": list(self.choices),
        }

    def _waiting(self) -> Message:
        until = 1_800_000_030_000 + self.version
        return {"seat": 0 if self.choices else 1, "until": until, "bank": 0, "absent": False}

    def _places(self) -> list[int]:
        return list(range(1, len(self.players) + 1))

    def _go_on(self, event: Message) -> None:
        self.version += 1
        self._events.append((self.version, event))

    def _fresh_choices(self) -> list[Message]:
        cards = [f"card-{self.epoch}-{self.version}-{number}" for number in range(CHOICES)]
        self.asked_at = (self.epoch, self.version)
        for card in cards:
            self.offered[card] = self.asked_at
        return [{"type": LAYS, "card": card} for card in cards]
