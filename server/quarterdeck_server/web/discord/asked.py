"""One interaction with everything that its answer needs: the player, the language, and the commands of the protocol."""

from typing import Any

import msgspec
from aiohttp import web
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.site import GuestAccess
from quarterdeck_protocol.names import Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.cards.rule_books import phrases_of
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.webhooks.hook_messages import escaped
from quarterdeck_server.translations import language_for, said
from quarterdeck_server.web.connection_services import SERVICES, Services
from quarterdeck_server.web.discord.interactions import Interaction, User
from quarterdeck_server.web.http.routes.game_routes import GAMES
from quarterdeck_server.web.one_command import carried_out
from quarterdeck_server.web.previews.preview import Preview
from quarterdeck_server.web.previews.preview_picture import can_draw
from quarterdeck_server.web.previews.preview_tags import branding_of, origin_of, picture_address, version_of
from quarterdeck_server.web.previews.public_facts import preview_of
from quarterdeck_server.web.scopes import admitted


class Asked:
    """One interaction and the server that answers it."""

    def __init__(self, request: web.Request, interaction: Interaction, by: User) -> None:
        self.request = request
        self.interaction = interaction
        self.by = by
        self.language = language_for(interaction.locale)
        """The language of the user."""

        self.public_language = language_for(interaction.guild_locale or interaction.locale)
        """The language of what everybody in the channel sees."""

        self.origin = origin_of(request)
        self._number = 0

    @property
    def services(self) -> Services:
        return self.request.app[SERVICES]

    def say(self, text: str) -> str:
        """Return a text in the language of the user."""
        return said(text, self.language)

    def say_to_all(self, text: str) -> str:
        """Return a text in the language of the channel."""
        return said(text, self.public_language)

    @property
    def link(self) -> str:
        """The name under which the user is linked with a player."""
        return link_of(self.by.id)

    async def player(self) -> Identity:
        """Return the player of the user: the linked one, or a guest where the host lets guests play. Raises
        `CommandRefused`, `Unavailable`."""
        services = self.services
        identity = await services.program_links.holder(self.link)
        if identity is None:
            if services.site.admission.guests is not GuestAccess.ON:
                text = Text("Link your account first: `/link` shows you how.")
                raise CommandRefused(RefusalCode.NOT_SIGNED_IN, text)
            await services.moderation.check_newcomer(self.address)
            identity = await services.program_links.guest(self.link)
        await services.moderation.admit(identity, self.address)
        return admitted(identity, services.site)

    async def check_not_banned(self) -> None:
        """Raise `CommandRefused` if the player of the user is banned. Without the link, the ban would be forgotten."""
        identity = await self.services.program_links.holder(self.link)
        if identity is not None:
            await self.services.moderation.check(identity)

    @property
    def address(self) -> str:
        """The text by which limits and bans of addresses know the user."""
        return f"discord-{self.by.id}"

    async def ask(self, identity: Identity | None, kind: str, **fields: Any) -> dict[str, Any]:
        """Return the answer to a command of this player, or of a stranger. It is carried out once, however often the
        interaction arrives. Raises `CommandRefused`, `Unavailable`."""
        self._number += 1
        ref = Ref(f"discord-{self.interaction.id}-{self._number}")
        command = msgspec.json.encode({"type": kind, **fields, "ref": ref})
        frame = await carried_out(self.services, command, ref, identity, self.address, self.language)
        answer: dict[str, Any] = msgspec.json.decode(frame)
        return answer

    def game(self, name: str) -> AnyGame:
        """Return a game. Raises `CommandRefused`."""
        game = self.request.app[GAMES].get(name)
        if game is None:
            raise CommandRefused(RefusalCode.UNKNOWN_GAME, Text("This server does not have this game."))
        return game

    def title(self, game: str, language: str) -> str:
        """Return the title of a game."""
        return next((offer.title for offer in self.services.offers[language] if offer.name == game), game)

    def book(self, game: str, players: list[dict[str, Any]], language: str, *, is_markup: bool) -> PhraseBook:
        """Return the phrases of a game with the names of its players."""
        phrases = msgspec.convert(msgspec.to_builtins(phrases_of(self.game(game), language)), Phrases)
        names = [str(player["name"]) for player in players]
        return PhraseBook(phrases, [escaped(name) for name in names] if is_markup else names)

    async def preview(self, path: str) -> Preview:
        """Return the preview of a page, with what strangers may see of it."""
        return await preview_of(self.request, path, self.public_language)

    def picture(self, path: str, preview: Preview) -> str:
        """Return the address of the picture of a page; empty if this server draws none."""
        if not can_draw() or not self.origin:
            return ""
        version = version_of(preview, branding_of(self.request))
        return picture_address(self.origin, path, self.public_language, version)


def link_of(user: str) -> str:
    """Return the name of the link of a user of Discord."""
    return f"discord:{user}"
