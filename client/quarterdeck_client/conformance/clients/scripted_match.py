"""A match of a game without rules. Each turn offers a few choices that no other turn offers. So each action shows which
update the client chose it from."""

import hashlib
from collections.abc import Sequence
from typing import Any

Message = dict[str, Any]

TURNS = 5
"""Number of turns of the client before the match ends."""

CHOICES = 3
LAYS = "lay"


class ScriptedMatch:
    """One match: the client has seat 0, and bots of the server have the other seats."""

    def __init__(self, match: str, game: str, players: Sequence[Message], turns: int = TURNS) -> None:
        self.id = match
        self.game = game
        self.players = list(players)
        self.epoch = 0
        self.version = 1
        self.turns_left = turns
        self.offered: dict[str, tuple[int, int]] = {}
        """By card, the epoch and version at which it was among the choices."""

        self.asked_at = (0, 1)
        """Epoch and version of the present choices."""

        self._undo: Message | None = None
        self._events: list[tuple[int, Message]] = []
        self.choices = self._fresh_choices()

    def is_on_offer(self, action: Any) -> bool:
        """True if an action names a card of the present choices."""
        return isinstance(action, dict) and any(action.get("card") == choice["card"] for choice in self.choices)

    @property
    def is_over(self) -> bool:
        """True if the scripted match has a result."""
        return self.turns_left == 0

    @property
    def is_asked(self) -> bool:
        """True if the match waits for an action of the client."""
        return bool(self.choices)

    def chosen_at(self, action: Any) -> tuple[int, int] | None:
        """Return the epoch and version at which an action was among the choices; `None` if it never was, in this
        form."""
        if not isinstance(action, dict) or set(action) != {"type", "card"} or action["type"] != LAYS:
            return None
        return self.offered.get(action["card"]) if isinstance(action["card"], str) else None

    def act(self, action: Any) -> None:
        """Carry out an action of the client in the scripted match."""
        self._go_on({"type": "laid", "seat": 0, "card": action.get("card") if isinstance(action, dict) else None})
        self.turns_left -= 1
        self.choices = []

    def answer_of_others(self) -> None:
        """Let the other seats act in the scripted match, and offer the client new choices."""
        self._go_on({"type": "laid", "seat": 1, "card": None})
        self.choices = self._fresh_choices()

    def go_on_elsewhere(self) -> None:
        """Let another seat act at the same time: the version increases, and the client's choices stay the same."""
        self._go_on({"type": "laid", "seat": 1, "card": None})

    def ask_undo(self) -> None:
        """Let the other seat ask to take its last action back: the version increases, and the choices stay the same."""
        action, self.version = self.version, self.version + 1
        self._undo = {"seat": 1, "action": action, "state": "asked", "agreed": [], "missing": [0]}

    def link(self, version: int | None = None) -> str:
        """Return the chain link of a version; of the newest version if it is `None`."""
        told = f"{self.epoch} {self.version if version is None else version}"
        return hashlib.sha256(told.encode()).hexdigest()

    def pass_by(self) -> None:
        """Let the client's time run out, so that its choices are no longer valid."""
        self._go_on({"type": "time_ran_out", "seat": 0})
        self.choices = self._fresh_choices()

    def forget(self) -> Message:
        """Simulate a loss of the store: go back to the first version, in a higher epoch and with a new link. Return the
        `rewound` message."""
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
        """Return the complete update as the client's seat sees it, with the events since version `since`."""
        since = self.version - 1 if since is None else min(since, self.version)
        undo = {} if self._undo is None else {"undo": self._undo}
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
            **undo,
        }

    def _waiting(self) -> Message:
        until = 1_800_000_030_000 + self.version
        return {"seat": 0 if self.choices else 1, "until": until, "bank": 0, "absent": False}

    def _places(self) -> list[int]:
        return list(range(1, len(self.players) + 1))

    def _go_on(self, event: Message) -> None:
        self.version += 1
        self._undo = None
        self._events.append((self.version, event))

    def _fresh_choices(self) -> list[Message]:
        cards = [f"card-{self.epoch}-{self.version}-{number}" for number in range(CHOICES)]
        self.asked_at = (self.epoch, self.version)
        for card in cards:
            self.offered[card] = self.asked_at
        return [{"type": LAYS, "card": card} for card in cards]
