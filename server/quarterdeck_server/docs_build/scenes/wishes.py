"""Scene about wish lists: Kit allows traders to find the cards that she offers. Lou wishes for one of them, and finds
Kit."""

from quarterdeck_protocol.lobby.collection.owned_copies import Collection, GetCollection
from quarterdeck_protocol.lobby.collection.wishes import (
    BeFound,
    ChangeWishes,
    FindTraders,
    FoundBy,
    GetWishes,
    TraderRole,
    WishCard,
)

from quarterdeck_server.docs_build.recorded_server import RecordedServer
from quarterdeck_server.docs_build.scenes.accounts import DECKS_FOR, with_a_pack


async def about_wishes(server: RecordedServer) -> None:
    """Send every message about wish lists, so that examples of them are recorded."""
    kit, lou = server.people("kit", "lou")
    await with_a_pack(kit, "Kit Marlowe")
    await with_a_pack(lou, "Lou Reyes")
    owned = await kit.say(GetCollection(game=DECKS_FOR))
    assert isinstance(owned, Collection)  # noqa: S101 - the answer to this command
    card = next(each.card for each in owned.copies if each.free)
    wish = WishCard(game=DECKS_FOR, card=card)
    await kit.say(BeFound(by=FoundBy.TRADERS))
    await lou.say(ChangeWishes(adds=(wish,)))
    await lou.say(FindTraders(who=TraderRole.HAS, game=DECKS_FOR, card=card))
    await lou.say(BeFound(by=FoundBy.TRADERS))
    await kit.say(FindTraders(who=TraderRole.WISHES, game=DECKS_FOR, card=card))
    await lou.say(GetWishes())
