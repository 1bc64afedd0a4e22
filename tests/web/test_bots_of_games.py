"""Which bots of the house a game has: what is told is what may be asked for, and nothing else."""

import pytest
from quarterdeck_games import GAMES
from quarterdeck_server.bots.roster import BOTS
from servers import live_server


@pytest.mark.parametrize("game", GAMES)
async def test_a_bot_that_does_not_know_a_game_is_neither_told_of_nor_seated(game: str) -> None:
    async with live_server() as server, server.player("Ada") as ada:
        offers = {offer["name"]: offer["bots"] for offer in (await ada.ask({"type": "hello"}))["games"]}
        knowing = [bot for bot in BOTS if bot != "greedy" or GAMES[game].evaluator]
        assert offers.get(game, knowing) == knowing
        table = (await ada.ask({"type": "open_table", "game": game}))["table"]["id"]
        for bot in BOTS:
            answer = await ada.ask({"type": "add_bot", "table": table, "bot": bot})
            if bot in knowing:
                assert [place["player"]["bot"] for place in answer["table"]["places"] if place["player"]][-1] == bot
                stood = await ada.ask({"type": "stand", "table": table, "seat": 1})
                assert stood["type"] == "table_changed"
            else:
                assert (answer["code"], answer["where"]) == ("unknown_bot", "$.bot")
                assert answer["text"] == f"{GAMES[game].title} has no bot `{bot}`; use one of: {', '.join(knowing)}."
