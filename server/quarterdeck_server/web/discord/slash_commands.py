"""The commands of the app for Discord, as its host registers them."""

from collections.abc import Iterable
from typing import Any

from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.translations import said
from quarterdeck_server.web.discord.discord_messages import MOST_OPTIONS

STRING, INTEGER, USER = 3, 4, 6
GUILD, PRIVATE_CHANNEL = 0, 2

DECK = ("deck", Text("The name of a ready deck, or a deck code"), {"max_length": 400})
MINUTES = {"min_value": 1, "max_value": 60}
TIME = ("minutes", Text("Minutes for one decision"), MINUTES)
CODE = ("code", Text("The code"), {"required": True, "max_length": 64})
COMMANDS: tuple[tuple[str, str, tuple[tuple[str, str, dict[str, Any]], ...]], ...] = (
    ("table", Text("Open a table in this channel"), (("game", Text("The game"), {"required": True}), DECK, TIME)),
    (
        "challenge",
        Text("Challenge a player to a match"),
        (
            ("player", Text("The player"), {"required": True, "type": USER}),
            ("game", Text("The game"), {"required": True}),
            DECK,
            TIME,
        ),
    ),
    ("claim", Text("Claim a code for cards and packs"), (CODE,)),
    ("drop", Text("Post a code for cards and packs, with a button to claim it"), (CODE,)),
    ("pool", Text("Show your cards, to you alone"), (("game", Text("The game"), {}),)),
    (
        "card",
        Text("Show a card"),
        (
            ("game", Text("The game"), {"required": True}),
            ("name", Text("The name of the card"), {"required": True, "autocomplete": True, "max_length": 100}),
        ),
    ),
    (
        "replay",
        Text("Show a match that has ended"),
        (("match", Text("Its address or id"), {"required": True, "max_length": 300}),),
    ),
    ("coinflip", Text("Flip a coin that nobody can influence"), ()),
    ("link", Text("Link your account here with Discord"), ()),
    ("unlink", Text("End the link of your account with Discord"), ()),
)
"""Each command with its description, and its options with theirs."""


def definitions(offers: Iterable[GameOffer]) -> list[dict[str, Any]]:
    """Return the body of the request that registers all commands, for a server with these games."""
    games = [{"name": offer.title, "value": offer.name} for offer in offers][:MOST_OPTIONS]
    return [
        {
            "name": name,
            "type": 1,
            **_described(description),
            "options": [_option(*option, games) for option in options],
            "integration_types": [0],
            "contexts": [GUILD, PRIVATE_CHANNEL] if name in ("link", "unlink", "pool") else [GUILD],
        }
        for name, description, options in COMMANDS
    ]


def _option(name: str, description: str, more: dict[str, Any], games: list[dict[str, Any]]) -> dict[str, Any]:
    kind = INTEGER if name == "minutes" else STRING
    option = {"name": name, "type": kind, **_described(description), **more}
    return {**option, "choices": games} if name == "game" else option


def _described(text: str) -> dict[str, Any]:
    return {"description": said(text, "en"), "description_localizations": {"de": said(text, "de")}}
