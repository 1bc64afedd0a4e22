"""Messages about claim codes: the gifts that a code gives, and the batches in which moderators make codes."""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.collection.owned_copies import CardMoved, Pack
from quarterdeck_protocol.lobby.moderation import Deed, Why
from quarterdeck_protocol.names import Count, GameName, Milliseconds
from quarterdeck_protocol.sides import FromClient, FromServer, Player, Scope, ShortId

CodeBatchId = NewType("CodeBatchId", str)
"""Codes that were made together."""

ClaimCodeText = Annotated[str, Meta(min_length=1, max_length=64)]
Game = Annotated[GameName, Meta(max_length=64)]
AnyBatchId = Annotated[CodeBatchId, Meta(min_length=1, max_length=64)]


class PacksGiven(msgspec.Struct, frozen=True, kw_only=True):
    """Packs that the gift of a claim code contains."""

    game: Game
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    set: ShortId | None = None
    """The id of the catalogue set that the packs draw from; `null` for all cards of the game's packs."""


class CopiesGiven(msgspec.Struct, frozen=True, kw_only=True):
    """Card copies that the gift of a claim code contains."""

    game: Game
    card: ShortId
    """The id of the card or printing in the game's catalogue."""

    count: Annotated[int, Meta(ge=1, le=100)] = 1


class CodeGift(msgspec.Struct, frozen=True, kw_only=True):
    """The gift that each player receives who claims a code. It contains at least one pack or card copy."""

    packs: Annotated[tuple[PacksGiven, ...], Meta(max_length=8)] = ()
    """Packs to be opened."""

    copies: Annotated[tuple[CopiesGiven, ...], Meta(max_length=100)] = ()
    """Copies of cards, given directly."""


class PacksToGive(PacksGiven, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Packs for the gift of a new claim code."""


class CopiesToGive(CopiesGiven, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Card copies for the gift of a new claim code."""


class NewCodeGift(CodeGift, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The gift that each player receives who claims a new code. It must contain at least one pack or card copy."""

    packs: Annotated[tuple[PacksToGive, ...], Meta(max_length=8)] = ()
    """Packs to be opened."""

    copies: Annotated[tuple[CopiesToGive, ...], Meta(max_length=100)] = ()
    """Copies of cards, given directly."""


class ClaimCode(FromClient, frozen=True, kw_only=True, tag="claim_code"):
    """Claim the gift of a code. Answered by `code_claimed`.

    Refusals: `unknown_code` if the code does not exist; `code_spent` if other players have used it up; `code_expired`;
    `code_revoked`; `already_claimed` if the player has claimed this code or another one of its batch; `not_registered`
    for a guest; `too_new` for an account that is too young. After repeated wrong codes the player has to wait, and
    every claim is refused with `slow_down` until then.
    """

    open_to = (Scope.COLLECTION_TRADE,)

    code: ClaimCodeText
    """The code as the player typed it. Case, spaces and hyphens are ignored, and letters that look alike count as the
    same."""


class MakeCodes(FromClient, frozen=True, kw_only=True, tag="make_codes"):
    """Make a batch of codes. Moderators only. Answered by `codes_made`, the only message that shows the codes."""

    open_to = (Scope.MODERATE,)

    label: Why
    """The purpose of the codes. It is shown to players that claim one."""

    gift: NewCodeGift
    """The gift of each code."""

    codes: Annotated[int, Meta(ge=1, le=1000)] = 1
    """Number of codes to make."""

    uses: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    """Number of players that can claim the same code. Each player can claim one code of the batch, once."""

    until: Milliseconds | None = None
    """The time at which the codes expire, by the store's clock; `null` for never."""


class ListCodes(FromClient, frozen=True, kw_only=True, tag="list_codes"):
    """List the batches of codes, newest first. Moderators only. Answered by `code_batches`."""

    open_to = (Scope.MODERATE,)

    before: ShortId | None = None
    """The cursor from the previous page; `null` for the first page."""


class RevokeCodes(FromClient, frozen=True, kw_only=True, tag="revoke_codes"):
    """Revoke a batch. Nobody can claim its codes any more; claimed gifts stay with their owners. Moderators only.
    Answered by `codes_revoked`; a repeated command gets the same answer. Refused with `unknown_batch` if the batch does
    not exist."""

    open_to = (Scope.MODERATE,)

    batch: AnyBatchId
    """The id of the batch."""

    why: Why


class GetCodeHistory(FromClient, frozen=True, kw_only=True, tag="get_code_history"):
    """Request the audit log of a batch. Moderators only. Answered by `code_history`. Refused with `unknown_batch` or
    `unknown_code` if the batch or the code does not exist."""

    open_to = (Scope.MODERATE,)

    batch: AnyBatchId | None = None
    """The id of the batch."""

    code: ClaimCodeText | None = None
    """A code, for example one that a player reports as not working. Send either `batch` or `code`, not both."""

    before: ShortId | None = None
    """The cursor from the previous page; `null` for the first page."""


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
    """The moderator; `null` for an operator with access to the machine of the store."""

    until: Milliseconds | None = None
    """The time at which its codes expire; `null` for never."""

    revoked_at: Milliseconds | None = None
    """The time at which the batch was revoked; `null` if it was not."""


class CodeClaimed(FromServer, frozen=True, kw_only=True, tag="code_claimed"):
    """The answer to `claim_code`."""

    label: str
    """The purpose of the code."""

    packs: tuple[Pack, ...]
    """The received packs. They are opened like any other pack."""

    copies: tuple[CardMoved, ...]
    """The received copies of cards."""


class CodesMade(FromServer, frozen=True, kw_only=True, tag="codes_made"):
    """The answer to `make_codes`."""

    batch: CodeBatch
    """The new batch."""

    codes: tuple[str, ...]
    """The codes, in groups of four characters. They are never shown again. Empty if the same `ref` was carried out
    before: if the codes are lost, revoke the batch with `revoke_codes` and make another one."""


class CodeBatches(FromServer, frozen=True, kw_only=True, tag="code_batches"):
    """The answer to `list_codes`."""

    batches: tuple[CodeBatch, ...]
    """The batches, newest first; at most 50."""

    before: str | None = None
    """The cursor for the next page; `null` on the last page."""


class CodesRevoked(FromServer, frozen=True, kw_only=True, tag="codes_revoked"):
    """The answer to `revoke_codes`."""

    batch: CodeBatch
    """The batch in its current state."""


class CodeHistory(FromServer, frozen=True, kw_only=True, tag="code_history"):
    """The answer to `get_code_history`."""

    batch: CodeBatch
    """The batch in its current state."""

    number: Count | None = None
    """The number of the requested code in its batch, counted from 1 in the order shown; `null` if the whole batch was
    requested."""

    claimed: Count | None = None
    """Number of claims of that code."""

    deeds: tuple[Deed, ...] = ()
    """The audit log of the batch, newest first: its creation, its revocation and every claim, with the number of the
    code in `detail`. For a single code, only its claims."""

    before: str | None = None
    """The cursor for the next page; `null` on the last page."""
