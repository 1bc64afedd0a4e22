"""`quarterdeck tournament verify`, as it is typed."""

from pathlib import Path

from client.test_packs import Person
from servers import live_server
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
        assert "signed    4 of these transcripts" in written
        file.write_bytes(file.read_bytes().replace(b'"points":100', b'"points":150'))
        status, written, _ = await host.types("tournament", "verify", str(file))
        assert (status, "not those of the log" in written) == (1, True)
        file.write_text("{}", "utf-8")
        assert (await host.types("tournament", "verify", str(file)))[0] == 2
