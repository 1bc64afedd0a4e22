"""Commands about the decks that a player keeps in their account."""

from quarterdeck_protocol.lobby.kept_decks import DeckDropped, DeckKept, Decks, DropDeck, KeepDeck, ListDecks

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import KEPT_DECKS


async def list_decks(caller: Caller, identity: Identity, message: ListDecks) -> Decks:
    with caller.services.quotas.taking(KEPT_DECKS, identity.player.id):
        return await caller.services.decks.listed(identity.player.id, message.game)


async def keep_deck(caller: Caller, identity: Identity, message: KeepDeck) -> DeckKept:
    quotas = caller.services.quotas
    with quotas.taking(KEPT_DECKS, identity.player.id), quotas.judging(caller.address, message.deck):
        return await caller.services.decks.keep(identity.player.id, message)


async def drop_deck(caller: Caller, identity: Identity, message: DropDeck) -> DeckDropped:
    with caller.services.quotas.taking(KEPT_DECKS, identity.player.id):
        return await caller.services.decks.drop(identity.player.id, message)
