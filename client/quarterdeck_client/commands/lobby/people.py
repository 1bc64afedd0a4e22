"""The command `quarterdeck people`: followed players, and private messages with them."""

import click
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.lobby.social.follow_lists import FollowedPlayer, SeenBy
from quarterdeck_protocol.names import PlayerId

from quarterdeck_client.client import Client
from quarterdeck_client.commands.groups import ServerGroup
from quarterdeck_client.commands.output import echo
from quarterdeck_client.commands.remembered_player import RememberedPlayer, as_saved_player, pass_here
from quarterdeck_client.words.collection_words import moment_in_words

SEEN = {
    SeenBy.NOBODY: "You are invisible.",
    SeenBy.FOLLOWED: "Followers that you follow too can see that you are online.",
    SeenBy.EVERYBODY: "All your followers can see that you are online.",
    SeenBy.OTHER: "A group of players that this client does not know can see that you are online.",
}


@click.group(cls=ServerGroup)
@as_saved_player("quarterdeck people")
def people() -> None:
    """Follow players, see their presence, and write to those that follow you too."""


@people.command("list")
@pass_here
def list_(here: RememberedPlayer) -> None:
    """List the players that you follow, and your unread messages."""

    async def listed(client: Client) -> list[str]:
        found = await client.following.list()
        rows = [_in_a_row(each) for each in found.players] or ["You follow no player."]
        if client.conversations.are_offered_here:
            conversations = (await client.conversations.list()).conversations
            rows += [f"{each.unread} unread from {each.player.name}" for each in conversations if each.unread]
        return [*rows, SEEN[found.seen_by]]

    echo(*here.ask_of_all(listed))


@people.command()
@click.argument("player")
@pass_here
def follow(here: RememberedPlayer, player: str) -> None:
    """Follow PLAYER, an account name. The player is not notified."""

    async def followed(client: Client) -> str:
        return _in_a_row(await client.following.follow(await _id_of(client, player)))

    echo(here.ask_of_all(followed))


@people.command()
@click.argument("player")
@pass_here
def unfollow(here: RememberedPlayer, player: str) -> None:
    """Stop following PLAYER."""

    async def unfollowed(client: Client) -> None:
        await client.following.unfollow(await _id_of(client, player))

    here.ask_of_all(unfollowed)
    echo(f"You do not follow {player}.")


@people.command("seen-by")
@click.argument("by", type=click.Choice(sent_values(SeenBy)))
@pass_here
def seen_by(here: RememberedPlayer, by: str) -> None:
    """Choose the players that see that you are online."""
    echo(SEEN[here.ask_of_all(lambda client: client.following.set_seen_by(SeenBy(by))).seen_by])


@people.command()
@click.argument("player")
@click.argument("text")
@pass_here
def write(here: RememberedPlayer, player: str, text: str) -> None:
    """Send PLAYER a private message. You must follow each other."""

    async def sent(client: Client) -> None:
        await client.conversations.send(await _id_of(client, player), text)

    here.ask_of_all(sent)
    echo("The message is sent.")


@people.command()
@click.argument("player")
@pass_here
def read(here: RememberedPlayer, player: str) -> None:
    """Show the private messages with PLAYER, and mark them as read."""

    async def shown(client: Client) -> list[str]:
        other = await _id_of(client, player)
        found = await client.conversations.get(other)
        if found.messages:
            await client.conversations.read(other, found.messages[-1].id)
        rows = [
            f"{moment_in_words(each.at)}  {found.player.name if each.sender == other else 'you'}: {each.text}"
            for each in found.messages
        ]
        return rows or ["There are no messages."]

    echo(*here.ask_of_all(shown))


@people.command()
@click.argument("player")
@pass_here
def delete(here: RememberedPlayer, player: str) -> None:
    """Delete the private messages with PLAYER for yourself."""

    async def deleted(client: Client) -> None:
        await client.conversations.delete(await _id_of(client, player))

    here.ask_of_all(deleted)
    echo("The messages are deleted here. The other player keeps them.")


async def _id_of(client: Client, name: str) -> PlayerId:
    return (await client.standings.profile(name=name[:64])).player.id


def _in_a_row(each: FollowedPlayer) -> str:
    presence = f"plays {each.game}: match {each.match}" if each.match else "online" if each.online else "offline"
    return f"{each.player.name}  {presence}"
