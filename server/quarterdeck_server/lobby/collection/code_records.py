"""Records of claim codes, their format, and the waiting time after wrong attempts. Pure.

A code has 80 random bits, so a hash without salt and stretching is enough: nobody can try all codes. Codes are written
in Crockford's base 32, which has no letters and digits that look alike, and in groups that can be read aloud.
"""

import hashlib
from collections.abc import Mapping

import msgspec
from quarterdeck_protocol.lobby.claim_codes import CodeBatchId, CodeClaimed, CodeGift
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collection.movements import MovementId
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.player_text import typed_code

LENGTH, GROUP = 16, 4
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})

REMEMBERED_SECONDS = 60 * 60
"""Seconds that wrong guesses are remembered after the last."""

LONGEST_WAIT = 15 * 60
FREE_A_PLAYER = 5
FREE_AN_ADDRESS = 30
"""Number of wrong guesses without a waiting time: for one player, and for all players of one address together."""


class BatchRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a batch of claim codes."""

    id: CodeBatchId
    label: str
    gift: CodeGift
    codes: int
    uses: int
    made_at: Milliseconds
    made_by: PlayerId
    until: Milliseconds | None = None
    revoked_at: Milliseconds | None = None


class CodeRecord(msgspec.Struct, frozen=True):
    """The record of a claim code, stored under its hash."""

    batch: CodeBatchId
    number: int
    """The number of the code in its batch, from 1."""

    claimed: int = 0
    """Number of claims so far."""


class LastClaimRecord(msgspec.Struct, frozen=True):
    """The record of a player's last claim. If the same command is repeated under its `ref`, it gets the same answer."""

    ref: Ref | None
    batch: CodeBatchId
    number: int
    answer: CodeClaimed


class ClaimsRecord(msgspec.Struct, frozen=True):
    """The record of all claims of a player."""

    numbers: Mapping[CodeBatchId, int] = msgspec.field(default_factory=dict)
    """The number of the claimed code in each batch."""

    last: LastClaimRecord | None = None


class GuessesRecord(msgspec.Struct, frozen=True):
    """The record of the number of wrong attempts at codes, and of the time until which no further attempt is
    accepted."""

    wrong: int = 0
    until: Milliseconds = Milliseconds(0)

    def check(self, now: Milliseconds) -> None:
        """Raise `CommandRefused` if the player has to wait before the next attempt at a code."""
        wait = self.until - now
        if wait > 0:
            text = Text("Too many wrong codes; try again in {seconds} seconds.", seconds=-(-wait // 1000))
            raise CommandRefused(RefusalCode.SLOW_DOWN, text, "$.code", retry_in=Milliseconds(wait), remaining=0)

    def once_more(self, now: Milliseconds, free: int) -> "GuessesRecord":
        """Return this record after another wrong attempt. The first `free` attempts cause no waiting time."""
        wrong = self.wrong + 1
        wait = 0 if wrong < free else min(2 ** min(wrong - free, 30), LONGEST_WAIT)
        return GuessesRecord(wrong, Milliseconds(now + 1000 * wait))


BATCHES = Collection("code_batch", BatchRecord)
CODES = Collection("code", CodeRecord)
CLAIMS = Collection("code_claims", ClaimsRecord)
"""By player."""

GUESSES = Collection("code_guesses", GuessesRecord)
"""By player, and by the mark of an address."""

BATCH_INDEX = "code_batches"
"""The index of all batches, by when they were made."""

CLAIMED = "codes_claimed"
"""The index of how often codes of each batch were claimed."""


def fresh(chance: Chance) -> str:
    """Return a new claim code in the form in which it is shown. It is shown only once."""
    drawn = "".join(DIGITS[chance.randbelow(len(DIGITS))] for _ in range(LENGTH))
    return "-".join(drawn[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def hashed(code: str) -> str:
    """Return the hash under which a claim code is stored. It is the same for every spelling of the code."""
    read = typed_code(code).translate(_READ_AS)
    return hashlib.sha256(f"quarterdeck code {read}".encode(errors="surrogatepass")).hexdigest()


def claim_of(batch: CodeBatchId, number: int, use: int) -> MovementId:
    """Return the id of the ledger movement for one use of a code. There can be only one movement with this id."""
    return MovementId(f"code:{batch}:{number}:{use}")


def check_usable(code: CodeRecord, batch: BatchRecord, claims: ClaimsRecord, now: Milliseconds) -> None:
    """Raise `CommandRefused` unless a player with these claims may claim the code now."""
    if batch.revoked_at is not None:
        raise _refused(RefusalCode.CODE_REVOKED, Text("This code was withdrawn."))
    if batch.id in claims.numbers:
        same = claims.numbers[batch.id] == code.number
        text = Text("You have already claimed this code.")
        raise _refused(
            RefusalCode.ALREADY_CLAIMED,
            text if same else Text("You have already claimed another code of this batch: each player can claim one."),
        )
    if batch.until is not None and batch.until <= now:
        raise _refused(RefusalCode.CODE_EXPIRED, Text("This code has expired."))
    if code.claimed >= batch.uses:
        raise _refused(RefusalCode.CODE_SPENT, Text("This code is used up: other players have claimed it."))


def unknown_code() -> CommandRefused:
    """Return the refusal for a code that does not exist."""
    return _refused(RefusalCode.UNKNOWN_CODE, Text("This code does not exist: check each letter."))


def unknown_batch() -> CommandRefused:
    """Return the refusal for a batch that does not exist."""
    return CommandRefused(RefusalCode.UNKNOWN_BATCH, Text("This batch of codes does not exist."), "$.batch")


def _refused(code: RefusalCode, text: Text) -> CommandRefused:
    return CommandRefused(code, text, "$.code")
