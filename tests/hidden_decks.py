"""A match with a hidden deck at a real server, and all that others can ask about the cards of who brought it.

Two runs with two decks are the same to the last byte, whoever else asks: the opponent while the match goes on, and an
outsider, who is told of the match later, after its end too.
"""

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import pytest
from played_worlds import Fault, Received, StillClock, still_server
from quarterdeck_games import GAMES
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_server.lobby.collection.movements import Cause, Face, MovementId, grant, parts_of
from quarterdeck_server.lobby.tables.owned_decks import copies_of
from raw_lines import RawLine, raw_answer, raw_line
from servers import PASSWORD, LiveServer, Message

GAME = GameName("myacards")
"""A game in which nobody is told the deck of another."""

ONE, OTHER, OPPONENTS = "packs-and-sisters", "orders-in-rows", "giants-abroad"
"""The decks that are brought in the one run and in the other, and that of the opponent."""

PLAYERS = ("Vera", "Xaver", "Olga", "Zoe")
"""Who brings the deck, the opponent, an outsider, and one to whom cards of the deck are offered."""

OPENING: Message = {
    "type": "open_table",
    "game": GAME,
    "seats": 2,
    "collection": "owned",
    "spectator_delay": "3min",
    "time_limit": 86_400_000,
}

WISHES_AT_ONCE = 10
"""So many cards one answer about somebody names at most."""


def deck_of(name: str) -> Deck:
    """Return a ready deck."""
    support = GAMES[GAME].decks
    assert support is not None
    return support.ready[name]


def faces() -> Sequence[Face]:
    """Return all cards that are in one of the two decks: about each is asked."""
    return sorted({*copies_of(GAME, deck_of(ONE)), *copies_of(GAME, deck_of(OTHER))})


def card_questions(holder: PlayerId, asked: Collection[Face]) -> Iterator[Message]:
    """Yield all that a player may ask and order about the cards of another, and about their own."""
    cards = [dict(zip(("game", "card"), parts_of(face), strict=True)) for face in asked]
    for first in range(0, len(cards), WISHES_AT_ONCE):
        wished = cards[first : first + WISHES_AT_ONCE]
        yield {"type": "change_wishes", "adds": wished, "removes": []}
        for card in wished:
            yield {"type": "find_traders", "who": "has", **card}
            yield {"type": "find_traders", "who": "wishes", **card}
            yield {"type": "offer_trade", "player": holder, "gives": [], "takes": [{**card, "count": 1}]}
            yield {"type": "get_trades"}
            yield {"type": "cancel_trade"}  # the one that was offered last
        yield {"type": "change_wishes", "adds": [], "removes": wished}
    for kind in ("get_collection", "get_movements", "get_packs", "get_wishes", "list_decks"):
        yield {"type": kind}


def counted(face: Face) -> Message:
    """Return one copy of a card, as a command about trades names it."""
    game, card = parts_of(face)
    return {"game": game, "card": card, "count": 1}


class HiddenDeck:
    """One run: all players, and what they are told."""

    def __init__(self, server: LiveServer, clock: StillClock, lines: Mapping[str, RawLine]) -> None:
        self.server = server
        self.clock = clock
        self.lines = lines
        self.tokens: dict[str, str] = {}
        self.ids: dict[str, PlayerId] = {}
        self.answers: dict[str, dict[str, bytes]] = {name: {} for name in lines}
        self.table = self.match = ""

    async def begin(self, deck: str) -> None:
        """Give everybody cards, let them be found, and begin a match with this deck."""
        both = {name: copies_of(GAME, deck_of(name)) for name in (ONE, OTHER, OPPONENTS)}
        owned = {
            "Vera": {face: max(both[ONE].get(face, 0), both[OTHER].get(face, 0)) for face in faces()},
            "Xaver": both[OPPONENTS],
            "Olga": {},
            "Zoe": {},
        }
        for name, line in self.lines.items():
            self.tokens[name] = (await line.ask({"type": "sign_in", "name": f"Guest {name}"}))["token"]
            account = await line.ask({"type": "register", "name": name, "password": PASSWORD})
            self.ids[name] = PlayerId(account["player"]["id"])
            if owned[name]:
                gift = grant(MovementId(f"gift:{name}"), Cause.GIFT, self.ids[name], owned[name])
                await self.server.services.ledger.move(gift)
            await line.ask({"type": "be_found", "by": "traders"})
        vera, xaver, _, _ = self.lines.values()
        await self.refuse_to_begin(deck)
        opened = await xaver.ask({**OPENING, "deck": OPPONENTS})
        self.table, self.match = opened["table"]["id"], opened["table"]["match"]
        await vera.ask({"type": "sit", "table": self.table, "deck": deck})
        await xaver.ask({"type": "ready", "table": self.table})
        ready = await vera.ask({"type": "ready", "table": self.table})
        assert ready["table"]["stage"] == "playing"
        self.clock.move(200_000)  # until the beginning may be shown to others
        await self.server.services.matches.sweep()

    async def refuse_to_begin(self, deck: str) -> None:
        """Let the opponent be ready beside this deck while a card of it is on offer to somebody else."""
        vera, xaver, _, zoe = self.lines.values()
        other = OTHER if deck == ONE else ONE
        face = min(copies_of(GAME, deck_of(deck)).keys() - copies_of(GAME, deck_of(other)).keys())
        table = (await xaver.ask({**OPENING, "deck": OPPONENTS}))["table"]["id"]
        await vera.ask({"type": "sit", "table": table, "deck": deck})
        await vera.ask({"type": "ready", "table": table})
        offered = await vera.ask(
            {"type": "offer_trade", "player": self.ids["Zoe"], "gives": [counted(face)], "takes": []}
        )
        refused = await xaver.ask({"type": "ready", "table": table})
        assert (refused["type"], refused["code"]) == ("refused", "bad_deck")
        await vera.ask({"type": "cancel_trade", "trade": offered["trade"]["id"]})
        await zoe.until(lambda heard: heard["type"] == "trade_changed" and heard["trade"]["stage"] == "cancelled")
        for line in (vera, xaver):
            await line.ask({"type": "stand", "table": table})

    async def ask_all(self, name: str, when: str) -> None:
        """Let somebody ask all that there is to ask."""
        line = self.lines[name]
        await line.ask({"type": "watch_table", "table": self.table})
        await line.ask({"type": "watch_match", "match": self.match})
        offered = ""
        for number, question in enumerate(card_questions(self.ids["Vera"], faces())):
            if question["type"] == "cancel_trade":
                question["trade"] = offered
            answer = await line.ask({**question, "ref": f"{when} {number}"})
            if question["type"] == "offer_trade":
                assert answer["type"] == "trade_changed", answer
                offered = answer["trade"]["id"]
        authorization = {"Authorization": f"Bearer {self.tokens[name]}"}
        own = ("collection", "movements", "packs", "trades", "wishes", "seats", "export")
        searches = [f"/v1/me/traders/{face}?who=has" for face in faces()]
        for path in (*(f"/v1/me/{each}" for each in own), *searches, "/v1/tables", f"/v1/players/{self.ids['Vera']}"):
            self.answers[name][f"{path} {when}"] = await raw_answer(self.server.url, path, **authorization)

    def received(self, name: str) -> Received:
        """Return all that somebody has received so far."""
        return Received(lines={name: tuple(self.lines[name].frames)}, answers=dict(self.answers[name]), metrics={})


async def received_beside(deck: str, fault: Fault | None = None) -> Mapping[str, Received]:
    """Return what the opponent and the outsider receive where this deck is brought."""
    clock = StillClock()
    with pytest.MonkeyPatch.context() as patching:
        if fault is not None:
            fault(patching)
        async with (
            still_server(clock, 0, trades_account_age=0, messages_per_second=1_000_000) as server,
            contextlib.AsyncExitStack() as stack,
        ):
            lines: dict[str, Any] = {}
            for name in PLAYERS:
                lines[name] = await stack.enter_async_context(raw_line(server.url, deflate=True, patches=True))
            run = HiddenDeck(server, clock, lines)
            await run.begin(deck)
            for name in ("Xaver", "Olga"):
                await run.ask_all(name, "while it is played")
            opponent = run.received("Xaver")
            await lines["Vera"].ask({"type": "resign", "match": run.match})
            await lines["Vera"].until(
                lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over"
            )
            await run.ask_all("Olga", "when it has ended")
            return {"Xaver": opponent, "Olga": run.received("Olga")}
