"""What is said about decks: Kit has one judged, and keeps it in her account though it is not finished."""

from quarterdeck_protocol.accounts import Register
from quarterdeck_protocol.kept_decks import DropDeck, KeepDeck, ListDecks
from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.tables import ReadDeck

from quarterdeck_server.docs_build.recorded_server import Person

GAME = GameName("amiibart")
BEGUN = "4 alley-cat\n2 trip-wire\npower first-light"
PASSWORD = "a kite in the wind"  # noqa: S105 - a story


async def about_decks(kit: Person) -> None:
    """Say everything that can be said about them."""
    await kit.say(ReadDeck(game=GAME, deck=BEGUN))
    await kit.say(Register(name="Kit Marlowe", password=PASSWORD))
    await kit.say(KeepDeck(game=GAME, name="Alley cats", deck=BEGUN))
    await kit.say(ListDecks(game=GAME))
    await kit.say(DropDeck(game=GAME, name="Alley cats"))
