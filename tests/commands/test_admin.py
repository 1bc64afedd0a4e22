"""`quarterdeck admin`: the first admin at the store, everything else over HTTP."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from quarterdeck_protocol.lobby.site import Registration
from quarterdeck_server.__main__ import main
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import line_to, live_server, served
from stores import cluster_of_our_own, cluster_url, patient_store
from web.test_admission import admit

__all__ = ["cluster_of_our_own", "cluster_url"]

PASSWORD = "a long walk by the sea"


async def said(*words: str, status: int = 0) -> str:
    """Run the command beside what runs here, and return what it says."""
    clean = {"QUARTERDECK_URL": None, "QUARTERDECK_TOKEN": None, "QUARTERDECK_STORE": None, "QUARTERDECK_DATA": None}

    def run() -> Result:
        return CliRunner().invoke(main, ["admin", *words], env=clean)

    result = await asyncio.to_thread(run)
    assert result.exit_code == status, result.output
    return result.output


async def test_the_first_admin_is_made_while_the_server_runs_and_while_it_does_not(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    assert "There is no account “Ada”" in await said("make-first", "Ada", "--data", str(tmp_path), status=1)
    async with served(*data) as server, line_to(server.url) as line:
        token = (await line.sign_in("Whoever"))["token"]
        await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        assert "first_admin Ada" in await said("make-first", "Ada", *data)
        assert (await line.ask({"type": "get_account"}))["roles"] == ["admin"]
        log = await said("--url", server.url, "--token", token, "audit")
        assert "the command line on the store's machine: first_admin Ada" in log
    assert "There is already an admin, Ada" in await said("make-first", "Ada", *data, status=1)
    assert "first_admin Ada" in await said("make-first", "Ada", "--force", *data)


async def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert "name its folder with --data" in await said("make-first", "Ada", "--data", str(nowhere), status=1)
    assert not nowhere.exists()
    assert "cannot be reached from outside" in await said("make-first", "Ada", "--store", "memory", status=1)


async def test_the_first_admin_is_made_on_a_cluster_by_the_address_that_serve_takes(cluster_url: str) -> None:
    async with live_server(patient_store(cluster_url)) as server, server.person("Ada") as ada:
        assert "first_admin Ada" in await said("make-first", "Ada", "--store", cluster_url)
        assert (await ada.ask({"type": "get_account"}))["roles"] == ["admin"]
    assert "The address has the form redis+cluster://" in await said(
        "make-first", "Ada", "--store", "redis+cluster://a:b", status=1
    )


async def test_a_moderator_sees_whose_matches_are_again_and_again_not_rated() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo, server.line() as over:
        await server.services.moderation.make_first_admin("Ada")
        token = (await over.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD}))["token"]
        here = ("--url", server.url, "--token", token)
        assert "There are none." in await said(*here, "patterns")
        players = [(await line.ask({"type": "get_account"}))["player"] for line in (ada, bo)]
        for match in ("m1", "m2"):
            await server.begin(match, players, rated=True, marks=9)
            for line in (ada, bo):
                update = await line.ask({"type": "watch_match", "match": match})
                if update["choices"]:
                    act = {"type": "act", "match": match, "seen": update["version"], "action": update["choices"][0]}
                    await line.ask(act)
            await ada.ask({"type": "resign", "match": match})
            await bo.until(lambda heard, match=match: heard["type"] == "rated" and heard["match"] == match)  # type: ignore[misc]
        listed = await said(*here, "patterns")
        assert "2 matches of tiny, too short, since" in listed
        assert "m2, m1" in listed
        assert all(f"{player['name']} ({player['id']})" in listed for player in players)
        assert "There are none." in await said(*here, "patterns", "--before", "1")


async def test_a_flood_of_applicants_is_rejected_at_once_and_others_keep_their_place() -> None:
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server, server.line() as ada, server.line() as line:
        token = (await ada.sign_in("Whoever"))["token"]
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await server.services.moderation.make_first_admin("Ada")
        admit(server, Registration.APPROVAL)
        waiting = {}
        for number, name in enumerate(("Cy", "Dee", "Eve", "Fay")):
            await line.ask({"type": "sign_in", "name": name})
            account = await line.ask({"type": "register", "name": name, "password": PASSWORD})
            waiting[account["player"]["id"]] = 3_600_000.0 * number
        memory.documents._indexes["waiting_accounts"] = dict(waiting)
        moderator = ("--url", server.url, "--token", token)
        window = ("--since", "1970-01-01 01:00:00", "--until", "1970-01-01 02:00:00")
        rejected = await said(*moderator, "reject-all", *window, "--why", "a flood")
        assert [line.split(": reject ")[1].split()[0] for line in rejected.splitlines()] == ["Eve", "Dee"]
        listed = await said(*moderator, "applicants")
        assert [line.split()[2] for line in listed.splitlines()] == ["Fay", "Cy"]
        assert await said(*moderator, "reject-all", *window, "--why", "a flood") == "There are none.\n"
        await said(*moderator, "reject-all", "--why", "closed")
        assert await said(*moderator, "applicants") == "There are none.\n"


async def test_a_moderator_does_everything_from_the_command_line() -> None:
    async with live_server() as server, server.line() as ada, server.line() as bo:
        token = (await ada.sign_in("Whoever"))["token"]
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await server.services.moderation.make_first_admin("Ada")
        await bo.sign_in("Whoever")
        id_ = (await bo.ask({"type": "register", "name": "Bo", "password": PASSWORD}))["player"]["id"]
        await bo.ask({"type": "say", "where": "lobby", "text": "buy my cards"})
        report = {"type": "report", "player": id_, "reason": "spam", "text": "again", "where": "lobby"}
        report_id = (await ada.ask(report))["report"]
        here = ("--url", server.url, "--token", token)
        listed = await said(*here, "reports")
        assert all(
            each in listed for each in (report_id, "Ada on Bo", "spam in the lobby", "“again”", "Bo: buy my cards")
        )
        assert ": mute Bo" in await said(*here, "mute", "bo", "--for", "2h", "--why", "spam")
        assert "mute until" in await said(*here, "show", id_)
        assert "revoke_mute Bo" in await said(*here, "revoke", "Bo", "mute", "--why", "sorry")
        made = await bo.ask({"type": "create_club", "name": "Insults"})
        club = made["club"]["summary"]["id"]
        renamed = await said(*here, "rename-club", club, "Harbour", "--why", "rude")
        assert f"Ada: rename_club Bo ({id_}) [{club}]: rude" in renamed
        assert (await bo.ask({"type": "get_club", "club": club}))["club"]["summary"]["name"] == "Harbour"
        assert "close_club Bo" in await said(*here, "close-club", club, "--why", "rude again")
        assert (await bo.ask({"type": "get_club", "club": club}))["code"] == "unknown_club"
        assert "There is no such club" in await said(*here, "close-club", club, "--why", "-", status=1)
        assert "[Bo → Beau]" in await said(*here, "rename", "Bo", "Beau", "--why", "nicer")
        assert "[moderator]" in await said(*here, "roles", "Beau", "moderator", "--why", "kind")
        assert "[none]" in await said(*here, "roles", "Beau", "--why", "unkind")
        (engine,) = (await bo.ask({"type": "make_bot", "name": "Engine"}))["bots"]
        assert "mute Engine" in await said(*here, "mute", engine["id"], "--why", "noisy")
        reset = await said(*here, "reset-password", engine["id"], "--why", "lost", status=1)
        assert "no password" in reset
        assert "disconnect Beau" in await said(*here, "disconnect", "Beau", "--why", "go")
        assert "permanently [and guests from 1 of their addresses]" in await said(
            *here, "ban", "Beau", "--address", "--why", "enough"
        )
        assert f"[report {report_id}]: banned" in await said(*here, "resolve", report_id, "banned")
        assert "There are none." in await said(*here, "reports")
        assert "→ banned" in await said(*here, "reports", "--resolved")
        assert (await said(*here, "audit")).count("Ada: ") == 11
        assert "$.why" in await said(*here, "mute", "Beau", "--why", "", status=1)
        assert "There is no account" in await said(*here, "disconnect", "Nobody", "--why", "-", status=1)
        assert "is not a duration" in await said(*here, "mute", "Beau", "--for", "long", "--why", "-", status=2)


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        (("admin", "ban", "Bo"), "Why"),
        (("admin", "roles", "Bo", "moderator"), "Why"),
        (("admin", "pause", "on"), "Why"),
        (("account", "delete"), "Delete the account?"),
    ],
)
def test_an_order_that_nobody_can_be_asked_about_says_so(words: tuple[str, ...], asks: str) -> None:
    done = CliRunner().invoke(main, words, input="")
    assert (done.exit_code, "Aborted" in done.output) == (2, False), done.output
    assert asks in done.output
    assert "nobody can answer this question, because standard input has ended" in done.output


@pytest.mark.parametrize("answer", ["n", "", "maybe\nn"])
def test_an_order_that_is_not_confirmed_says_that_nothing_has_changed(answer: str) -> None:
    done = CliRunner().invoke(main, ["account", "delete"], input=f"{answer}\n")
    assert done.exit_code == 1
    assert "Error: you did not confirm it, so nothing has changed." in done.output
