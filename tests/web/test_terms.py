"""Terms of use are accepted by version, once, and asked for again when they change."""

from pathlib import Path
from typing import get_args

import aiohttp
import pytest
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_server.web.scopes import FREE_OF_TERMS
from servers import PASSWORD, live_server, soon
from site_folders import NAMED, write_site
from web.challenge_cases import challenged, me

TABLE = {"type": "open_table", "game": "tiny", "options": {}}
TAGS = {str(kind.__struct_config__.tag) for kind in get_args(AnyFromClient)}


def with_terms(folder: Path, version: str) -> str:
    write_site(folder, {"site.toml": f'{NAMED}terms_version = "{version}"', "en/terms.md": f"Version {version}"})
    return str(folder)


def test_anything_that_is_free_of_terms_are_commands() -> None:
    assert TAGS >= FREE_OF_TERMS


async def test_a_caller_who_has_not_accepted_begins_and_says_nothing_but_reads_and_leaves(tmp_path: Path) -> None:
    async with live_server(site=with_terms(tmp_path, "1")) as server, server.line() as line:
        assert (await line.ask({"type": "hello"}))["site"]["terms"] == "1"
        assert (await line.ask({"type": "sign_in"}))["terms_due"] == "1"
        for command in (
            TABLE,
            {"type": "say", "where": "lobby", "text": "hi"},
            {"type": "register", "name": "Ada", "password": PASSWORD},
            {"type": "seek", "games": [{"game": "density-deck"}]},
        ):
            refused = await line.ask(command)
            assert (refused["type"], refused["code"]) == ("refused", "terms_not_accepted"), command
            assert refused["text"] == "Accept the terms of use first (version 1)."
        assert (await line.ask({"type": "get_account"}))["terms_accepted"] == []
        assert (await line.ask({"type": "list_tables"}))["type"] == "tables"
        assert (await line.ask({"type": "delete_account"}))["type"] == "signed_out"


async def test_an_acceptance_is_kept_with_its_version_and_time_and_asked_for_again(tmp_path: Path) -> None:
    async with live_server(site=with_terms(tmp_path, "1")) as server:
        async with server.line() as line:
            await line.ask({"type": "hello"})
            token = (await line.ask({"type": "sign_in"}))["token"]
            refused = await line.ask({"type": "accept_terms", "terms": "0"})
            assert (refused["code"], refused["where"]) == ("unknown_terms", "$.terms")
            await line.ask({"type": "accept_terms", "terms": "1"})
            account = await line.ask({"type": "accept_terms", "terms": "1"})
            assert [each["version"] for each in account["terms_accepted"]] == ["1"]
            first = account["terms_accepted"][0]["at"]
            assert first >= account["since"]
            assert (await line.ask({"type": "say", "where": "lobby", "text": "hi"}))["type"] != "refused"
            assert (await line.ask({"type": "register", "name": "Ada", "password": PASSWORD}))["type"] == "account"
            with_terms(tmp_path, "2")
            await server.services.site.refresh()
            told = await line.until(lambda message: bool(message["type"] == "site_changed"))
            assert told["site"]["terms"] == "2"
            assert (await line.ask({"type": "make_bot", "name": "Engine"}))["code"] == "terms_not_accepted"
        async with server.line() as again:
            assert (await again.ask({"type": "sign_in", "token": token}))["terms_due"] == "2"
            account = await again.ask({"type": "accept_terms", "terms": "2"})
            assert [each["version"] for each in account["terms_accepted"]] == ["1", "2"]
            assert account["terms_accepted"][0]["at"] == first
            assert (await again.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD}))["terms_due"] is None
            export = await again.ask({"type": "get_export"})
            assert [each["version"] for each in export["account"]["terms_accepted"]] == ["1", "2"]


async def test_a_running_match_goes_on_and_a_bot_owes_what_its_owner_owes(tmp_path: Path) -> None:
    async with live_server(site=with_terms(tmp_path, "1"), luck=4) as server, server.line() as line:
        await line.ask({"type": "sign_in"})
        await line.ask({"type": "accept_terms", "terms": "1"})
        await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        account = await line.ask({"type": "make_bot", "name": "Engine"})
        bot = account["bots"][0]["id"]
        made = await line.ask({"type": "make_token", "bot": bot, "scopes": ["play", "seek", "lobby:host"]})
        table = (await line.ask({"type": "open_table", "game": "density-deck", "seats": 2}))["table"]["id"]
        await line.ask({"type": "add_bot", "table": table})
        match = (await line.ask({"type": "ready", "table": table}))["table"]["match"]
        with_terms(tmp_path, "2")
        await server.services.site.refresh()
        assert (await line.ask({"type": "watch_match", "match": match}))["type"] == "update"
        assert (await line.ask({"type": "resign", "match": match}))["type"] == "update"
        assert (await line.ask({"type": "rematch", "table": table}))["code"] == "terms_not_accepted"
        async with server.line() as engine:
            assert (await engine.ask({"type": "sign_in", "token": made["token"]}))["terms_due"] == "2"
            refused = await engine.ask(TABLE)
            assert (refused["code"], refused["text"]) == (
                "terms_not_accepted",
                "The owner of this bot must accept the terms of use first (version 2).",
            )
            how = {"Authorization": f"Bearer {made['token']}"}
            body = TABLE | {"game": "density-deck", "ref": "a"}
            async with aiohttp.ClientSession(server.url, headers=how) as http:
                async with http.post("/v1/commands", json=body) as answer:
                    assert (answer.status, (await answer.json())["code"]) == (403, "terms_not_accepted")
                await line.ask({"type": "accept_terms", "terms": "2"})
                (of_bot,) = server.services.presence.of(bot)
                await soon(lambda: of_bot.identity is not None and of_bot.identity.accepted == "2")
                assert (await engine.ask(body))["type"] == "table_changed"
                async with http.post("/v1/commands", json=body | {"ref": "b"}) as answer:
                    assert (await answer.json()).get("code") != "terms_not_accepted"
            assert (await engine.ask({"type": "sign_in", "token": made["token"]}))["terms_due"] is None


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/me/packs/claim", {"type": "claim_packs", "game": "amiibart"}),
        ("/v1/me/codes", {"type": "claim_code", "code": "AAAA"}),
        ("/v1/commands", {"type": "open_table", "game": "density-deck", "ref": "a"}),
    ],
)
async def test_over_http_it_is_the_same(tmp_path: Path, path: str, body: dict[str, str]) -> None:
    async with live_server(site=with_terms(tmp_path, "1")) as server, server.line() as line:
        token = (await line.ask({"type": "sign_in"}))["token"]
        how = {"Authorization": f"Bearer {token}"}
        async with aiohttp.ClientSession(server.url, headers=how) as http:
            async with http.post(path, json=body) as answer:
                assert (answer.status, (await answer.json())["code"]) == (403, "terms_not_accepted")
            async with http.get("/v1/me/export") as answer:
                assert answer.status == 200


async def test_without_terms_nothing_is_asked_and_nothing_is_kept() -> None:
    async with live_server() as server, server.line() as line:
        assert (await line.ask({"type": "sign_in"}))["terms_due"] is None
        assert (await line.ask({"type": "accept_terms", "terms": "1"}))["terms_accepted"] == []


async def test_the_refusal_names_no_command_in_either_language(tmp_path: Path) -> None:
    async with live_server(site=with_terms(tmp_path, "1")) as server:
        for language, said in (
            ("en", "Accept the terms of use first (version 1)."),
            ("de", "Stimme zuerst den Nutzungsbedingungen zu (Version 1)."),
        ):
            async with server.line() as line:
                await line.ask({"type": "hello", "language": language})
                await line.ask({"type": "sign_in"})
                assert (await line.ask(TABLE))["text"] == said


@pytest.mark.parametrize("is_by_bot", [False, True])
async def test_a_challenge_from_before_waits_until_its_challenger_has_accepted_the_terms(
    tmp_path: Path, is_by_bot: bool
) -> None:
    site = str(write_site(tmp_path, {"site.toml": NAMED}))
    async with live_server(site=site) as server, server.person("Ada") as ada, server.person("Bo") as bo:
        async with server.line() as challenger:
            owned = {"bot": (await ada.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]}
            made = await ada.ask({"type": "make_token", "scopes": ["play", "seek"], **(owned if is_by_bot else {})})
            await challenger.ask({"type": "sign_in", "token": made["token"]})
            challenge = (await challenged(challenger, await me(bo)))["challenge"]["id"]
        with_terms(tmp_path, "1")
        await server.services.site.refresh()
        await bo.ask({"type": "accept_terms", "terms": "1"})
        refused = await bo.ask({"type": "accept_challenge", "challenge": challenge})
        assert (refused["code"], refused["where"]) == ("not_accepting", "$.challenge")
        await ada.ask({"type": "accept_terms", "terms": "1"})
        accepted = await bo.ask({"type": "accept_challenge", "challenge": challenge})
        assert accepted["challenge"]["stage"] == "accepted"
