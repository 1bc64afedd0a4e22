"""`quarterdeck tournament`, as it is typed."""

from pathlib import Path

import msgspec
from client.test_packs import Person
from quarterdeck_client import Client
from quarterdeck_protocol.lobby.tournaments import TournamentChanged
from servers import PASSWORD, live_server


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
        status, _, complaint = await ada.types("tournament", "create", "Friday", "tiny", "--rounds", "99")
        assert (status, "This is no tournament" in complaint) == (1, True)
