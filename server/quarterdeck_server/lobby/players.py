"""Who is who: guests with a name and a secret token, which is kept only as its hash."""

import hashlib
import secrets
import unicodedata

import msgspec
from quarterdeck_protocol.messages import Player
from quarterdeck_protocol.names import PlayerId, Token
from quarterdeck_protocol.refusals import Refusal

from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.keeping import PlayerStore
from quarterdeck_server.refusing import Refusing

LONGEST_NAME = 32

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Player)


class Players:
    """The players that have ever signed in here and are remembered."""

    def __init__(self, store: PlayerStore, chance: Chance = secrets) -> None:
        self._store = store
        self._chance = chance

    async def welcome(self, name: str | None) -> tuple[Player, Token]:
        """Make a guest of this name, or of a made-up one, with a fresh token. Raises `Refusing`, `Unavailable`."""
        called = f"Guest {self._chance.randbelow(9000) + 1000}" if name is None else _checked(name)
        player = Player(id=PlayerId(self._chance.token_hex(8)), name=called)
        token = Token(self._chance.token_urlsafe(32))
        await self._store.put(_hashed(token), _encoder.encode(player))
        return player, token

    async def recognise(self, token: Token) -> Player:
        """Give the player who has this token. Raises `Refusing` if nobody has, `Unavailable`."""
        kept = await self._store.find(_hashed(token))
        if kept is None:
            raise Refusing(Refusal.UNKNOWN_TOKEN, "Nobody has this token, or not any more; sign in anew.", "$.token")
        return _decoder.decode(kept)


def _hashed(token: Token) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _checked(name: str) -> str:
    """Give the name in its normal form. Raises `Refusing` if it cannot be shown to others."""
    normal = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(normal) <= LONGEST_NAME:
        raise Refusing(Refusal.NAME_NOT_ALLOWED, f"A name has 1 to {LONGEST_NAME} characters.", "$.name")
    if any(unicodedata.category(character)[0] == "C" for character in normal):
        raise Refusing(Refusal.NAME_NOT_ALLOWED, "A name has only characters that can be shown.", "$.name")
    return normal
