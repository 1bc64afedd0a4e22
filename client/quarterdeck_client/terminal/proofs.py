"""Actions that the server refuses for want of a proof of who the player is: the terminal asks for one in place."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from quarterdeck_protocol.refusals import RefusalCode
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.widgets.forms import written

PASSWORD, CODE = "Your current password:", "A code of the app or a recovery code:"

Outcome = TypeVar("Outcome")


async def proven(app: App[Any], client: Client, deed: Callable[[], Awaitable[Outcome]]) -> Outcome | str | None:
    """Carry an action out. If it is refused for want of a proof, ask for one, and carry it out again. Return its
    outcome, or else a sentence that says why it is not done; `None` if the player does not want to. Raises
    `ClientError`."""
    try:
        return await deed()
    except RefusedError as refused:
        if refused.code is not RefusalCode.PROOF_NEEDED:
            raise
    account = await client.account.get()
    has_factor = account.has_second_factor
    if not (has_factor or account.has_password):
        return "Your account has no password: do this on the website."
    typed = await written(app, CODE if has_factor else PASSWORD, is_secret=not has_factor)
    if typed is None:
        return None
    await client.account.prove_identity(**({"code": typed} if has_factor else {"password": typed}))
    return await deed()
