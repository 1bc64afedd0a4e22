"""Decks over a real socket: what is told of them, to whom, and what is kept."""

import re
from typing import Any

import msgspec
from quarterdeck_games import GAMES
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.verification.transcript_check import verify
from servers import SERVED, Line, LiveServer, live_server

GIANTS = "giants-abroad"
TWO_HUNDRED = 200


async def _over(server: LiveServer, ada: Line, bo: Line, table: str) -> str:
    """Let a match begin and end; gives its id."""
    await ada.ask({"type": "ready", "table": table})
    answer = await bo.ask({"type": "ready", "table": table})
    assert answer["table"]["stage"] == "playing"
    match: str = answer["table"]["match"]
    await ada.ask({"type": "resign", "match": match})
    await bo.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
    return match


def _ids(places: Any) -> list[str | None]:
    return [place["deck"] and place["deck"]["id"] for place in places]


async def test_the_server_says_which_decks_are_ready() -> None:
    async with live_server() as server, server.line() as ada:
        offers = {offer["name"]: offer["decks"] for offer in (await ada.ask({"type": "hello"}))["games"]}
        assert offers["amiibart"][:2] == ["bulwark", "nightblade"]
        assert offers["density-deck"] == []


async def test_the_server_says_what_its_bots_and_ready_decks_are_like() -> None:
    async with live_server() as server, server.line() as ada:
        for offer in (await ada.ask({"type": "hello"}))["games"]:
            for names, titled in ((offer["bots"], offer["bot_titles"]), (offer["decks"], offer["deck_titles"])):
                assert [each["name"] for each in titled] == names
                for each in titled:
                    assert each["title"][:1].isupper()
                    assert each["description"].endswith(".")


async def test_open_lists_are_told_to_everybody_with_every_change() -> None:
    async with live_server() as server, server.player("Ada") as ada, server.player("Bo") as bo:
        opened = await ada.ask({"type": "open_table", "game": "amiibart", "deck": "vigil"})
        table = opened["table"]["id"]
        assert (_ids(opened["table"]["places"]), opened["table"]["options"].get("decks")) == (["vigil", None], None)
        seen = await bo.ask({"type": "watch_table", "table": table})
        assert ["sun-lancer", 4] in seen["table"]["places"][0]["deck"]["cards"]
        await bo.ask({"type": "sit", "table": table, "deck": "upgrade"})
        changed = await ada.until(lambda heard: heard["type"] == "table_changed")
        assert _ids(changed["table"]["places"]) == ["vigil", "upgrade"]
        listed = await bo.ask({"type": "list_tables", "game": "amiibart"})
        assert _ids(listed["tables"][0]["places"]) == ["vigil", "upgrade"]


async def test_a_refused_deck_says_every_fault_in_one_refusal() -> None:
    async with live_server() as server, server.player("Ada") as ada:
        refused = await ada.ask({"type": "open_table", "game": "amiibart", "deck": "5 alley-cat, 2 trap"})
        assert (refused["type"], refused["code"], refused["where"]) == ("refused", "bad_deck", "$.deck")
        assert len(refused["faults"]) == 4
        assert refused["text"] == " ".join(refused["faults"])
        options = {"type": "open_table", "game": "myacards", "options": {"deck_min": 9, "turn_cap": 1}}
        assert len((await ada.ask(options))["faults"]) == 2


async def test_a_hidden_list_reaches_nobody_else_before_its_match_is_over() -> None:
    """MY-56: what a deck may hold is not among what is public."""
    decks = GAMES["myacards"].decks
    assert decks is not None
    only_hers = [
        name for name, _ in decks.ready[GIANTS].cards if name not in dict(decks.ready["packs-and-sisters"].cards)
    ]
    async with live_server() as server, server.player("Ada") as ada, server.player("Bo") as bo:
        table = (await ada.ask({"type": "open_table", "game": "myacards", "deck": GIANTS}))["table"]["id"]
        await bo.ask({"type": "sit", "table": table, "deck": "packs-and-sisters"})
        await bo.ask({"type": "list_tables"})
        match = await _over(server, ada, bo, table)
        heard = str(bo.heard)
        assert "has_deck" in heard
        assert not [name for name in (GIANTS, *only_hers) if re.search(rf"\b{name}\b", heard)]
        _, transcript = await server.get(f"/v1/matches/{match}")
        assert GIANTS in str(transcript)


async def test_the_transcript_holds_every_card_and_follows() -> None:
    async with live_server() as server, server.player("Ada") as ada, server.player("Bo") as bo:
        for game in ("amiibart", "myacards"):
            table = (await ada.ask({"type": "open_table", "game": game}))["table"]["id"]
            await bo.ask({"type": "sit", "table": table})
            _, stored = await server.get(f"/v1/matches/{await _over(server, ada, bo, table)}")
            transcript = msgspec.convert(stored, Transcript)
            cause = msgspec.json.decode(transcript.entries[0].entry)["cause"]
            assert [sum(count for _, count in deck["cards"]) for deck in cause["decks"]] == (
                [30, 30] if game == "amiibart" else [50, 50]
            )
            assert verify(transcript, SERVED).result == transcript.result


async def test_a_list_of_two_hundred_different_lines_fits() -> None:
    decks = GAMES["myacards"].decks
    assert decks is not None
    ark = decks.ready["the-whole-ark"]
    lines = [f"1 {card}" for card in ark.all_cards]
    assert len(lines) == TWO_HUNDRED
    async with live_server() as server, server.player("Ada") as ada:
        opened = await ada.ask({"type": "open_table", "game": "myacards", "deck": "\n".join(lines)})
        assert opened["table"]["places"][0]["has_deck"]


async def test_a_rematch_keeps_the_decks_and_another_one_may_be_brought() -> None:
    async with live_server() as server, server.player("Ada") as ada, server.player("Bo") as bo:
        table = (await ada.ask({"type": "open_table", "game": "amiibart", "deck": "vigil"}))["table"]["id"]
        await bo.ask({"type": "sit", "table": table})
        await _over(server, ada, bo, table)
        again = await bo.ask({"type": "rematch", "table": table})
        assert _ids(again["table"]["places"]) == ["nightblade", "vigil"]
        other = await bo.ask({"type": "ready", "table": table, "deck": "armoury"})
        assert _ids(other["table"]["places"]) == ["armoury", "vigil"]
