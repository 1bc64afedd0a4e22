"""The commands of the app, as they are registered."""

from discord_simulator import check
from quarterdeck_server.bots.roster import bots_for
from quarterdeck_server.services.game_offers import offers_in
from quarterdeck_server.web.discord.discord_app import COMMANDS as HANDLED
from quarterdeck_server.web.discord.slash_commands import definitions
from servers import SERVED


def test_every_command_is_valid_german_too_and_has_a_handler() -> None:
    body = definitions(offers_in("en", SERVED, bots_for(SERVED, are_searching=False)))
    for command in body:
        check("ApplicationCommandUpdateRequest", command)
        for each in (command, *command["options"]):
            assert each["description_localizations"]["de"] != each["description"]
        needed = ["required" in option for option in command["options"]]
        assert needed == sorted(needed, reverse=True), "required options come first"
    assert {command["name"] for command in body} == set(HANDLED)
    games = next(option for option in body[0]["options"] if option["name"] == "game")["choices"]
    assert {"name": "Amiibart TCG", "value": "amiibart"} in games
