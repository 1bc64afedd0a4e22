"""Commands about wish lists and the search for trading partners."""

from typing import assert_never

from msgspec.structs import replace
from quarterdeck_protocol.lobby.wishes import BeFound, ChangeWishes, FindTraders, GetWishes, WishAnswer, WishCommand
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.web.connection_services import Services
from quarterdeck_server.web.rate_limit.quotas import TRADER_SEARCH, WISHES


async def obeyed(services: Services, player: PlayerId, message: WishCommand) -> WishAnswer:
    """Obey a command of a signed-in player, and return the answer. Raises `CommandRefused`, `Unavailable`."""
    answer: WishAnswer
    quota = TRADER_SEARCH if isinstance(message, FindTraders) else WISHES
    with services.quotas.taking(quota, player):
        match message:
            case GetWishes():
                answer = await services.wishes.listed(player)
            case ChangeWishes():
                answer = await services.wishes.change(player, message)
            case BeFound():
                answer = await services.wishes.be_found(player, message.by)
            case FindTraders():
                answer = await services.trader_search.found(player, message)
            case _:
                assert_never(message)
    return replace(answer, ref=message.ref)
