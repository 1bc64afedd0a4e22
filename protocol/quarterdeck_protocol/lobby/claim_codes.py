"""Messages about claim codes: the gifts that a code gives, and the batches in which moderators make codes."""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.collection import CardMoved, Pack
from quarterdeck_protocol.lobby.moderation import Deed, Why
from quarterdeck_protocol.names import Count, GameName, Milliseconds
from quarterdeck_protocol.sides import FromClient, FromServer, Player, Scope, ShortId

CodeBatchId = NewType("CodeBatchId", str)
"""Codes that were made together."""

ClaimCodeText = Annotated[str, Meta(min_length=1, max_length=64)]
Game = Annotated[GameName, Meta(max_length=64)]
AnyBatchId = Annotated[CodeBatchId, Meta(min_length=1, max_length=64)]


class PacksGiven(msgspec.Struct, frozen=True, kw_only=True):
    """Packs that a code gives."""

    game: Game
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    set: ShortId | None = None
    """The set of the game's catalogue, by its id, of whose cards alone they are; `null` for all that its packs hold."""


class CopiesGiven(msgspec.Struct, frozen=True, kw_only=True):
    """Copies that a code gives."""

    game: Game
    card: ShortId
    """The id of the card, or of a printing of it, in the catalogue of the game."""

    count: Annotated[int, Meta(ge=1, le=100)] = 1


class CodeGift(msgspec.Struct, frozen=True, kw_only=True):
    """The gift of a code to every player that claims it: it is never empty."""

    packs: Annotated[tuple[PacksGiven, ...], Meta(max_length=8)] = ()
    """Packs to be opened."""

    copies: Annotated[tuple[CopiesGiven, ...], Meta(max_length=100)] = ()
    """Cards, as they are."""


class PacksToGive(PacksGiven, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Packs that a code is to give."""


class CopiesToGive(CopiesGiven, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Copies that a code is to give."""


class NewCodeGift(CodeGift, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The gift of a new code to every player that claims it: it is never empty."""

    packs: Annotated[tuple[PacksToGive, ...], Meta(max_length=8)] = ()
    """Packs to be opened."""

    copies: Annotated[tuple[CopiesToGive, ...], Meta(max_length=100)] = ()
    """Cards, as they are."""


class ClaimCode(FromClient, frozen=True, kw_only=True, tag="claim_code"):
    """Claim the gift of a code. Answered by `code_claimed`.

    A code that does not exist is `unknown_code`; one that others have used up `code_spent`, an expired one
    `code_expired`, a revoked one `code_revoked`. A player that has claimed it, or another one of its batch, is
    `already_claimed`. A guest is `not_registered`, an account that is too young `too_new`. After repeated wrong codes
    the player has to wait: every command is `slow_down` until then.
    """

    open_to = (Scope.COLLECTION_TRADE,)

    code: ClaimCodeText
    """As it was read or heard: capitals and small letters, spaces and hyphens are the same, and so are letters that
    look alike."""


class MakeCodes(FromClient, frozen=True, kw_only=True, tag="make_codes"):
    """Make a batch of codes; only moderators may. Answered by `codes_made`, which shows the codes, once."""

    open_to = (Scope.MODERATE,)

    label: Why
    """The purpose of the codes. Players that claim one read it."""

    gift: NewCodeGift
    """The gift of each code."""

    codes: Annotated[int, Meta(ge=1, le=1000)] = 1
    """Number of codes to make."""

    uses: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    """Number of players that can claim the same code, each once; of a whole batch each one code."""

    until: Milliseconds | None = None
    """Expiry of the codes, by the store's clock; `null` for never."""


class ListCodes(FromClient, frozen=True, kw_only=True, tag="list_codes"):
    """Ask for the batches of codes, the newest first; only moderators may. Answered by `code_batches`."""

    open_to = (Scope.MODERATE,)

    before: ShortId | None = None
    """The cursor of the page before; `null` for the newest."""


class RevokeCodes(FromClient, frozen=True, kw_only=True, tag="revoke_codes"):
    """Revoke a batch: nobody can claim its codes any more, and claimed gifts stay with their owners. Only moderators
    may. Answered by `codes_revoked`; a repeated command gets the same answer. A batch that does not exist is
    `unknown_batch`."""

    open_to = (Scope.MODERATE,)

    batch: AnyBatchId
    """Which one, by its id."""

    why: Why


class GetCodeHistory(FromClient, frozen=True, kw_only=True, tag="get_code_history"):
    """Ask for the audit log of a batch; only moderators may. Answered by `code_history`. A batch that does not exist is
    `unknown_batch`, a code `unknown_code`."""

    open_to = (Scope.MODERATE,)

    batch: AnyBatchId | None = None
    """The batch, by its id."""

    code: ClaimCodeText | None = None
    """Or one of its codes: somebody asks why theirs is worth nothing. One of the two has to be said."""

    before: ShortId | None = None
    """The cursor of the page before; `null` for the newest."""


class CodeBatch(msgspec.Struct, frozen=True, kw_only=True):
    """A batch of codes as moderators see it. The codes themselves are kept only as hashes."""

    id: CodeBatchId
    label: str
    gift: CodeGift
    """The gift of each of its codes."""

    codes: Count
    """Number of its codes."""

    uses: Count
    """Number of players that can claim the same code."""

    claimed: Count
    """Number of claims of its codes; `codes` times `uses` when all are spent."""

    made_at: Milliseconds
    made_by: Player | None
    """`null` for a person with access to the machine of the store."""

    until: Milliseconds | None = None
    """Expiry of its codes; `null` for never."""

    revoked_at: Milliseconds | None = None
    """The time at which the batch was revoked; `null` if it was not."""


class CodeClaimed(FromServer, frozen=True, kw_only=True, tag="code_claimed"):
    """Answers `claim_code`."""

    label: str
    """The purpose of the code."""

    packs: tuple[Pack, ...]
    """The packs that have come by it, to be opened as any other."""

    copies: tuple[CardMoved, ...]
    """The copies that have come by it."""


class CodesMade(FromServer, frozen=True, kw_only=True, tag="codes_made"):
    """Answers `make_codes`."""

    batch: CodeBatch
    """The new batch."""

    codes: tuple[str, ...]
    """The codes, in groups of four as they are to be read out. They are never shown again: empty if the same `ref` was
    carried out before; then `revoke_codes`, and make others."""


class CodeBatches(FromServer, frozen=True, kw_only=True, tag="code_batches"):
    """Answers `list_codes`."""

    batches: tuple[CodeBatch, ...]
    """The newest first; at most 50."""

    before: str | None = None
    """The cursor for the next page; `null` if these are all."""


class CodesRevoked(FromServer, frozen=True, kw_only=True, tag="codes_revoked"):
    """Answers `revoke_codes`."""

    batch: CodeBatch
    """As it stands now."""


class CodeHistory(FromServer, frozen=True, kw_only=True, tag="code_history"):
    """Answers `get_code_history`."""

    batch: CodeBatch
    """The batch, as it stands now."""

    number: Count | None = None
    """Which code of the batch was asked for, counted from 1 as they were shown; `null` if it was the batch."""

    claimed: Count | None = None
    """Number of claims of that code."""

    deeds: tuple[Deed, ...] = ()
    """The audit log of the batch, the newest first: that it was made and revoked, and every claim, with the number of
    the code in `detail`. Of a code its claims alone; the rest stands in `batch`."""

    before: str | None = None
    """The cursor for the next page; `null` if these are all."""
