"""Account messages: Ada keeps her account, makes a bot, avoids Bo, and leaves in the end; Kit keeps a deck in hers."""

from quarterdeck_protocol.lobby.accounts import (
    Account,
    Avoid,
    Avoidance,
    ChangeAccount,
    DeleteAccount,
    DeleteBot,
    GetAccount,
    ListTokens,
    MakeBot,
    MakeRecoveryCodes,
    MakeToken,
    RecoverAccount,
    Register,
    RevokeToken,
    SignedIn,
    SignIn,
    SignOut,
    TokenMade,
)
from quarterdeck_protocol.lobby.collection import (
    ClaimPacks,
    GetCollection,
    GetMovements,
    GetPacks,
    OpenPack,
    Packs,
)
from quarterdeck_protocol.lobby.kept_decks import DropDeck, KeepDeck, ListDecks
from quarterdeck_protocol.lobby.tables import ReadDeck
from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.docs_build.recorded_server import Person

PASSWORD, ANOTHER = "a long walk by the sea", "nine green bottles"
KITS_PASSWORD = "a kite in the wind"  # noqa: S105 - a story
DECKS_FOR = GameName("amiibart")
BEGUN = "4 alley-cat\n2 trip-wire\npower first-light"


async def about_accounts(ada: Person, bo: Person, cy: Person) -> None:
    """Send every message about accounts."""
    stranger = await cy.say(SignIn())
    await ada.say(Register(name="Ada Lovelace", password=PASSWORD))
    await ada.say(GetAccount())
    await ada.say(MakeBot(name="Ada's Engine"))
    assert isinstance(stranger, SignedIn)  # noqa: S101 - the answer to this command
    account = await ada.say(Avoid(player=stranger.player.id, how=Avoidance.BLOCK))
    assert isinstance(account, Account)  # noqa: S101 - the same
    scopes = (Scope.PLAY, Scope.LOBBY_READ)
    made = await ada.say(MakeToken(scopes=scopes, label="the laptop", bot=account.bots[0].id, days=30))
    assert isinstance(made, TokenMade)  # noqa: S101 - the same
    await ada.say(ListTokens())
    shown = await ada.say(MakeRecoveryCodes(password=PASSWORD))
    assert isinstance(shown, Account)  # noqa: S101 - the same
    await cy.say(SignIn(token=made.token))
    await ada.say(RevokeToken(id=made.made.id))
    await ada.say(DeleteBot(bot=account.bots[0].id))
    await ada.say(ChangeAccount(password=PASSWORD, new_name="Countess Lovelace", new_password=ANOTHER))
    await bo.say(SignIn(name="countess lovelace", password=PASSWORD))
    await bo.say(SignIn(name="countess lovelace", password=ANOTHER))
    await bo.say(SignOut())
    await cy.say(RecoverAccount(name="Countess Lovelace", code=shown.recovery_codes[0], new_password=PASSWORD))
    await cy.say(DeleteAccount(password=PASSWORD))


async def about_decks(kit: Person) -> None:
    """Let Kit have a deck judged, and keep it in her account though it is not finished."""
    await kit.say(ReadDeck(game=DECKS_FOR, deck=BEGUN))
    await kit.say(Register(name="Kit Marlowe", password=KITS_PASSWORD))
    await kit.say(KeepDeck(game=DECKS_FOR, name="Alley cats", deck=BEGUN))
    await kit.say(ListDecks(game=DECKS_FOR))
    await kit.say(DropDeck(game=DECKS_FOR, name="Alley cats"))


async def about_the_collection(kit: Person) -> None:
    """Let Kit, with an account by now, open a pack and look at her cards."""
    claimed = await kit.say(ClaimPacks(game=DECKS_FOR))
    assert isinstance(claimed, Packs)  # noqa: S101 - the answer to this command
    await kit.say(OpenPack(pack=claimed.packs[0].id, entropy="a penny in the fountain"))
    await kit.say(GetPacks())
    await kit.say(GetCollection(game=DECKS_FOR))
    await kit.say(GetMovements())
