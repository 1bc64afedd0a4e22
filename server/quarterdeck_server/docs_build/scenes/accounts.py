"""Scenes about accounts: Ada registers, makes a bot, blocks Cy, and deletes her account. Kit saves a deck and opens a
pack."""

from quarterdeck_protocol.lobby import accounts as messages
from quarterdeck_protocol.lobby.collection.owned_copies import (
    ClaimPacks,
    GetCollection,
    GetMovements,
    GetPacks,
    OpenPack,
    Packs,
)
from quarterdeck_protocol.lobby.kept_decks import DropDeck, KeepDeck, ListDecks
from quarterdeck_protocol.lobby.tables import ReadDeck
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.docs_build.recorded_server import Person, RecordedServer

PASSWORD, ANOTHER = "a long walk by the sea", "nine green bottles"
KITS_PASSWORD = "a kite in the wind"  # noqa: S105 - a story
DECKS_FOR = GameName("amiibart")
BEGUN = "4 alley-cat\n2 trip-wire\npower first-light"


async def about_accounts(server: RecordedServer) -> None:
    """Send every message about accounts, so that examples of them are recorded."""
    ada, bo, cy = server.people("ada", "bo", "cy")
    await ada.say(messages.SignIn(name="Ada"))
    stranger = await cy.say(messages.SignIn())
    await ada.say(messages.Register(name="Ada Lovelace", password=PASSWORD))
    await ada.say(messages.GetAccount())
    await ada.say(messages.MakeBot(name="Ada's Engine"))
    assert isinstance(stranger, messages.SignedIn)  # noqa: S101 - the answer to this command
    account = await ada.say(messages.Avoid(player=stranger.player.id, how=messages.Avoidance.BLOCK))
    assert isinstance(account, messages.Account)  # noqa: S101 - the same
    scopes = (Scope.PLAY, Scope.LOBBY_READ)
    made = await ada.say(messages.MakeToken(scopes=scopes, label="the laptop", bot=account.bots[0].id, days=30))
    assert isinstance(made, messages.TokenMade)  # noqa: S101 - the same
    await ada.say(messages.ListTokens())
    shown = await ada.say(messages.MakeRecoveryCodes(password=PASSWORD))
    assert isinstance(shown, messages.Account)  # noqa: S101 - the same
    await cy.say(messages.SignIn(token=made.token))
    await ada.say(messages.RevokeToken(id=made.made.id))
    await ada.say(messages.DeleteBot(bot=account.bots[0].id))
    await ada.say(messages.ChangeAccount(password=PASSWORD, new_name="Countess Lovelace", new_password=ANOTHER))
    await bo.say(messages.SignIn(name="countess lovelace", password=PASSWORD))
    await bo.say(messages.SignIn(name="countess lovelace", password=ANOTHER))
    await bo.say(messages.SignOut())
    await cy.say(messages.RecoverAccount(name="Countess Lovelace", code=shown.recovery_codes[0], new_password=PASSWORD))
    await cy.say(messages.DeleteAccount(password=PASSWORD))


async def about_decks(server: RecordedServer) -> None:
    """Let Kit check a deck and save it in her account although it is incomplete."""
    (kit,) = server.people("kit")
    await kit.say(ReadDeck(game=DECKS_FOR, deck=BEGUN))
    await kit.say(messages.SignIn(name="Kit"))
    await kit.say(messages.Register(name="Kit Marlowe", password=KITS_PASSWORD))
    await kit.say(KeepDeck(game=DECKS_FOR, name="Alley cats", deck=BEGUN))
    await kit.say(ListDecks(game=DECKS_FOR))
    await kit.say(DropDeck(game=DECKS_FOR, name="Alley cats"))


async def about_the_collection(server: RecordedServer) -> None:
    """Let Kit open a pack and look at her cards."""
    (kit,) = server.people("kit")
    await with_a_pack(kit, "Kit Marlowe")
    await kit.say(GetPacks())
    await kit.say(GetCollection(game=DECKS_FOR))
    await kit.say(GetMovements())


async def with_a_pack(person: Person, name: str) -> PlayerId:
    """Register an account for a simulated player, and give it the cards of a pack."""
    await person.say(messages.SignIn())
    account = await person.say(messages.Register(name=name, password=KITS_PASSWORD))
    assert isinstance(account, messages.Account)  # noqa: S101 - the answer to this command
    claimed = await person.say(ClaimPacks(game=DECKS_FOR))
    assert isinstance(claimed, Packs)  # noqa: S101 - the same
    await person.say(OpenPack(pack=claimed.packs[0].id, entropy="a penny in the fountain"))
    return account.player.id
