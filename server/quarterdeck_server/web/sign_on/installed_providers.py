"""Providers of identities that other packages bring (`quarterdeck.sign_in_providers`), beside those of the file."""

from collections.abc import Mapping

import structlog
from quarterdeck_games import extensions_of
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.extensions import SignInProvider
from quarterdeck_server.lobby.sign_on.identity_links import Attempt, not_signed_on
from quarterdeck_server.lobby.sign_on.provider_file import Provider

LONGEST_SUBJECT = 1_000

_log = structlog.get_logger()


class InstalledProvider:
    """One provider of another package, with the interface of `ProviderClient`. All methods raise `CommandRefused`."""

    def __init__(self, name: str, extension: SignInProvider) -> None:
        self.provider = Provider(id=name, name=extension.title(), client_id=name, issuer=f"extension:{name}")
        self._extension = extension

    async def address(self, state: str, attempt: Attempt, redirect: str) -> str:
        """Return the address of the provider's sign-in page."""
        try:
            return await self._extension.address(state, redirect)
        except Exception as error:  # of somebody else's code
            self._note(error)
            text = Text("{name} cannot be reached. Try again in a moment.", name=self.provider.name)
            raise CommandRefused(RefusalCode.UNAVAILABLE, text) from error

    async def subject(self, code: str, issuer: str | None, attempt: Attempt, redirect: str) -> str:
        """Return the subject that a code stands for."""
        try:
            subject = await self._extension.subject(code, redirect)
        except Exception as error:  # of somebody else's code
            self._note(error)
            raise not_signed_on() from error
        if not 0 < len(subject) <= LONGEST_SUBJECT:
            raise not_signed_on()
        return subject

    def _note(self, error: Exception) -> None:
        if not isinstance(error, ValueError):
            _log.error("an extension has failed", extension=self.provider.id, why=type(error).__name__)


def installed_providers() -> Mapping[str, InstalledProvider]:
    """Return the installed providers, by name. Raises `ExtensionError`."""
    found = extensions_of("quarterdeck.sign_in_providers", SignInProvider)
    return {name: InstalledProvider(name, extension) for name, extension in found.items()}
