"""A deck judged without a table: over the socket and over HTTP the same, with all that is wrong with it."""

from typing import Any

import aiohttp
import pytest
from quarterdeck_games import GAMES
from quarterdeck_protocol.decks import Deck
from quarterdeck_server.web.rate_limit.quotas import CHARACTERS_UNCOUNTED, READ_DECK
from servers import live_server

BOTH = ("socket", "http")
WITH_DECKS = sorted(name for name, game in GAMES.items() if game.decks is not None)
ODD = "5 alley-cat, 2 trap"


async def asked(way: str, question: dict[str, Any]) -> dict[str, Any]:
    """Ask a fresh server about a deck, as a stranger."""
    async with live_server() as server:
        if way == "socket":
            async with server.line() as line:
                answer: dict[str, Any] = await line.ask({"type": "read_deck", **question})
                return {key: value for key, value in answer.items() if key != "ref"}
        body = {key: value for key, value in question.items() if key != "game"}
        async with (
            aiohttp.ClientSession() as http,
            http.post(f"{server.url}/v1/games/{question['game']}/deck", json=body) as response,
        ):
            return dict(await response.json(content_type=None))


@pytest.mark.parametrize("way", BOTH)
@pytest.mark.parametrize("game", ["amiibart", "myacards"])
async def test_a_ready_deck_is_read_with_its_code_and_the_code_is_the_same_deck(way: str, game: str) -> None:
    support = GAMES[game].decks
    assert support is not None
    name, deck = next(iter(support.ready.items()))
    read = await asked(way, {"game": game, "deck": name})
    assert (read["type"], read["game"], read["faults"]) == ("deck_read", game, [])
    assert (read["deck"]["id"], read["code"]) == (deck.id, support.code(deck))
    again = await asked(way, {"game": game, "deck": read["code"]})
    assert again["deck"]["cards"] == sorted(read["deck"]["cards"], key=[*again_cards(again)].index)


def again_cards(read: dict[str, Any]) -> list[Any]:
    return list(read["deck"]["cards"])


@pytest.mark.parametrize("way", BOTH)
async def test_a_deck_that_cannot_be_played_is_told_card_by_card_with_every_fault(way: str) -> None:
    read = await asked(way, {"game": "amiibart", "deck": ODD})
    assert read["deck"]["cards"] == [["alley-cat", 5], ["trap", 2]]
    assert (read["code"], len(read["faults"])) == (None, 4)


@pytest.mark.parametrize("way", BOTH)
async def test_a_text_that_is_no_deck_is_told_as_none_with_every_fault(way: str) -> None:
    read = await asked(way, {"game": "amiibart", "deck": "four cats\nfive dogs"})
    assert (read["deck"], read["code"], len(read["faults"])) == (None, None, 2)


@pytest.mark.parametrize("way", BOTH)
@pytest.mark.parametrize("game", WITH_DECKS)
async def test_all_that_is_wrong_with_a_list_is_told_though_some_lines_cannot_be_read(game: str, way: str) -> None:
    support = GAMES[game].decks
    assert support is not None
    known = next(card for deck in support.ready.values() for card, _ in deck.cards)
    read = await asked(way, {"game": game, "deck": f"9 {known}\ntwo cats\n1 unheard-of\nthree dogs"})
    assert (read["deck"], read["code"]) == (None, None)
    unread, rest = read["faults"][:3], read["faults"][3:]
    assert [fault.split(",")[0] for fault in unread] == ["Line 2", "Line 3", "Line 4"]
    partial = support.faults(Deck(cards=((known, 9), ("unheard-of", 1))), GAMES[game].options())
    assert rest == [f"Of what can be read: {fault}" for fault in partial if "unheard-of" not in fault]
    assert any("9" in fault for fault in rest)


async def test_a_caller_who_sits_down_with_such_a_list_is_told_the_same() -> None:
    question = {"game": "amiibart", "deck": "9 alley-cat\ntwo cats\n1 unheard-of"}
    read = await asked("socket", question)
    async with live_server() as server, server.player("Ada") as ada:
        refused = await ada.ask({"type": "open_table", **question})
    assert (refused["code"], refused["faults"]) == ("bad_deck", read["faults"])


@pytest.mark.parametrize("way", BOTH)
async def test_it_is_judged_by_the_options_of_the_table_that_it_is_for(way: str) -> None:
    """MY-17: forty-five cards are enough, or fifty are wanted."""
    support = GAMES["myacards"].decks
    assert support is not None
    deck = next(iter(support.ready.values()))
    names = [card for card, count in deck.cards for _ in range(count)][:46]
    text = "\n".join(f"{names.count(card)} {card}" for card in dict.fromkeys(names))
    few = await asked(way, {"game": "myacards", "deck": text, "options": {"deck_min": 50}})
    assert (few["code"], len(few["faults"])) == (None, 1)
    assert (await asked(way, {"game": "myacards", "deck": text}))["faults"] == []


@pytest.mark.parametrize("way", BOTH)
@pytest.mark.parametrize(
    ("question", "code", "where"),
    [
        ({"game": "chess", "deck": "x"}, "unknown_game", "$.game"),
        ({"game": "density-deck", "deck": "x"}, "bad_deck", "$.game"),
        ({"game": "amiibart", "deck": "bulwark", "options": {"turn_cap": 1}}, "bad_options", "$.options.turn_cap"),
        ({"game": "amiibart", "deck": "bulwark", "options": []}, "bad_options", "$.options"),
        ({"game": "amiibart", "deck": 7}, "malformed", "$.deck"),
        ({"game": "amiibart", "deck": "x" * 16_001}, "malformed", "$.deck"),
    ],
)
async def test_anything_that_cannot_be_judged_is_refused(way: str, question: Any, code: str, where: str) -> None:
    refused = await asked(way, question)
    assert (refused["code"], refused["where"]) == (code, where)


async def test_every_option_that_is_wrong_is_told_at_once() -> None:
    options = {"colour": "red", "deck_min": 9, "turn_cap": 1, "declare_bonus": "yes"}
    refused = await asked("socket", {"game": "myacards", "deck": "giants-abroad", "options": options})
    assert (refused["code"], refused["where"]) == ("bad_options", "$.options.deck_min")
    words = [fault.partition("` ")[0].partition("`: ")[0] for fault in refused["faults"]]
    assert sorted(words) == ["There is no field `colour", "`deck_min", "`declare_bonus", "`turn_cap"]


async def test_a_body_that_is_too_large_or_no_json_is_refused() -> None:
    async with live_server() as server, aiohttp.ClientSession() as http:
        for body, code in ((b" " * 70_000, "too_large"), (b"{", "not_json")):
            async with http.post(f"{server.url}/v1/games/amiibart/deck", data=body) as response:
                assert (await response.json(content_type=None))["code"] == code


async def test_names_are_read_over_the_socket_and_faults_are_told_in_the_language_of_whoever_asks() -> None:
    text = "4x Kerzenknappe\n4 Temple Guard\n\n1 Tempelwache x\n0 alley-cat"
    async with live_server() as server, server.line() as line:
        await line.ask({"type": "hello", "language": "de"})
        read = await line.ask({"type": "read_deck", "game": "amiibart", "deck": text})
        whole = await line.ask({"type": "read_deck", "game": "amiibart", "deck": "4x Kerzenknappe\n4 Temple Guard"})
    assert [fault.partition("“,")[2] for fault in read["faults"][:2]] == [
        " nennt keine Karte; am ähnlichsten ist “Temple Guard” (temple-guard).",
        " sagt 0: Lass weg, was nicht im Deck ist.",
    ]
    assert [fault.split(",")[0] for fault in read["faults"][:2]] == ["Zeile 4", "Zeile 5"]
    assert whole["deck"]["cards"] == [["candle-squire", 4], ["temple-guard", 4]]


async def test_refused_decks_count_with_reads_and_without_any_left_no_deck_is_read() -> None:
    """Whichever command brings them, from all connections of an address together; a ready table needs no read."""
    bad = "\n".join(f"1 {card}x" for card in GAMES["amiibart"].decks.numbers)  # type: ignore[union-attr]
    async with live_server(quotas="on") as server, server.player("Ada") as ada, server.player("Bo") as bo:
        table = (await ada.ask({"type": "open_table", "game": "amiibart"}))["table"]["id"]
        own = (await bo.ask({"type": "open_table", "game": "amiibart"}))["table"]["id"]
        asked = [
            (ada, {"type": "ready", "table": table, "deck": bad}),
            (ada, {"type": "add_bot", "table": table, "bot": "greedy", "deck": bad}),
            (bo, {"type": "ready", "table": own, "deck": bad}),
        ]
        codes = [(await who.ask({**said}))["code"] for _ in range(60) for who, said in asked]
        assert set(codes[: READ_DECK.at_once]) == {"bad_deck"}
        assert codes.count("too_many") > 40
        for line, said in (*asked, (bo, {"type": "sit", "table": table, "deck": bad})):
            while (refused := await line.ask({**said}))["code"] == "bad_deck":
                """It fills while it is answered."""
            assert (refused["code"], refused["retry_in"] > 0) == ("too_many", True)
        assert (await bo.ask({"type": "stand", "table": own}))["type"] == "table_changed"
        assert (await ada.ask({"type": "ready", "table": table}))["type"] == "table_changed"


async def test_a_caller_who_asks_too_often_waits() -> None:
    async with live_server(quotas="on") as server, server.line() as line:
        question = {"type": "read_deck", "game": "amiibart", "deck": "bulwark"}
        for _ in range(READ_DECK.at_once):
            assert (await line.ask({**question}))["type"] == "deck_read"
        while (refused := await line.ask({**question}))["type"] == "deck_read":
            """It fills while it is answered."""
        assert (refused["code"], refused["retry_in"] > 0) == ("too_many", True)


async def test_an_accepted_deck_takes_a_read_only_if_it_is_long() -> None:
    support = GAMES["myacards"].decks
    assert support is not None
    lines = min([support.write(deck) for deck in support.ready.values()], key=len)
    short, long = lines, lines + "\n" + "# a remark\n" * 250
    assert len(short) <= CHARACTERS_UNCOUNTED < len(long)
    async with live_server(quotas="on", clock=lambda: 0.0) as server, server.player("Ada") as ada:
        table = (await ada.ask({"type": "open_table", "game": "myacards", "deck": short}))["table"]["id"]
        left = []
        for text in (short, short, long, long):
            assert (await ada.ask({"type": "ready", "table": table, "deck": text}))["type"] == "table_changed"
            left.append(server.services.quotas.left(READ_DECK, "127.0.0.1"))
        assert [each.left for each in left if each is not None] == [
            READ_DECK.at_once - number for number in (0, 0, 1, 2)
        ]
