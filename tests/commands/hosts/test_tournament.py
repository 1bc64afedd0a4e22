"""`quarterdeck tournament verify` and `import`, as they are typed."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

from client.test_packs import Person
from oracles.generated_events import played, shown
from quarterdeck_client import Client
from quarterdeck_client.http_requests import TournamentFile
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.lobby.tournaments.reports.report_parser import parse_report
from quarterdeck_server.lobby.tournaments.reports.tournament_report import Edition, report_of
from servers import PASSWORD, live_server
from verification.test_tournament_check import archived


async def test_an_archive_is_verified_with_the_keys_of_its_server(tmp_path: Path) -> None:
    async with live_server(luck=1) as server:
        file = tmp_path / "friday.json"
        file.write_bytes(await archived(server))
        host = Person(server.url, tmp_path / "here.json")
        status, written, complaint = await host.types(
            "tournament", "verify", str(file), "--keys", f"{server.url}/v1/keys"
        )
        assert (status, complaint) == (0, ""), written
        assert "signed    4 of these transcripts and the log" in written
        elsewhere = {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Auckland", "LC_ALL": "tr_TR.UTF-8"}
        words = [sys.executable, "-m", "quarterdeck_server", "tournament", "verify", str(file), "--json"]
        environment = {**os.environ, **elsewhere}
        run = await asyncio.to_thread(subprocess.run, words, env=environment, capture_output=True, check=True)
        assert run.stdout.decode() == (await host.types("tournament", "verify", str(file), "--json"))[1]
        file.write_bytes(file.read_bytes().replace(b'"points":100', b'"points":150'))
        status, written, _ = await host.types("tournament", "verify", str(file))
        assert (status, "not those of the log" in written) == (1, True)
        file.write_text("{}", "utf-8")
        assert (await host.types("tournament", "verify", str(file)))[0] == 2


async def test_the_shipped_card_sets_of_a_server_need_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "cup.json"
    async with (
        live_server(games=games_with(None, ("AB2",))) as server,
        Client(server.url) as ada,
        Client(server.url) as bo,
    ):
        for client, name in ((ada, "Ada"), (bo, "Bo")):
            await client.account.register(name, PASSWORD)
        id_ = (await ada.tournaments.create("Cup", "amiibart", 1, between_rounds=0, time_limit=600_000)).summary.id
        for client in (ada, bo):
            await client.tournaments.join(id_)
        await ada.tournaments.begin_round(id_, 1)
        async for notice in ada.notices.follow():
            if notice.kind is NoticeKind.ROUND_PAIRED:
                await (await ada.watch_match(notice.match or "")).resign()
            if notice.kind is NoticeKind.TOURNAMENT_ENDED:
                break
        file.write_bytes(await ada.tournament_file(id_, TournamentFile.ARCHIVE))
        host = Person(server.url, tmp_path / "here.json")
        status, written, complaint = await host.types("tournament", "verify", str(file))
        assert (status, complaint) == (0, ""), written


async def test_a_report_is_checked_continued_and_refused_with_its_line(tmp_path: Path) -> None:
    *_, before, last = played(5, 8, 3, ())
    here, saved = tmp_path / "event.trf", tmp_path / "next.trf"
    host = Person("http://127.0.0.1:1", tmp_path / "here.json")
    here.write_bytes(str(report_of(shown(last.record), Edition.TRF26)).encode())
    status, written, _ = await host.types("tournament", "import", str(here), "--save", str(saved))
    assert (status, written.splitlines()[-1]) == (0, "  round 3  as the rules pair it"), written
    assert saved.read_bytes() == here.read_bytes()
    here.write_bytes(str(report_of(shown(before.record), Edition.TRF26)).encode().replace(b"142 2", b"142 3"))
    status, written, _ = await host.types("tournament", "import", str(here), "--next", "--save", str(saved), "--json")
    pairs = json.loads(written)["next"]
    number_of = {each.player.id: each.number for each in shown(last.record).entrants}
    expected = shown(last.record).rounds[2].pairings
    assert (status, pairs) == (0, [[number_of[player] for player in each.players] for each in expected])
    assert parse_report(saved.read_bytes()).played == 3
    here.write_bytes(here.read_bytes().replace(b" w 1", b" w +", 1))
    status, written, _ = await host.types("tournament", "import", str(here))
    assert (status, "line 10, column" in written) == (2, True), written
    for content, kind in (
        ("012 Open".encode("utf-16"), "text in UTF-16; save it as UTF-8"),
        (b'{"a":1}', "JSON of another kind"),
    ):
        here.write_bytes(content)
        status, written, _ = await host.types("tournament", "import", str(here))
        assert (status, written) == (2, f"{here}: this is not a report of FIDE: it is {kind}\n")
