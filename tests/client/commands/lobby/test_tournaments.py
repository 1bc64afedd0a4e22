"""`quarterdeck tournament`, as it is typed."""

import asyncio
import contextlib
from pathlib import Path

import msgspec
from client.test_packs import Person
from quarterdeck_client import Client
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.tournaments import TournamentChanged
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, SOON, live_server


async def test_a_tournament_is_made_shown_saved_and_closed_from_the_command_line(tmp_path: Path) -> None:
    async with live_server() as server, Client(server.url) as bo:
        ada = Person(server.url, tmp_path / "here.json")
        await ada.types("account", "register", "Ada", "--password", PASSWORD)
        await bo.account.register("Bo", PASSWORD)
        assert (await ada.types("tournament", "list"))[1] == "There are no tournaments.\n"
        settings = tmp_path / "friday.json"
        settings.write_text('{"name": "Friday", "game": "tiny", "rounds": 9, "bots": true, "between_rounds": 5000}')
        options = ("--rounds", "2", "--between", "director", "--time-limit", "600")
        status, made, complaint = await ada.types("tournament", "create", "--file", str(settings), *options)
        assert (status, made.partition("  ")[2]) == (0, "Friday: tiny, swiss, 2 rounds, 0 players, open\n"), complaint
        id_ = made.split()[0]
        known = await bo.tournaments.join(id_)
        assert (known.between_rounds, known.time_limit, known.bots) == (None, 600_000, True)
        status, _, complaint = await ada.types("tournament", "begin", id_)
        assert (status, "A round needs two players." in complaint) == (1, True)
        assert "Bo, rating 1500" in (await ada.types("tournament", "show", id_))[1]
        saved = {}
        status, _, complaint = await ada.types("tournament", "export", id_, str(tmp_path / "no"), "--as", "archive")
        assert (status, "public after the end" in complaint) == (1, True)
        for form in ("json", "standings", "pairings", "trf", "trf26"):
            file = tmp_path / form
            await ada.types("tournament", "export", id_, str(file), "--as", form)
            saved[form] = file.read_text("utf-8")
        assert msgspec.json.decode(saved["json"], type=TournamentChanged).tournament == await bo.tournaments.get(id_)
        assert saved["standings"].splitlines()[1].startswith(f"1,{bo.player.id},Bo,in,,1500,0,")
        assert saved["pairings"].splitlines() == ["round,pairing,seat,player,name,points,match,ruling"]
        assert saved["trf"].startswith("012 Friday\n")
        assert (await ada.types("tournament", "close", id_, "rain"))[1] == "It is cancelled.\n"
        stranger = Person(server.url, tmp_path / "there.json")
        for words in (("list",), ("show", id_), ("export", id_, str(tmp_path / "strange"), "--as", "trf")):
            assert (await stranger.types("tournament", *words))[0] == 0
        assert (tmp_path / "strange").read_text("utf-8").startswith("012 Friday\n")
        status, _, complaint = await stranger.types("tournament", "create", "Friday", "tiny", "--rounds", "2")
        assert (status, "no player is saved" in complaint) == (1, True)
        status, _, complaint = await ada.types("tournament", "create", "Friday", "tiny", "--rounds", "99")
        assert (status, "This is no tournament" in complaint) == (1, True)


async def test_a_director_invites_rules_removes_and_reinstates_from_the_command_line(tmp_path: Path) -> None:
    async with live_server() as server, Client(server.url) as bo, Client(server.url) as cy:
        ada = Person(server.url, tmp_path / "here.json")
        await ada.types("account", "register", "Ada", "--password", PASSWORD)
        for client, name in ((bo, "Bo"), (cy, "Cy")):
            await client.account.register(name, PASSWORD)
        settings = tmp_path / "friday.json"
        settings.write_text('{"name": "Friday", "game": "tiny", "rounds": 2, "entry": "invited"}')
        id_ = (await ada.types("tournament", "create", "--file", str(settings), "--time-limit", "600"))[1].split()[0]
        assert (await ada.types("tournament", "invite", id_, "Bo"))[1] == "Bo can enter.\n"
        await ada.types("tournament", "invite", id_, "Cy")
        status, _, complaint = await ada.types("tournament", "rule", id_, "Bo", "1", "0", "late")
        assert (status, "The last round has no match Bo." in complaint) == (1, True)
        for client in (bo, cy):
            await client.tournaments.join(id_)
        await ada.types("tournament", "begin", id_)
        async with asyncio.timeout(SOON):
            await anext(each async for each in bo.notices.follow() if each.kind is NoticeKind.ROUND_PAIRED)
        first = (await bo.tournaments.get(id_)).rounds[0].pairings[0].players[0]
        names = ("Bo", "Cy") if first == bo.player.id else ("Cy", "Bo")
        status, _, complaint = await ada.types("tournament", "rule", id_, "Bo", "1", "late")
        assert (status, "Give the points of 2 players." in complaint) == (1, True)
        for points in ("nan", "inf", "1e400", "0.001", "-1"):
            status, _, complaint = await ada.types("tournament", "rule", "--", id_, "Bo", points, "0", "late")
            assert (status, "at most two decimals" in complaint) == (1, True), points
        status, ruled, complaint = await ada.types("tournament", "rule", id_, "Bo", "0.5", "0.5", "a power cut")
        assert (status, ruled) == (0, f"{names[0]} – {names[1]}  0.5 : 0.5  (ruling: a power cut)\n"), complaint
        assert (await ada.types("tournament", "remove", id_, "Cy", "two accounts"))[1] == "Cy is removed.\n"
        assert (await ada.types("tournament", "reinstate", id_, "Cy", "twins"))[1] == "Cy can come back.\n"
        disqualified = await ada.types("tournament", "remove", id_, "Cy", "no twins", "--disqualify")
        assert disqualified[1] == "Cy is disqualified.\n"
        status, _, complaint = await ada.types("tournament", "remove", id_, "Dee", "who")
        assert (status, "has not entered" in complaint) == (1, True)


async def test_the_id_of_a_match_wins_over_a_player_with_such_a_name(tmp_path: Path) -> None:
    store = MemoryStore(Memory())
    async with live_server(store, luck=1) as server, contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(server.url)) for _ in range(4)]
        ada = Person(server.url, tmp_path / "here.json")
        await ada.types("account", "register", "Ada", "--password", PASSWORD)
        id_ = (await ada.types("tournament", "create", "Friday", "tiny", "--rounds", "2"))[1].split()[0]
        for client, name in zip(clients, ("Al", "Bo", "Cy", "Dee"), strict=True):
            await client.account.register(name, PASSWORD)
        documents, named = store.documents, clients[0].player.id
        (account,) = await documents.read([ACCOUNTS.key(named)])
        record = ACCOUNTS.of(account)
        assert record is not None
        older = msgspec.structs.replace(record, name=f"{id_}-1-2")  # such names are refused today
        await documents.commit([ACCOUNTS.put(named, account, older)])
        for client in clients:
            await client.tournaments.join(id_)
        await ada.types("tournament", "begin", id_)
        async with asyncio.timeout(SOON):
            await anext(each async for each in clients[0].notices.follow() if each.kind is NoticeKind.ROUND_PAIRED)
        for board in (1, 2):
            status, _, complaint = await ada.types("tournament", "rule", id_, f"{id_}-1-{board}", "1", "0", "late")
            pairings = (await clients[0].tournaments.get(id_)).rounds[0].pairings
            assert (status, [each.ruling for each in pairings].count("late")) == (0, board), complaint
            assert pairings[board - 1].ruling == "late"
