"""Commands about the decks that a player keeps in their account."""

from typing import assert_never

from msgspec.structs import replace
from quarterdeck_protocol.lobby.kept_decks import DropDeck, KeepDeck, KeptDeckAnswer, KeptDeckCommand, ListDecks
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.web.connection_services import Services
from quarterdeck_server.web.rate_limit.quotas import KEPT_DECKS


async def obeyed(services: Services, player: PlayerId, address: str, message: KeptDeckCommand) -> KeptDeckAnswer:
    """Obey a command of a signed-in player, and return the answer. Raises `CommandRefused`, `Unavailable`."""
    answer: KeptDeckAnswer
    with services.quotas.taking(KEPT_DECKS, player):
        match message:
            case ListDecks():
                answer = await services.decks.listed(player, message.game)
            case KeepDeck():
                with services.quotas.judging(address, message.deck):
                    answer = await services.decks.keep(player, message)
            case DropDeck():
                answer = await services.decks.drop(player, message)
            case _:
                assert_never(message)
    return replace(answer, ref=message.ref)
