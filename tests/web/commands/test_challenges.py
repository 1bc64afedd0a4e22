"""Challenges over connections: made, noticed, answered and played."""

from servers import live_server
from web.challenge_cases import challenged, me, open_to
from web.commands.test_notices import is_notice


async def test_a_challenge_is_noticed_accepted_and_played() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        his = await me(bo)
        for line in (ada, bo):
            await line.ask({"type": "watch_notices"})
        made = (await challenged(ada, his, seat=1, time_limit=60_000, ref="one"))["challenge"]
        assert (made["stage"], made["seat"], made["unrated"], made["has_deck"]) == ("open", 1, "unrated_table", False)
        assert (await challenged(ada, his, seat=1, time_limit=60_000, ref="one"))["challenge"] == made
        assert (await challenged(ada, his, seat=0, ref="one"))["code"] == "ref_reused"
        notice = (await bo.until(is_notice))["notice"]
        assert (notice["kind"], notice["challenge"]) == ("challenged", made)
        assert ((await open_to(ada))["sent"], (await open_to(bo))["received"]) == ([made], [made])
        accepted = (await bo.ask({"type": "accept_challenge", "challenge": made["id"]}))["challenge"]
        assert (accepted["stage"], accepted["reason"]) == ("accepted", None)
        answered = (await ada.until(is_notice))["notice"]
        assert (answered["kind"], answered["match"]) == ("challenge_answered", accepted["match"])
        assert answered["challenge"] == accepted
        update = await ada.ask({"type": "watch_match", "match": accepted["match"]})
        assert (update["type"], update["seat"]) == ("update", 1)
        again = await bo.ask({"type": "accept_challenge", "challenge": made["id"]})
        assert again["challenge"] == accepted
        late = await ada.ask({"type": "cancel_challenge", "challenge": made["id"]})
        assert (late["code"], late["where"]) == ("challenge_over", "$.challenge")


async def test_only_its_players_answer_it_and_each_in_their_own_way() -> None:
    async with (
        live_server() as server,
        server.person("Ada") as ada,
        server.person("Bo") as bo,
        server.person("Eve") as eve,
    ):
        made = (await challenged(ada, await me(bo)))["challenge"]["id"]
        for line, command in (
            (ada, "accept_challenge"),
            (ada, "decline_challenge"),
            (bo, "cancel_challenge"),
            (eve, "accept_challenge"),
            (eve, "cancel_challenge"),
        ):
            refused = await line.ask({"type": command, "challenge": made})
            assert refused["code"] == "unknown_challenge", command
        refused = await bo.ask({"type": "decline_challenge", "challenge": made, "reason": "bored"})
        assert (refused["code"], refused["where"]) == ("malformed", "$.reason")
        declined = (await bo.ask({"type": "decline_challenge", "challenge": made, "reason": "busy"}))["challenge"]
        assert (declined["stage"], declined["reason"]) == ("declined", "busy")
        hers = await me(ada)
        assert (await challenged(ada, hers))["code"] == "not_yourself"
        assert (await challenged(ada, "nobody"))["code"] == "unknown_player"
