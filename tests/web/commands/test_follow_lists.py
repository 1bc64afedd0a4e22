"""Commands about following: what they refuse, and how soon a preference counts."""

from lobby.people import follow, following, noted, people, seen_by
from servers import live_server


async def test_an_unknown_group_of_viewers_is_refused() -> None:
    async with live_server() as server, people(server, "Ada") as (ada,):
        refused = await ada.ask({"type": "set_seen_by", "by": "friends"})
        assert (refused["code"], refused["where"]) == ("malformed", "$.by")
        assert (await ada.ask({"type": "get_following"}))["seen_by"] == "followed"


async def test_a_player_is_invisible_with_the_answer_to_the_command() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        await seen_by(bo, "everybody")
        await follow(ada, bo)
        await noted(server)
        assert (await following(ada))["Bo"]["online"]
        await seen_by(bo, "nobody")
        assert not (await following(ada))["Bo"]["online"]
