"""A table of the scripted server, with the quick match ticket and offer that lead to it."""

import hashlib
import secrets
from typing import Any

from quarterdeck_client.conformance.clients.scripted_match import ScriptedMatch

Message = dict[str, Any]

BOT = "random"
PLAYER: Message = {"id": "9f86d081884c7d65", "name": "Ada", "kind": "guest", "bot": None}


def _bot(number: int) -> Message:
    return {"id": f"bot-{number:016x}", "name": f"Random {number}", "kind": "bot", "bot": BOT}


class ScriptedTable:
    """A table at which the client has the first seat."""

    def __init__(self, game: str, seats: int) -> None:
        self.id = secrets.token_hex(10)
        self.match_id = secrets.token_hex(12)
        self.offer_id = secrets.token_hex(12)
        self.match: ScriptedMatch | None = None
        self._game = game
        self._players: list[Message | None] = [PLAYER, *([None] * (seats - 1))]
        self._refs: set[str] = set()
        self._changed = 1
        self.bound: str | None = None
        """The hash by which the client has bound its share of entropy, while the table waits for the share; otherwise
        `None`."""

        self.shown_hash: str | None = None
        """A wrong hash to show at the client's seat; `None` to show the right one."""

        self.commitment = "0" * 64

    @property
    def is_over(self) -> bool:
        """True if the match of the scripted table has ended."""
        return self.match is not None and self.match.is_over

    def add_bot(self, ref: Any) -> None:
        """Add a bot to the scripted table, only once for each `ref`."""
        if (isinstance(ref, str) and ref in self._refs) or None not in self._players:
            return
        self._refs.add(str(ref))
        place = self._players.index(None)
        self._players[place] = _bot(place)
        self._changed += 1

    def ask_to_reveal(self, entropy_hash: str) -> None:
        """Set the table's stage to `revealing`: the client has bound its share of entropy by this hash."""
        self.bound = entropy_hash
        self._changed += 1

    def show(self, shown_hash: str | None, commitment: str) -> None:
        """Show this commitment at the scripted table, and this hash at the client's seat; with `None`, the client's own
        hash."""
        self.shown_hash, self.commitment = shown_hash, commitment
        self._changed += 1

    def reveals(self, entropy: Any) -> bool:
        """True if this share of entropy has the hash that the client sent."""
        return isinstance(entropy, str) and hashlib.sha256(entropy.encode()).hexdigest() == self.bound

    def begin(self, turns: int) -> None:
        """Begin a match of `turns` turns at this table, if it has not begun. Bots take the free seats."""
        if self.match is None:
            players = [player or _bot(place) for place, player in enumerate(self._players)]
            self._players = list(players)
            self.match = ScriptedMatch(self.match_id, self._game, players, turns)
            self._changed += 1

    def seat(self) -> Message:
        """Return the client's seat in the form of the `signed_in` message."""
        is_asked = self.match is None or self.match.is_asked
        where = {"table": self.id, "match": self.match_id, "game": self._game, "stage": self._stage, "seat": 0}
        return {**where, "asked": is_asked, "until": None}

    def changed(self, ref: Any) -> Message:
        """Return the `table_changed` message with the scripted table's state."""
        table = {
            "id": self.id,
            "game": self._game,
            "options": {},
            "time_limit": 30_000,
            "places": [self._place(player) for player in self._players],
            "commitment": self.commitment,
            "match": self.match_id,
            "stage": self._stage,
            "opened_at": 1_800_000_000_000,
            "changed": self._changed,
            "rated": False,
            "host": PLAYER["id"],
            "access": "public",
            "spectators": True,
            "code": None,
        }
        if self._stage == "revealing":
            table |= {"reveal_until": 1_800_000_015_000, "decks_commitment": None}
            table |= {"bound_rules": {"version": 1, "card_sets": []}}
        return {"type": "table_changed", "ref": ref, "table": table, "gone": False, "kicked": False}

    def ticket(self, ref: Any, now: int) -> Message:
        """Return the message with the matchmaking ticket that led to this table."""
        band = {"after": 0, "lowest": None, "highest": None}
        game = {"game": self._game, "options": {}, "rating": 1500, "uncertainty": 333, "looking": 1, "bands": [band]}
        ticket = {
            "id": self.table_ticket,
            "games": [{**game, "estimated_wait": None}],
            "time_limit": 30_000,
            "rated": False,
            "since": now,
            "stage": "offered",
            "bots_from": now,
            "anybody_from": now,
            "held_until": None,
            "party": None,
            "offer": self.offer_id,
        }
        return {"type": "ticket_changed", "ref": ref, "ticket": ticket, "ended": None, "now": now}

    def offer(self, ref: Any, now: int, stage: str) -> Message:
        """Return the message with the quick match offer of the scripted table's match."""
        is_open = stage == "open"
        offer = {
            "id": self.offer_id,
            "game": self._game,
            "options": {},
            "time_limit": 30_000,
            "rated": False,
            "players": [player for player in self._players if player is not None],
            "commitment": "0" * 64,
            "match": self.match_id,
            "table": self.id,
            "deadline": now + 20_000,
            "accepted": 1 if is_open else 2,
            "has_accepted": not is_open,
            "stage": stage,
        }
        return {"type": "offer_changed", "ref": ref, "offer": offer, "now": now}

    @property
    def table_ticket(self) -> str:
        """The id of the quick match ticket that led to the scripted table."""
        return f"ticket-{self.offer_id}"

    @property
    def _stage(self) -> str:
        if self.match is None:
            return "gathering" if self.bound is None else "revealing"
        return "over" if self.match.is_over else "playing"

    def _place(self, player: Message | None) -> Message:
        is_ready = player is not None and (player is not PLAYER or self._stage != "gathering")
        place = {"player": player, "ready": is_ready, "has_deck": False, "deck": None, "rating": None}
        if player is None or self.bound is None or (player is not PLAYER and self.shown_hash is None):
            return place
        if player is not PLAYER:  # an accomplice shows the client's hash as its own
            return {**place, "entropy_hash": self.bound, "revealed": False}
        return {**place, "entropy_hash": self.shown_hash or self.bound, "revealed": self.match is not None}
