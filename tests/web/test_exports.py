"""Somebody to whom everything has happened takes what is kept about them, over the socket and over HTTP."""

import contextlib
from typing import Any

import aiohttp
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.admission import InviteOrder
from quarterdeck_protocol.lobby.export import Export
from quarterdeck_protocol.lobby.site import Registration
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.export import EXPORTED, NOT_EXPORTED
from quarterdeck_server.lobby.mail.mail_records import EMAILS, EmailRecord
from quarterdeck_server.lobby.ratings.refused_deals import noted
from quarterdeck_server.lobby.sign_on.identity_links import LINKS_OF, Link, LinksRecord
from quarterdeck_server.lobby.sign_on.passkey_records import PASSKEYS, Passkey, PasskeysRecord
from quarterdeck_server.lobby.tables.transitions import refused_deal
from quarterdeck_server.storage.memory import Memory, MemoryStore
from second_factors import turn_on_second_factor
from servers import WITH_WEBHOOKS, Line, LiveServer, Message, live_server
from web.commands.test_ratings import rated_match
from web.test_admission import admit

PASSWORD = "a long walk by the sea"


async def registered(line: Line, name: str, **more: str) -> Message:
    """Make an account; gives its player."""
    await line.sign_in(name)
    account = await line.ask({"type": "register", "name": name, "password": PASSWORD, **more})
    player: Message = account["player"]
    return player


async def asked(url: str, token: str, order: Message | None = None) -> Any:
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}"}) as http,
        http.get(url) if order is None else http.post(url, json=order) as response,
    ):
        assert response.status == 200, await response.text()
        return await response.json(content_type=None)


async def refuse_a_deal(server: LiveServer, documents: DocumentStore, missing: Line, other: Line) -> str:
    """Let a deal be refused because one player has not revealed what they had bound; gives the table."""
    table = (await missing.ask({"type": "open_table", "game": "tiny"}))["table"]["id"]
    await other.ask({"type": "sit", "table": table})
    await missing.ask({"type": "ready", "table": table, "entropy_hash": entropy_hash("a share")})
    await other.ask({"type": "ready", "table": table})
    record = await server.services.tables.repository.read(table)
    deal = refused_deal(record, Milliseconds((record.reveal_until or 0) + 1))
    assert deal is not None
    writes = await noted(documents, deal)
    await documents.commit(writes.changes, writes.indexed)
    return str(table)


async def test_everything_is_in_it_that_is_kept_about_somebody() -> None:
    memory = Memory()
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            live_server(
                MemoryStore(memory),
                tables_per_player=8,
                packs_account_age=0,
                trades_account_age=0,
                webhooks=WITH_WEBHOOKS,
            )
        )
        ada, bo, mo, dot = [await stack.enter_async_context(server.line()) for _ in range(4)]
        him, moderator = await registered(bo, "Bo"), await registered(mo, "Mo")
        await server.services.moderation.make_first_admin("Mo")
        admins = (await mo.ask({"type": "make_token", "scopes": ["moderate"]}))["token"]
        invites = f"{server.url}/v1/moderation/invites"
        invite = await asked(invites, admins, {"why": "for Ada"})
        admit(server, Registration.INVITE)
        her = await registered(ada, "Ada", invite=invite["code"])

        async def orders(what: str, **order: object) -> None:
            await asked(f"{server.url}/v1/moderation/{what}", admins, {"player": her["id"], "why": "a test", **order})

        await orders("roles", roles=["moderator"])
        (present,) = server.services.presence.of(her["id"])
        assert present.identity is not None
        await server.services.invite_orders.make(present.identity, InviteOrder(why="for nobody"))
        await orders("roles", roles=[])

        match = await rated_match(ada, bo)
        table = next(heard["table"]["id"] for heard in ada.heard if heard["type"] == "table_changed")
        refused = await refuse_a_deal(server, MemoryStore(memory).documents, ada, bo)
        await ada.ask({"type": "make_bot", "name": "Engine"})
        made = (await ada.ask({"type": "make_token", "scopes": ["play"], "label": "laptop"}))["made"]
        code = await server.services.device_codes.begin("Discord", "ada (1)", "discord:1", (Scope.PLAY,))
        await ada.ask({"type": "answer_device_request", "code": code, "allow": True})
        await ada.ask({"type": "avoid", "player": moderator["id"], "how": "mute"})
        await ada.ask({"type": "keep_deck", "game": "amiibart", "name": "Mine", "deck": "bulwark"})
        packs = (await ada.ask({"type": "claim_packs", "game": "amiibart"}))["packs"]
        opened = await ada.ask({"type": "open_pack", "pack": packs[0]["id"], "entropy": "mine"})
        order = {"type": "make_codes", "label": "a test", "gift": {"packs": [{"game": "amiibart"}]}}
        [by_code] = (await ada.ask({"type": "claim_code", "code": (await mo.ask(order))["codes"][0]}))["packs"]
        wanted = [{"game": "amiibart", "card": opened["cards"][0]["card"]}]
        offered = await bo.ask({"type": "offer_trade", "player": her["id"], "takes": wanted})
        await ada.ask({"type": "change_wishes", "adds": wanted})
        challenge = await bo.ask({"type": "create_challenge", "player": her["id"], "game": "tiny"})
        bands = [{"game": "tiny", "below": 200}]
        await ada.ask({"type": "set_challengers", "by": "registered", "rating_bands": bands})
        await ada.ask({"type": "be_found", "by": "traders"})
        await ada.ask({"type": "create_club", "name": "Readers"})
        links = LinksRecord((Link("school", "hash", Milliseconds(1_000)),))
        await MemoryStore(memory).documents.commit([LINKS_OF.put(PlayerId(her["id"]), None, links)])
        passkey = Passkey(id="1", name="my phone", credential=b"1", public_key=b"1", count=0, since=Milliseconds(2_000))
        record = PasskeysRecord((passkey,))
        await MemoryStore(memory).documents.commit([PASSKEYS.put(PlayerId(her["id"]), None, record)])
        email = EMAILS.put(PlayerId(her["id"]), None, EmailRecord(verified="ada@example.org"))
        await MemoryStore(memory).documents.commit([email])
        await ada.ask({"type": "create_webhook", "url": "https://hooks.example.org/ada"})
        await ada.ask({"type": "follow", "player": him["id"]})
        await bo.ask({"type": "follow", "player": her["id"]})
        await ada.ask({"type": "send_private_message", "player": him["id"], "text": "in private"})
        for line, text in ((ada, "first words"), (bo, "his words"), (ada, "last words")):
            await line.ask({"type": "say", "where": "lobby", "text": text})
        report = {"type": "report", "reason": "spam", "text": "too many words", "where": "lobby"}
        await ada.ask({**report, "player": him["id"]})
        filed = await bo.ask({**report, "player": her["id"], "text": "in confidence"})
        resolving = f"{server.url}/v1/moderation/reports/{filed['report']}/resolve"
        await asked(resolving, admins, {"verdict": "in confidence"})
        await orders("sanctions", kind="mute", seconds=3600)
        await orders("rename", name="Ada the Second")
        ticket = (await ada.ask({"type": "seek", "games": ["tiny"]}))["ticket"]
        await mo.ask({"type": "sign_out"})

        await dot.ask({"type": "sign_in", "name": "Ada the Second", "password": PASSWORD})
        await turn_on_second_factor(dot)
        answer = await dot.ask({"type": "get_export"})
        token = next(heard["token"] for heard in reversed(dot.heard) if heard["type"] == "signed_in")
        assert await asked(f"{server.url}/v1/me/export", token) == {**answer, "ref": None}

        bodies = {key: stored.document.body for key, stored in memory.documents._documents.items()}
        about = {key.kind for key in bodies if her["id"].encode() in bodies[key]} - {"webhook", "webhook_happened"}
        assert about <= {*EXPORTED, *NOT_EXPORTED}
        assert about.isdisjoint({"movement", "opened_pack", "pack_pool"})
        named = {key.kind for key in bodies if her["id"] in key.name} - {"webhook", "webhook_state"}
        unnamed = {"movement", "opened_pack"}  # nothing in them leads to a player
        passing = {"challenge_counts", "device_request", "name", "second_factor", "table"}
        assert about | named | unnamed == {*EXPORTED, *passing}, "everything has happened to her that may be kept"

    assert {field for field in Export.__struct_fields__ if not answer[field]} == {"before", "against_bots"}
    assert answer["account"]["player"]["name"] == "Ada the Second"
    assert [each["id"] for each in answer["challenges"]] == [challenge["challenge"]["id"]]
    assert "challenged" in [each["kind"] for each in answer["notices"]]
    assert [bot["owner"] for bot in answer["account"]["bots"]] == [her["id"]]
    assert [avoided["player"]["id"] for avoided in answer["account"]["avoided"]] == [moderator["id"]]
    assert [(club["name"], club["role"]) for club in answer["clubs"]] == [("Readers", "owner")]
    assert answer["passkeys"] == [{"id": "1", "name": "my phone", "since": 2_000, "used_on": None}]
    assert answer["email"] == {"verified": "ada@example.org", "waiting": None, "notices": []}
    assert answer["linked"] == [{"provider": "school", "since": 1_000}]
    labels = ["Discord: ada (1)", made["label"]]
    assert sorted(each["label"] for each in answer["tokens"]) == sorted(labels)  # made in one millisecond, maybe
    assert [(deal["game"], deal["missing"]) for deal in answer["refused_deals"]] == [("tiny", [0])]
    assert [(game["game"], game["played"]) for game in answer["games"]] == [("tiny", 1)]
    assert [played["match"] for played in answer["matches"]] == [match]
    assert [(met["player"], len(met["games"])) for met in answer["met"]] == [(him, 1)]
    assert [said["line"]["text"] for said in answer["lines"]] == ["last words", "first words"]
    [made_report] = answer["reports"]
    assert (made_report["player"], made_report["reason"], made_report["text"]) == (him, "spam", "too many words")
    assert [line["text"] for line in made_report["lines"]] == ["first words", "last words"]
    [sanction] = answer["sanctions"]
    assert (sanction["kind"], sanction["why"], sanction["address"]) == ("mute", "a test", False)
    deeds = [("claim_code", True), ("make_invite", True), ("mute", False), ("rename", False)]
    deeds += [("roles", False), ("roles", False)]  # some in the same millisecond, maybe
    assert sorted((deed["what"], deed["by_oneself"]) for deed in answer["deeds"]) == deeds
    assert [deed["at"] for deed in answer["deeds"]] == sorted((deed["at"] for deed in answer["deeds"]), reverse=True)
    assert answer["sought"]["ticket"] == ticket["id"]
    assert sum(each["count"] for each in answer["collection"]) == len(opened["cards"])
    assert [(each["cause"], each["of"]) for each in answer["movements"]] == [("pack", packs[0]["id"])]
    assert [each["id"] for each in answer["packs"]] == [each["id"] for each in (*packs[1:], by_code)]
    assert [each["cards"] for each in answer["opened_packs"]] == [opened["cards"]]
    assert [each["id"] for each in answer["trades"]] == [offered["trade"]["id"]]
    assert ([each["card"] for each in answer["wishes"]], answer["found_by"]) == ([wanted[0]["card"]], "traders")
    assert answer["sought"]["games"] == ["tiny"]
    assert sorted(answer["tables"]) == sorted([table, refused])
    assert len(answer["came_from"]) == 1
    written = repr(answer)
    assert not [secret for secret in ("in confidence", "argon2", token, admins) if secret in written]
    assert moderator["name"] not in repr(answer["sanctions"]) + repr(answer["deeds"]), "who it was is not told"
