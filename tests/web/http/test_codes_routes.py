"""Claim codes over plain HTTP: with a token of the scope, by players and by moderators."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from servers import PASSWORD, LiveServer, Message, live_server

GIFT = {"copies": [{"game": "amiibart", "card": "candle-squire", "count": 2}]}
BATCH = {"label": "The fair", "gift": GIFT, "codes": 2, "uses": 2}


class Fair:
    """A server with a moderator and a player, who each have a token for a program."""

    def __init__(self, server: LiveServer, moderates: str, trades: str, plays: str) -> None:
        self.server = server
        self.moderates, self.trades, self.plays = moderates, trades, plays

    async def ask(self, path: str, token: str, order: Message | None = None) -> tuple[int, Any]:
        """Ask this in the name of whoever has this token; with an order, give it."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with aiohttp.ClientSession(headers=headers) as http:
            url = f"{self.server.url}/v1/{path}"
            async with http.get(url) if order is None else http.post(url, json=order) as answer:
                return answer.status, await answer.json(content_type=None)


@pytest.fixture
async def fair() -> AsyncIterator[Fair]:
    async with live_server(packs_account_age=0) as server, server.line() as mo, server.line() as ada:
        for line, name in ((mo, "Mo"), (ada, "Ada")):
            await line.sign_in(f"{name} here")
            await line.ask({"type": "register", "name": name, "password": PASSWORD})
        await server.services.moderation.make_first_admin("Mo")
        tokens = [
            (await line.ask({"type": "make_token", "scopes": [scope]}))["token"]
            for line, scope in ((mo, "moderate"), (ada, "collection:trade"), (ada, "play"))
        ]
        yield Fair(server, *tokens)


async def test_codes_are_made_claimed_listed_looked_up_and_taken_back(fair: Fair) -> None:
    status, made = await fair.ask("moderation/codes", fair.moderates, BATCH)
    assert (status, len(made["codes"])) == (200, 2)
    status, claimed = await fair.ask("me/codes", fair.trades, {"code": made["codes"][0].lower()})
    assert (status, claimed["label"], claimed["copies"][0]["count"]) == (200, "The fair", 2)
    status, again = await fair.ask("me/codes", fair.trades, {"type": "claim_code", "code": made["codes"][0]})
    assert (status, again["code"]) == (409, "already_claimed")
    status, listed = await fair.ask("moderation/codes", fair.moderates)
    assert (status, [each["claimed"] for each in listed["batches"]]) == (200, [1])
    batch = listed["batches"][0]["id"]
    status, found = await fair.ask("moderation/codes/history", fair.moderates, {"code": made["codes"][0]})
    assert (status, found["number"], len(found["deeds"])) == (200, 1, 1)
    order = {"batch": batch, "why": "A slip."}
    status, revoked = await fair.ask("moderation/codes/revoke", fair.moderates, order)
    assert (status, revoked["batch"]["revoked_at"] is not None) == (200, True)
    status, log = await fair.ask("moderation/audit", fair.moderates)
    assert {"make_codes", "revoke_codes"} <= {deed["what"] for deed in log["deeds"]}
    assert "claim_code" not in {deed["what"] for deed in log["deeds"]}


async def test_each_is_refused_without_the_scope_and_what_there_is_not_is_not_found(fair: Fair) -> None:
    for path, token, order, status, code in (
        ("me/codes", fair.plays, {"code": "0000"}, 403, "missing_scope"),
        ("me/codes", "", {"code": "0000"}, 401, "not_signed_in"),
        ("me/codes", fair.trades, {"code": "0000"}, 404, "unknown_code"),
        ("me/codes", fair.trades, {"code": ""}, 400, "malformed"),
        ("moderation/codes", fair.trades, None, 403, "missing_scope"),
        ("moderation/codes", fair.trades, BATCH, 403, "missing_scope"),
        ("moderation/codes/revoke", fair.trades, {"batch": "x", "why": "y"}, 403, "missing_scope"),
        ("moderation/codes/revoke", fair.moderates, {"batch": "x", "why": "y"}, 404, "unknown_batch"),
        ("moderation/codes/history", fair.moderates, {"code": "0000"}, 404, "unknown_code"),
    ):
        told, refused = await fair.ask(path, token, order)
        assert (told, refused["code"]) == (status, code), (path, refused)
    told, refused = await fair.ask("moderation/codes?before=nonsense", fair.moderates)
    assert (told, refused["code"], refused["where"]) == (400, "malformed", "?before")
