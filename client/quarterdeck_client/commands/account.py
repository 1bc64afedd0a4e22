"""`quarterdeck account`: a player's account on a server, from the command line."""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import click
import msgspec
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.lobby.accounts import Account, Avoidance, TokenOffered
from quarterdeck_protocol.lobby.export import Export
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import PlayerKind, Scope

from quarterdeck_client.client import Client
from quarterdeck_client.commands.account_decks import decks
from quarterdeck_client.commands.groups import ServerGroup
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_client.commands.remembered_player import RememberedPlayer
from quarterdeck_client.commands.server_options import PATIENCE, run, url_option
from quarterdeck_client.lobby.account import AccountRequests
from quarterdeck_client.saved_tokens import SavedToken, SavedTokens, usual_path

Answer = TypeVar("Answer")


_pass_here = click.make_pass_decorator(RememberedPlayer)
_new_password = click.password_option("--new-password", prompt="New password", help="Asked for if it is not given.")
_password = click.option("--password", prompt=True, hide_input=True, help="Asked for if it is not given.")


@click.group(cls=ServerGroup)
@url_option
@click.option("--name", help="Which of the players that are remembered.  [default: who played last]")
@click.option(
    "--token-file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where it is remembered who you are.  [default: in $XDG_STATE_HOME/quarterdeck]",
)
@click.pass_context
def account(ctx: click.Context, url: str, name: str | None, token_file: Path | None) -> None:
    """Keep, change and use an account on a server.

    Who has played here is remembered; `register` keeps that guest, or begins anew if there is none; `sign-in` is for
    another machine. A player is in one place at a time: what still runs as this player here, `play` too, is closed.
    """
    ctx.obj = RememberedPlayer(
        url.rstrip("/"), name, SavedTokens(token_file or usual_path()), client="quarterdeck account"
    )


account.add_command(decks)


@account.command()
@_pass_here
def show(here: RememberedPlayer) -> None:
    """Show the account."""
    _show(here.ask(AccountRequests.get))


@account.command()
@click.argument("name")
@click.password_option(help="Asked for if it is not given.")
@_pass_here
def register(here: RememberedPlayer, name: str, password: str) -> None:
    """Keep the account under NAME, which is yours alone from then on; a new one, if nobody is remembered here."""
    if here.name is None and here.notebook.find(here.url, None) is None:
        own = run(_registered(here, name, password))
    else:
        own = here.ask(lambda requests: requests.register(name, password))
        _remember_name(here, own)
    _show(own)
    _show_codes(own.recovery_codes)


async def _registered(here: RememberedPlayer, name: str, password: str) -> Account:
    """Register a new player that has not played here yet."""
    async with Client(here.url, patience=PATIENCE, client="quarterdeck account") as client:
        account = await client.account.register(name, password)
        here.notebook.note(SavedToken(url=here.url, name=account.player.name, token=client.token))
        return account


@account.command("recover")
@click.argument("name")
@click.option("--code", prompt="Recovery code", hide_input=True, help="Asked for if it is not given.")
@_new_password
@_pass_here
def recover(here: RememberedPlayer, name: str, code: str, new_password: str) -> None:
    """Come back to the account called NAME with a recovery code, and a new password; every other session ends."""
    run(_recover(here, name, code, new_password))
    echo(f"You are {name} at {here.url}, with the new password. That code is worth nothing any more.")


async def _recover(here: RememberedPlayer, name: str, code: str, new_password: str) -> None:
    async with Client(
        here.url, patience=PATIENCE, name=name, password=new_password, recovery_code=code, client="quarterdeck account"
    ) as client:
        here.notebook.note(SavedToken(url=here.url, name=client.player.name, token=client.token))


@account.command("codes")
@_password
@_pass_here
def make_codes(here: RememberedPlayer, password: str) -> None:
    """Take new recovery codes; those of before are worth nothing any more."""
    _show_codes(here.ask(lambda requests: requests.make_recovery_codes(password)))


@account.command("sign-in")
@click.argument("name")
@_password
@_pass_here
def sign_in(here: RememberedPlayer, name: str, password: str) -> None:
    """Be the player called NAME on this machine."""
    run(_sign_in(here, name, password))
    echo(f"You are {name} at {here.url}.")


async def _sign_in(here: RememberedPlayer, name: str, password: str) -> None:
    async with Client(
        here.url, patience=PATIENCE, name=name, password=password, client="quarterdeck account"
    ) as client:
        here.notebook.note(SavedToken(url=here.url, name=client.player.name, token=client.token))


@account.command("sign-out")
@click.option("--everywhere", is_flag=True, help="On every machine.")
@_pass_here
def sign_out(here: RememberedPlayer, everywhere: bool) -> None:
    """Be nobody on this machine."""
    here.ask(lambda requests: requests.sign_out(everywhere=everywhere))
    here.forget()
    echo("Signed out.")


@account.command()
@click.argument("new_name")
@_password
@_pass_here
def rename(here: RememberedPlayer, new_name: str, password: str) -> None:
    """Be called NEW_NAME from now on."""
    own = here.ask(lambda requests: requests.change(password, new_name=new_name))
    _remember_name(here, own)
    _show(own)


@account.command("password")
@_password
@_new_password
@_pass_here
def change_password(here: RememberedPlayer, password: str, new_password: str) -> None:
    """Take a new password; every other session ends."""
    here.ask(lambda requests: requests.change(password, new_password=new_password))
    echo("Your password has changed; every other session has ended.")


@account.command()
@click.option("--password", help="Asked for if the account has one.")
@click.confirmation_option(prompt="Your name, tokens and bots go for good. Delete the account?")
@_pass_here
def delete(here: RememberedPlayer, password: str | None) -> None:
    """Delete the account; matches stay, without the name."""
    own = here.ask(AccountRequests.get)
    if own.player.kind is PlayerKind.PERSON and password is None:
        password = click.prompt("Password", hide_input=True)
    here.ask(lambda requests: requests.delete(password))
    here.forget()
    echo("The account is deleted.")


@account.command()
@click.argument("player")
@click.option("--how", type=click.Choice(sent_values(Avoidance)), default="block", show_default=True)
@_pass_here
def avoid(here: RememberedPlayer, player: str, how: str) -> None:
    """Keep away from the player with this id."""
    _show(here.ask(lambda requests: requests.avoid(PlayerId(player), Avoidance(how))))


@account.command("make-bot")
@click.argument("name")
@_pass_here
def make_bot(here: RememberedPlayer, name: str) -> None:
    """Make an account for a program of your own, marked as a bot."""
    _show(here.ask(lambda requests: requests.make_bot(name)))


@account.command("delete-bot")
@click.argument("bot")
@_pass_here
def delete_bot(here: RememberedPlayer, bot: str) -> None:
    """Delete the account of your own bot with this id."""
    _show(here.ask(lambda requests: requests.delete_bot(PlayerId(bot))))


@account.command("make-token")
@click.option("--scope", "scopes", multiple=True, required=True, type=click.Choice(sent_values(Scope)))
@click.option("--bot", help="The id of your own bot; without it, the token is for yourself.")
@click.option("--label", default="", help="What it is for.")
@click.option("--days", type=click.IntRange(1, 366), default=366, show_default=True, help="For how long.")
@_pass_here
def make_token(here: RememberedPlayer, scopes: tuple[str, ...], bot: str | None, label: str, days: int) -> None:
    """Make a token for a program. It is printed once and never again."""
    allowed = [Scope(scope) for scope in scopes]
    bot_id = None if bot is None else PlayerId(bot)
    made = here.ask(lambda requests: requests.make_token(allowed, label=label, bot=bot_id, days=days))
    echo(made.token)


@account.command()
@_pass_here
def export(here: RememberedPlayer) -> None:
    """Print everything that is kept about you, as JSON."""
    echo_json(here.ask_of_all(_export), indent=2)


async def _export(client: Client) -> Export:
    """Return the export with all matches, of which one frame holds only the newest."""
    export = await client.standing.export()
    matches = tuple([match async for match in client.standing.matches()])
    return msgspec.structs.replace(export, matches=matches, before=None, ref=None)


@account.command()
@_pass_here
def tokens(here: RememberedPlayer) -> None:
    """List the tokens made for programs."""
    _show_tokens(here.ask(AccountRequests.tokens))


@account.command("revoke-token")
@click.argument("token_id")
@_pass_here
def revoke_token(here: RememberedPlayer, token_id: str) -> None:
    """Make the token with this id worthless."""
    _show_tokens(here.ask(lambda requests: requests.revoke(token_id)))


def _remember_name(here: RememberedPlayer, account: Account) -> None:
    """Find the player under the name that they have now."""
    known = here.notebook.find(here.url, here.name)
    if known is not None:
        with contextlib.suppress(OSError):
            here.notebook.rename(known, account.player.name)


def _show(account: Account) -> None:
    echo(f"{account.player.name} ({account.player.kind.value}, id {account.player.id})")
    if account.player.kind is PlayerKind.PERSON:
        echo(f"  codes     {account.recovery_codes_left} recovery codes have not been used")
    for role in account.roles:
        echo(f"  role      {role}")
    for bot in account.bots:
        echo(f"  bot       {bot.name} (id {bot.id})")
    for each in account.avoided:
        echo(f"  {each.how.value:<8}  {each.player.name} (id {each.player.id})")


def _show_codes(codes: Sequence[str]) -> None:
    echo(
        "",
        "Recovery codes. Each lets you in once if you lose your password (`quarterdeck account recover`). They are",
        "shown now and never again: write them down.",
        *(f"  {code}" for code in codes),
    )


def _show_tokens(made: tuple[TokenOffered, ...]) -> None:
    for token in made:
        echo(f"{token.id}  {token.player.name}  {', '.join(token.scopes)}  {token.label}".rstrip())
    if not made:
        echo("There are no tokens.")
