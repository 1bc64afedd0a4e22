"""Claim codes: players claim a code, and moderators create batches of codes."""

from collections.abc import Callable

from quarterdeck_protocol.lobby.claim_codes import (
    ClaimCode,
    CodeBatches,
    CodeBatchId,
    CodeClaimed,
    CodeHistory,
    CodesMade,
    CodesRevoked,
    GetCodeHistory,
    ListCodes,
    MakeCodes,
    NewCodeGift,
    RevokeCodes,
)
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import Milliseconds, Ref

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Ask, answered


class CodeRequests:
    """Requests about claim codes. All raise the errors of `Client.ask`, and `ClientError` if the server has no claim
    codes."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

    @property
    def are_taken_here(self) -> bool:
        """True if this server has claim codes."""
        return Capability.CLAIM_CODES in self._welcome().capabilities

    async def claim(self, code: str) -> CodeClaimed:
        """Claim the card copies and packs that a code gives. Raises `RefusedError`, whose `code` tells the reason."""
        self._check()
        return await answered(self._ask, ClaimCode(code=code), CodeClaimed)

    async def make(
        self,
        label: str,
        gift: NewCodeGift,
        *,
        codes: int = 1,
        uses: int = 1,
        until: Milliseconds | None = None,
        ref: str | None = None,
    ) -> CodesMade:
        """Create a batch of codes, as a moderator. Only this answer contains the codes. With a `ref`, a repeated
        request creates no second batch."""
        self._check()
        name = None if ref is None else Ref(ref)
        command = MakeCodes(label=label, gift=gift, codes=codes, uses=uses, until=until, ref=name)
        return await answered(self._ask, command, CodesMade)

    async def batches(self, before: str | None = None) -> CodeBatches:
        """Return a page of the batches of codes, newest first, as a moderator. `before` is the mark of the next
        page."""
        self._check()
        return await answered(self._ask, ListCodes(before=before), CodeBatches)

    async def revoke(self, batch: CodeBatchId, why: str) -> CodesRevoked:
        """Revoke a batch, as a moderator. Players keep the cards they have claimed."""
        self._check()
        return await answered(self._ask, RevokeCodes(batch=batch, why=why), CodesRevoked)

    async def history(
        self, batch: CodeBatchId | None = None, *, code: str | None = None, before: str | None = None
    ) -> CodeHistory:
        """Return the audit log of a batch, or of one code and its batch, as a moderator."""
        self._check()
        return await answered(self._ask, GetCodeHistory(batch=batch, code=code, before=before), CodeHistory)

    def _check(self) -> None:
        if not self.are_taken_here:
            raise ClientError("this server has no claim codes")
