"""Claim codes: players claim a code, and moderators create batches of codes."""

from collections.abc import Callable

from quarterdeck_protocol.lobby import claim_codes as messages
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

    async def claim(self, code: str) -> messages.CodeClaimed:
        """Claim the card copies and packs that a code gives. Raises `RefusedError`, whose `code` tells the reason."""
        self._check()
        return await answered(self._ask, messages.ClaimCode(code=code), messages.CodeClaimed)

    async def make(
        self,
        label: str,
        gift: messages.NewCodeGift,
        *,
        codes: int = 1,
        uses: int = 1,
        until: Milliseconds | None = None,
        ref: str | None = None,
    ) -> messages.CodesMade:
        """Create a batch of codes, as a moderator. Only this answer contains the codes. With a `ref`, a repeated
        request creates no second batch."""
        self._check()
        name = None if ref is None else Ref(ref)
        command = messages.MakeCodes(label=label, gift=gift, codes=codes, uses=uses, until=until, ref=name)
        return await answered(self._ask, command, messages.CodesMade)

    async def batches(self, before: str | None = None) -> messages.CodeBatches:
        """Return a page of the batches of codes, newest first, as a moderator. `before` is the mark of the next
        page."""
        self._check()
        return await answered(self._ask, messages.ListCodes(before=before), messages.CodeBatches)

    async def revoke(self, batch: messages.CodeBatchId, why: str) -> messages.CodesRevoked:
        """Revoke a batch, as a moderator. Players keep the cards they have claimed."""
        self._check()
        return await answered(self._ask, messages.RevokeCodes(batch=batch, why=why), messages.CodesRevoked)

    async def history(
        self, batch: messages.CodeBatchId | None = None, *, code: str | None = None, before: str | None = None
    ) -> messages.CodeHistory:
        """Return the audit log of a batch, or of one code and its batch, as a moderator."""
        self._check()
        return await answered(
            self._ask, messages.GetCodeHistory(batch=batch, code=code, before=before), messages.CodeHistory
        )

    def _check(self) -> None:
        if not self.are_taken_here:
            raise ClientError("this server has no claim codes")
