"""A transcript that somebody has as a file is opened in the browser, checked there, and seen again like any match."""

import asyncio
import gzip
import json
from pathlib import Path

import aiohttp
import pytest
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from quarterdeck_protocol.names import MatchId
from servers import bot, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

DROP = """text => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "other.json", {type: "application/json"}));
  document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: carried}));
}"""


async def transcript_of_a_match(game: str) -> bytes:
    """Return what the server that it was played on says of a match, which no other server has ever had."""
    async with live_server(luck=5) as elsewhere:
        await elsewhere.begin("m", [bot(1), bot(2)], game=game)
        held = await elsewhere.services.matches.open(MatchId("m"))
        while held.record.result is None:
            await elsewhere.services.matches.sweep()
            await asyncio.sleep(0)
        async with aiohttp.ClientSession() as http, http.get(f"{elsewhere.url}/v1/matches/m") as answer:
            return await answer.read()


async def test_a_match_of_another_server_is_seen_again_from_a_file(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "m.transcript.json"
    file.write_bytes(await transcript_of_a_match("density-deck"))
    transcript = json.loads(file.read_bytes())
    last = len(transcript["entries"])
    async with live_server() as server, window(browser, server.url, size=PHONE, touch=True) as shown:
        page = shown.page
        await shown.open("/replay")
        choose = page.get_by_label("Choose a transcript")
        said = page.get_by_role("alert")

        async def opened(content: str | bytes) -> None:
            (tmp_path / "bad.json").write_bytes(content if isinstance(content, bytes) else content.encode())
            await choose.set_input_files(tmp_path / "bad.json")

        refusals: dict[str | bytes, str] = {
            "a transcript": "it is not JSON",
            '{"opened": 7}': "parts are missing",
            json.dumps({**transcript, "entries": 7}): "parts are missing",
            '[Event "Casual"]': "This is not a transcript: it is a chess game in PGN.",
            gzip.compress(b"{}"): "it is a gzip archive; unpack it first",
            "{}".encode("utf-16"): "it is text in UTF-16; save it as UTF-8",
            "4 alley-cat\n2 grave-bat": "it is a deck",
            json.dumps({**transcript, "game": "chess"}): "chess, is not played on this server",
            " " * 1_048_577: "limit is 1 MB",
        }
        for content, why in refusals.items():
            await opened(content)
            await expect(said).to_contain_text(why)
        falsified = [{**entry, "at": entry["at"] + (at == 3)} for at, entry in enumerate(transcript["entries"])]
        await opened(json.dumps({**transcript, "entries": falsified}))
        await expect(said).to_contain_text("forged or damaged: ")
        await expect(said).to_contain_text("entry 4: its link does not match")

        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())  # as editors on Windows save it
        await choose.set_input_files(file)
        await shown.see(".frame[data-over] .board")
        assert await shown.version() == last
        await page.get_by_role("button", name="One step back").tap()
        await expect(page.locator(".frame")).to_have_attribute("data-version", str(last - 1))
        await expect(page.locator(".dd-hand")).to_have_count(0)
        await page.get_by_label("Seen by").select_option("1")
        await shown.see(".dd-hand .card")
        assert await shown.version() == last - 1
        await page.get_by_role("button", name="Verify").tap()
        await shown.see("dialog [data-verified=so]")
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Open another file").tap()
        await shown.see(".replay-file")
        await page.evaluate(DROP, json.dumps(transcript))
        await shown.see(".frame[data-over] .board")


async def test_the_file_that_a_replay_saves_is_one_that_is_opened(browser: Browser, tmp_path: Path) -> None:
    async with live_server() as server, window(browser, server.url) as shown:
        await server.begin("m", [bot(1), bot(2)], game="density-deck")
        held = await server.services.matches.open(MatchId("m"))
        while held.record.result is None:
            await server.services.matches.sweep()
            await asyncio.sleep(0)
        await shown.open("/m/m?as=spectators")
        await shown.see(".frame[data-over]")
        await shown.page.get_by_role("button", name="Verify").click()
        async with shown.page.expect_download() as saved:
            await shown.page.get_by_role("button", name="Save the transcript as a file").click()
        download = await saved.value
        assert download.suggested_filename == "m.transcript.json"
        await download.save_as(tmp_path / "saved.json")
        await shown.open("/replay")
        await shown.page.get_by_label("Choose a transcript").set_input_files(tmp_path / "saved.json")
        await shown.see(".frame[data-over]")
        assert await shown.version() == held.record.version
