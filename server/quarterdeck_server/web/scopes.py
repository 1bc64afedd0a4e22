"""Scopes of each command: a token needs one of those named here. A command that is not named here is refused to every
program. So a new command is closed to programs until it is listed."""

from collections.abc import Collection, Mapping
from typing import Any

from quarterdeck_protocol.lobby.accounts import (
    Avoid,
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
    Scope,
    SignIn,
    SignOut,
)
from quarterdeck_protocol.lobby.chat import JoinChat, LeaveChat, Report, Say
from quarterdeck_protocol.lobby.claim_codes import ClaimCode, GetCodeHistory, ListCodes, MakeCodes, RevokeCodes
from quarterdeck_protocol.lobby.collection import ClaimPacks, GetCollection, GetMovements, GetPacks, OpenPack
from quarterdeck_protocol.lobby.kept_decks import DropDeck, KeepDeck, ListDecks
from quarterdeck_protocol.lobby.matchmaking import Accept, Decline, Seek, Unseek
from quarterdeck_protocol.lobby.seats import GetSeats
from quarterdeck_protocol.lobby.standings import GetExport, GetHeadToHead, GetHistory, GetLadder, GetProfile
from quarterdeck_protocol.lobby.tables import (
    AddBot,
    Kick,
    ListTables,
    OpenTable,
    ReadDeck,
    Ready,
    Rematch,
    Reveal,
    Sit,
    Stand,
    TransferHost,
    UnwatchLobby,
    WatchLobby,
    WatchTable,
)
from quarterdeck_protocol.lobby.trades import AcceptTrade, CancelTrade, CounterTrade, GetTrade, GetTrades, OfferTrade
from quarterdeck_protocol.lobby.wishes import BeFound, ChangeWishes, FindTraders, GetWishes
from quarterdeck_protocol.messages import Act, Hello, Ping, Resign, UnwatchMatch, WatchMatch
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity

_PLAY = (Scope.PLAY,)
_HOST = (Scope.LOBBY_HOST,)
_READ = (Scope.LOBBY_READ,)
_SEE = (Scope.LOBBY_READ, Scope.PLAY)
"""A player must see tables and matches to play."""

_OWN = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)
"""A player must see their own copies to trade."""

_TRADE = (Scope.COLLECTION_TRADE,)
_MODERATE = (Scope.MODERATE,)

_SCOPES: Mapping[type[Any], tuple[Scope, ...]] = {
    Accept: _PLAY,
    AcceptTrade: _TRADE,
    Act: _PLAY,
    AddBot: _HOST,
    CancelTrade: _TRADE,
    ChangeWishes: _TRADE,
    ClaimCode: _TRADE,
    ClaimPacks: _TRADE,
    CounterTrade: _TRADE,
    Decline: _PLAY,
    DropDeck: _PLAY,
    FindTraders: _TRADE,
    KeepDeck: _PLAY,
    ListDecks: _PLAY,
    WatchLobby: _READ,
    GetCodeHistory: _MODERATE,
    GetCollection: _OWN,
    GetMovements: _OWN,
    GetPacks: _OWN,
    GetTrade: _OWN,
    GetTrades: _OWN,
    GetWishes: _OWN,
    OfferTrade: _TRADE,
    OpenPack: _TRADE,
    GetHeadToHead: _READ,
    GetHistory: _READ,
    GetLadder: _READ,
    GetProfile: _READ,
    GetSeats: _SEE,
    TransferHost: _HOST,
    Kick: _HOST,
    ListCodes: _MODERATE,
    ListTables: _READ,
    MakeCodes: _MODERATE,
    ReadDeck: _READ,
    JoinChat: _SEE,
    WatchTable: _SEE,
    OpenTable: _HOST,
    Ready: _PLAY,
    Rematch: _PLAY,
    Reveal: _PLAY,
    Report: _PLAY,
    Resign: _PLAY,
    RevokeCodes: _MODERATE,
    Say: _PLAY,
    Seek: _PLAY,
    Sit: _PLAY,
    Stand: _PLAY,
    Unseek: _PLAY,
    WatchMatch: _SEE,
}

OPEN_TO_PROGRAMS: frozenset[type[Any]] = frozenset(
    {GetAccount, Hello, Ping, RecoverAccount, SignIn, UnwatchLobby, LeaveChat, UnwatchMatch}
)
"""Commands that need no scope."""

CLOSED_TO_PROGRAMS: frozenset[type[Any]] = frozenset(
    {
        Avoid,
        BeFound,
        ChangeAccount,
        DeleteAccount,
        DeleteBot,
        GetExport,
        ListTokens,
        MakeBot,
        MakeRecoveryCodes,
        MakeToken,
        Register,
        RevokeToken,
        SignOut,
    }
)
"""Commands that no scope allows: accounts, tokens and the visibility to traders are out of reach for programs."""


def scopes_of(command: type[Any]) -> tuple[Scope, ...]:
    """Return the scopes of which a command takes one; none if no scope allows it."""
    return _SCOPES.get(command, ())


def check(command: FromClient, who: Identity, where: str) -> None:
    """Raise `CommandRefused`, with this place of the fault, if the token of the caller does not allow the command."""
    if may(command, who.scopes, is_program=who.is_program):
        return
    taken = " or ".join(f"`{scope}`" for scope in scopes_of(type(command)))
    why = f"it takes the scope {taken}" if taken else "no program may do it; sign in with a password for that"
    raise CommandRefused(RefusalCode.MISSING_SCOPE, Text("This token does not allow this: {why}.", why=why), where)


def may(command: FromClient, scopes: Collection[Scope], *, is_program: bool) -> bool:
    """True if a caller with these scopes may give this command."""
    kind = type(command)
    return not is_program or kind in OPEN_TO_PROGRAMS or any(scope in scopes for scope in scopes_of(kind))
