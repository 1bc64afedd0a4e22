"""Script for recording the conversation of version 1: every kind of message that a client could send when the protocol
froze, and plain HTTP requests. Later additions are in `frozen_additions.py`.

The script is used only for recording, never for a replay. Its game is Tiny under the present version of its rules,
because its message shapes are minimal: the shapes of a game belong to its rules, not to the protocol.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import msgspec
from aiohttp import web

from quarterdeck_server.app import build
from quarterdeck_server.docs_build.frozen_conversation import Step, performed
from quarterdeck_server.docs_build.recorded_server import QUICK, SETTINGS
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import MemoryStore
from quarterdeck_server.web.connection_services import SERVICES

PASSWORD = "a long walk by the sea"  # noqa: S105 - of nobody
ANOTHER = "nine green bottles"
SHARE = "the seventh word on page 88"
HOW = {"time_limit": 600_000}
_refs = count(1)


def _sends(who: str, type_: str, /, keep: dict[str, str] | None = None, **fields: Any) -> Step:
    frame = msgspec.json.encode({"type": type_, "ref": f"f{next(_refs)}", **fields}).decode()
    return Step(who=who, says=frame.replace('"$seen"', "$seen"), keep=keep or {})


def _asks(who: str, *paths: str) -> Iterator[Step]:
    for path in paths:
        yield Step(who=who, asks=path)


def _accounts() -> Iterator[Step]:
    yield _sends("ada", "hello", protocol=1, client="baseline 1", updates="whole", language="en")
    yield _sends("ada", "ping")
    yield _sends("ada", "sign_in", {"ada_token": "token", "ada": "player.id"}, name="Ada")
    yield _sends("ada", "register", name="Ada Lovelace", password=PASSWORD)
    yield _sends("ada", "get_account")
    yield _sends("ada", "make_recovery_codes", {"recovery": "recovery_codes.0"}, password=PASSWORD)
    yield _sends("ada", "make_bot", {"engine": "bots.0.id"}, name="Engine")
    yield _sends("ada", "make_token", {"made": "made.id"}, scopes=["play"], label="here", bot="$engine", days=1)
    yield _sends("ada", "list_tokens")
    yield _sends("ada", "revoke_token", id="$made")
    yield _sends("ada", "delete_bot", bot="$engine")
    yield _sends("ada", "change_account", password=PASSWORD, new_name="Countess", new_password=ANOTHER)
    yield _sends("bo", "hello", updates="patch")
    yield _sends("bo", "sign_in", {"bo_token": "token", "bo": "player.id"}, name="Bo")
    yield _sends("ada", "avoid", player="$bo", how="mute")
    yield _sends("ada", "avoid", player="$bo", how="no")


def _decks() -> Iterator[Step]:
    deck: dict[str, Any] = {"game": "amiibart", "deck": "4 alley-cat\n2 trip-wire\npower first-light"}
    yield _sends("ada", "read_deck", **deck)
    yield _sends("ada", "keep_deck", name="Alley cats", **deck)
    yield _sends("ada", "list_decks")
    yield from _asks("ada", "/v1/me/decks")
    yield _sends("ada", "drop_deck", game="amiibart", name="Alley cats")


def _collection() -> Iterator[Step]:
    yield _sends("ada", "claim_packs", {"pack": "packs.0.id"}, game="amiibart")
    yield _sends("ada", "get_packs")
    yield _sends("ada", "open_pack", pack="$pack", entropy=SHARE)
    yield _sends("ada", "get_collection", game="amiibart")
    yield _sends("ada", "get_movements")
    yield from _asks("ada", "/v1/me/collection", "/v1/me/packs")
    yield from _asks("nobody", "/v1/packs/odds")


def _tables() -> Iterator[Step]:
    yield _sends("bo", "watch_lobby", games=["tiny"])
    opening: dict[str, Any] = {
        "game": "tiny",
        "seats": 2,
        "options": {"marks": 8},
        "access": "public",
        "spectators": True,
        **HOW,
    }
    yield _sends("ada", "open_table", {"table": "table.id"}, **opening)
    yield _sends("bo", "list_tables", game="tiny")
    yield _sends("bo", "watch_table", table="$table")
    yield _sends("bo", "sit", table="$table", seat=1)
    yield _sends("ada", "transfer_host", table="$table", player="$bo")
    yield _sends("bo", "kick", table="$table", seat=0)
    yield _sends("bo", "stand", table="$table")
    yield _sends("ada", "open_table", {"table": "table.id"}, **opening)
    yield _sends("ada", "add_bot", table="$table", bot="random")
    yield _sends("ada", "ready", table="$table", entropy_hash=hashlib.sha256(SHARE.encode()).hexdigest())
    yield _sends("ada", "reveal", {"match": "table.match"}, table="$table", entropy=SHARE)
    yield _sends("bo", "unwatch_lobby")


def _matches() -> Iterator[Step]:
    yield _sends("bo", "watch_match", match="$match")
    yield _sends("ada", "watch_match", match="$match")
    yield Step(who="turn", says='{"type":"hello","ref":"turn"}')
    yield _sends("turn", "sign_in", token="$ada_token")  # noqa: S106 - a name for it
    yield _sends("turn", "watch_match", match="$match")
    yield Step(who="turn", hears="choices", keep={"seen": "version"})
    yield _sends("turn", "act", match="$match", seen="$seen", action={"type": "mark", "cell": 0, "note": ""})
    yield _sends("bo", "unwatch_match", match="$match")
    yield _sends("turn", "resign", match="$match")
    yield Step(who="turn", hears="rated")
    yield from _asks(
        "nobody", "/v1/matches/$match", "/v1/matches/$match/replay", "/v1/matches/$match/replay?seat=0", "/v1/keys"
    )
    yield _sends("turn", "rematch", {"match": "table.match"}, table="$table")


def _chat() -> Iterator[Step]:
    for who in ("turn", "bo"):
        yield _sends(who, "join_chat", where="lobby")
    yield _sends("turn", "say", where="lobby", text="Anybody for Tiny?")
    yield Step(who="bo", hears="said")
    yield _sends("bo", "report", player="$ada", reason="spam", text="It is the third time.", where="lobby")
    yield _sends("bo", "leave_chat", where="lobby")


def _quick_match() -> Iterator[Step]:
    yield from (
        _sends(who, "sign_in", {f"{who}_token": "token", who: "player.id"}, name=who.capitalize())
        for who in ("cy", "di")
    )
    wanted: dict[str, Any] = {"games": [{"game": "amfibido"}], "time_limit": 30_000, "rated": False}
    yield _sends("cy", "seek", **wanted)
    yield _sends("cy", "unseek")
    yield _sends("cy", "seek", **wanted)
    yield _sends("di", "seek", **wanted)
    for who in ("cy", "di"):
        yield Step(who=who, hears="offer_changed", keep={"offer": "offer.id"})
    yield _sends("cy", "accept", offer="$offer")
    yield _sends("di", "decline", offer="$offer")


def _standings() -> Iterator[Step]:
    yield _sends("bo", "get_ladder", game="density-deck")
    yield _sends("bo", "get_profile", player="$ada")
    yield _sends("bo", "get_history", player="$ada")
    yield _sends("bo", "get_head_to_head", other="$ada")
    yield _sends("bo", "get_seats")
    yield _sends("bo", "get_export")
    yield from _asks("bo", "/v1/me/seats", "/v1/me/export")
    yield from _asks(
        "nobody",
        "/v1/games/density-deck/ladder",
        "/v1/players/$ada",
        "/v1/players/$ada/matches",
        "/v1/players/$ada/against/$bo",
        "/v1/tables",
        "/v1/games",
        "/v1/games/tiny?rules=1",
        "/v1/games/density-deck/rules",
        "/v1/games/density-deck/cards",
        "/v1/cards?q=gold&game=density-deck&power=2..4",
        "/v1/cards?elemnt=dark",
        "/healthz",
        "/readyz",
        "/v1/games/chess",
        "/v1/games/tiny/cards",
        "/v1/games/tiny?rules=1000",
        "/v1/matches/none",
        "/v1/me/seats",
        "/v1/nowhere",
    )


def _refusals() -> Iterator[Step]:
    yield _sends("bo", "fly")
    yield _sends("bo", "open_table", game="chess")
    yield _sends("bo", "open_table", game="tiny", seats="two")
    yield _sends("bo", "open_table", game="tiny", options={"marks": 0})
    yield _sends("bo", "sit", table="none")
    yield _sends("bo", "watch_match", match="none")
    yield _sends("bo", "act", match="none", seen=1, action={"type": "mark", "cell": 0})
    yield _sends("bo", "hello", protocol=9)
    yield Step(who="bo", says="no JSON", hears="refused")


def _goodbyes() -> Iterator[Step]:
    yield _sends("bo", "sign_out")
    yield _sends("ed", "recover_account", name="Countess", code="$recovery", new_password=PASSWORD)
    yield _sends("ed", "delete_account", password=PASSWORD)


def script() -> list[Step]:
    """Return all messages and HTTP requests of the script, without answers."""
    parts = (_accounts, _decks, _collection, _tables, _matches, _chat, _quick_match, _standings, _refusals, _goodbyes)
    return [step for part in parts for step in part()]


async def recorded(steps: Sequence[Step]) -> list[Step]:
    """Play these steps on a new server with the present code, and return them with the answers."""
    settings = Settings(
        store="memory",
        bot_delay=0,
        tables_per_address=0,
        packs_account_age=0,
        trades_account_age=0,
        test_seed=1,
        webhooks=SETTINGS.webhooks,
    )
    app = build(settings, MemoryStore(), passwords=Passwords(QUICK))
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        return await performed(steps, url, app[SERVICES].moderation.make_first_admin)
    finally:
        await runner.cleanup()
