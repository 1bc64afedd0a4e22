"""The command `quarterdeck account`: a player's account on a server."""

import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypeVar

import click
import msgspec
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.http.authorization import DeviceAuthorization
from quarterdeck_protocol.lobby.accounts import Account, AccountState, Avoidance, TokenOffered
from quarterdeck_protocol.lobby.export import Export
from quarterdeck_protocol.lobby.sign_in.sessions import OwnSession
from quarterdeck_protocol.names import PlayerId, Token
from quarterdeck_protocol.sides import PlayerKind, Scope

from quarterdeck_client.app_sign_in import CODE_CLIENT, CODE_SCOPES, sign_in_by_code, with_tokens
from quarterdeck_client.client import Client
from quarterdeck_client.commands.groups import ServerGroup
from quarterdeck_client.commands.lobby.account_decks import decks
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_client.commands.remembered_player import RememberedPlayer, as_saved_player, pass_here
from quarterdeck_client.commands.server_options import PATIENCE, run
from quarterdeck_client.lobby.account import AccountRequests
from quarterdeck_client.saved_tokens import SavedToken

Answer = TypeVar("Answer")


_new_password = click.password_option(
    "--new-password", prompt="New password", help="The command asks for it if you leave it out."
)
_password = click.option(
    "--password", prompt=True, hide_input=True, help="The command asks for it if you leave it out."
)


@click.group(cls=ServerGroup)
@as_saved_player("quarterdeck account")
def account() -> None:
    """Register, change and use an account on a server.

    Quarterdeck saves the players of this machine. `register` turns the saved guest into an account, or creates a new
    one. Use `sign-in` on another machine. A player has one session at a time: other programs of this player, `play`
    too, are disconnected.
    """


account.add_command(decks)


@account.command()
@pass_here
def show(here: RememberedPlayer) -> None:
    """Show the account."""
    _show(here.ask(AccountRequests.get))


@account.command()
@click.argument("name")
@click.password_option(help="The command asks for it if you leave it out.")
@click.option("--invite", help="The code of an invite, where the host asks for one.")
@pass_here
def register(here: RememberedPlayer, name: str, password: str, invite: str | None) -> None:
    """Register an account as NAME. It keeps the saved guest's matches, or starts as a new player."""
    if here.name is None and here.notebook.find(here.url, None) is None:
        own = run(_registered(here, name, password, invite))
    else:
        own = here.ask(lambda requests: requests.register(name, password, invite=invite))
        _remember_name(here, own)
    _show(own)
    if own.state is AccountState.WAITING:
        echo("The account waits for approval by a moderator.")
    _show_codes(own.recovery_codes)


async def _registered(here: RememberedPlayer, name: str, password: str, invite: str | None) -> Account:
    """Register a new player in the account. This machine has no saved player of this name yet."""
    async with Client(here.url, patience=PATIENCE, client="quarterdeck account") as client:
        account = await client.account.register(name, password, invite=invite)
        here.notebook.note(SavedToken(url=here.url, name=account.player.name, token=client.token))
        return account


@account.command("recover")
@click.argument("name")
@click.option("--code", prompt="Recovery code", hide_input=True, help="The command asks for it if you leave it out.")
@_new_password
@pass_here
def recover(here: RememberedPlayer, name: str, code: str, new_password: str) -> None:
    """Set a new password for the account NAME with a recovery code. Every other session ends."""
    run(_recover(here, name, code, new_password))
    echo(f"You are {name} at {here.url}, with the new password. That recovery code is used up.")


async def _recover(here: RememberedPlayer, name: str, code: str, new_password: str) -> None:
    async with Client(
        here.url, patience=PATIENCE, name=name, password=new_password, recovery_code=code, client="quarterdeck account"
    ) as client:
        here.notebook.note(SavedToken(url=here.url, name=client.player.name, token=client.token))


@account.command("codes")
@_password
@pass_here
def make_codes(here: RememberedPlayer, password: str) -> None:
    """Make new recovery codes. The old ones stop working."""
    _show_codes(here.ask(lambda requests: requests.make_recovery_codes(password)))


@account.command("sign-in")
@click.argument("name", required=False)
@click.option("--password", help="The command asks for it if you leave it out.")
@click.option("--code", help="A code of your second factor, if you have one.")
@click.option("--by-code", is_flag=True, help="Allow it with a code in a browser where you are signed in.")
@pass_here
def sign_in(here: RememberedPlayer, name: str | None, password: str | None, code: str | None, by_code: bool) -> None:
    """Sign in to the account NAME on this machine, or with `--by-code` without a password here."""
    if by_code:
        name = run(_sign_in_by_code(here))
    elif name is None:
        raise click.UsageError("give the NAME of your account, or --by-code")
    else:
        run(_sign_in(here, name, password or click.prompt("Password", hide_input=True), code))
    echo(f"You are {name} at {here.url}.")


async def _sign_in_by_code(here: RememberedPlayer) -> str:
    def show(asked: DeviceAuthorization) -> None:
        echo(f"Open {asked.verification_uri}", f"Enter the code: {asked.user_code}")

    tokens = await sign_in_by_code(here.url, CODE_CLIENT, CODE_SCOPES, show)
    async with Client(here.url, patience=PATIENCE, token=Token(tokens.access_token), client=CODE_CLIENT) as client:
        player = SavedToken(url=here.url, name=client.player.name, token=client.token)
        here.notebook.note(with_tokens(player, tokens))
        return client.player.name


async def _sign_in(here: RememberedPlayer, name: str, password: str, code: str | None = None) -> None:
    async with Client(
        here.url, patience=PATIENCE, name=name, password=password, code=code, client="quarterdeck account"
    ) as client:
        here.notebook.note(SavedToken(url=here.url, name=client.player.name, token=client.token))


@account.command("sign-out")
@click.option("--everywhere", is_flag=True, help="Sign out on every machine.")
@pass_here
def sign_out(here: RememberedPlayer, everywhere: bool) -> None:
    """Sign out on this machine."""
    here.ask(lambda requests: requests.sign_out(everywhere=everywhere))
    here.forget()
    echo("Signed out.")


@account.command()
@click.argument("new_name")
@_password
@pass_here
def rename(here: RememberedPlayer, new_name: str, password: str) -> None:
    """Change your name to NEW_NAME."""
    own = here.ask(lambda requests: requests.change(password, new_name=new_name))
    _remember_name(here, own)
    _show(own)


@account.command("password")
@_password
@_new_password
@pass_here
def change_password(here: RememberedPlayer, password: str, new_password: str) -> None:
    """Change your password. Every other session ends."""
    here.ask(lambda requests: requests.change(password, new_password=new_password))
    echo("Your password has changed; every other session has ended.")


@account.command()
@click.option("--password", help="The command asks for it if the account has a password.")
@click.confirmation_option(prompt="This deletes your name, tokens and bots permanently. Delete the account?")
@pass_here
def delete(here: RememberedPlayer, password: str | None) -> None:
    """Delete the account. Matches stay, without its name."""
    own = here.ask(AccountRequests.get)
    if own.player.kind is PlayerKind.PERSON and password is None:
        password = click.prompt("Password", hide_input=True)
    here.ask(lambda requests: requests.delete(password))
    here.forget()
    echo("The account is deleted.")


@account.command()
@click.argument("player")
@click.option("--how", type=click.Choice(sent_values(Avoidance)), default="block", show_default=True)
@pass_here
def avoid(here: RememberedPlayer, player: str, how: str) -> None:
    """Mute or block the player with this id."""
    _show(here.ask(lambda requests: requests.avoid(PlayerId(player), Avoidance(how))))


@account.command("make-bot")
@click.argument("name")
@pass_here
def make_bot(here: RememberedPlayer, name: str) -> None:
    """Create an account for your own program, marked as a bot."""
    _show(here.ask(lambda requests: requests.make_bot(name)))


@account.command("delete-bot")
@click.argument("bot")
@pass_here
def delete_bot(here: RememberedPlayer, bot: str) -> None:
    """Delete your bot with this id."""
    _show(here.ask(lambda requests: requests.delete_bot(PlayerId(bot))))


SCOPES = f"A right of the token; may be repeated: {', '.join(sent_values(Scope))}."


@account.command("make-token")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    required=True,
    type=click.Choice(sent_values(Scope)),
    metavar="SCOPE",
    help=SCOPES,
)
@click.option("--bot", help="The id of your bot; without it, the token is for your own account.")
@click.option("--label", default="", help="A label: what the token is for.")
@click.option(
    "--days", type=click.IntRange(1, 366), default=366, show_default=True, help="How long the token is valid."
)
@click.option(
    "--overlay-delay", type=click.IntRange(0, 600), help="With the scope overlay: how many seconds it is behind."
)
@pass_here
def make_token(
    here: RememberedPlayer,
    scopes: tuple[str, ...],
    bot: str | None,
    label: str,
    days: int,
    overlay_delay: int | None,
) -> None:
    """Make a token for a program. It is printed once and never again."""
    allowed = [Scope(scope) for scope in scopes]
    bot_id = None if bot is None else PlayerId(bot)
    made = here.ask(
        lambda requests: requests.make_token(allowed, label=label, bot=bot_id, days=days, overlay_delay=overlay_delay)
    )
    echo(made.token)


@account.command()
@pass_here
def export(here: RememberedPlayer) -> None:
    """Print all data that the server has about you, as JSON."""
    echo_json(here.ask_of_all(_export), indent=2)


async def _export(client: Client) -> Export:
    """Return the export with all matches. One answer of the server contains only the newest, so this reads the others
    page by page."""
    export = await client.standings.export()
    matches = tuple([match async for match in client.standings.matches()])
    return msgspec.structs.replace(export, matches=matches, before=None, ref=None)


@account.command()
@pass_here
def tokens(here: RememberedPlayer) -> None:
    """List the tokens made for programs."""
    _show_tokens(here.ask(AccountRequests.tokens))


@account.command("revoke-token")
@click.argument("token_id")
@pass_here
def revoke_token(here: RememberedPlayer, token_id: str) -> None:
    """Revoke the token with this id."""
    _show_tokens(here.ask(lambda requests: requests.revoke(token_id)))


@account.command("second-factor")
@_password
@click.option("--remove", is_flag=True, help="Turn it off.")
@pass_here
def second_factor(here: RememberedPlayer, password: str, remove: bool) -> None:
    """Turn the second factor on: a sign-in with the password then needs a code of an app too."""
    if remove:
        code = click.prompt("A code of the app, or a recovery code")
        here.ask(lambda requests: requests.remove_second_factor(code))
        echo("The second factor is off.")
        return
    here.ask(lambda requests: requests.prove_identity(password=password))
    begun = here.ask(AccountRequests.begin_second_factor)
    echo(f"Enter this secret into your app: {begun.secret}", begun.address)
    code = click.prompt("A code of the app")
    here.ask(lambda requests: requests.confirm_second_factor(code))
    echo("The second factor is on. Keep your recovery codes: each replaces a code of the app once.")


@account.command()
@pass_here
def devices(here: RememberedPlayer) -> None:
    """List the devices where you are signed in."""
    _show_sessions(here.ask(AccountRequests.sessions))


@account.command("sign-out-device")
@click.argument("session_id", required=False)
@click.option("--others", is_flag=True, help="Sign out on all devices but this one.")
@pass_here
def sign_out_device(here: RememberedPlayer, session_id: str | None, others: bool) -> None:
    """Sign out on the device with this id, as `devices` lists it."""
    if (session_id is None) is not others:
        raise click.UsageError("give either the id of a device or --others")
    if session_id is None:
        _show_sessions(here.ask(AccountRequests.end_other_sessions))
    else:
        _show_sessions(here.ask(lambda requests: requests.end_session(session_id)))


@account.command("allow")
@click.argument("code")
@pass_here
def allow(here: RememberedPlayer, code: str) -> None:
    """Allow or deny the request of a program that has shown you CODE."""
    asked = here.ask(lambda requests: requests.device_request(code))
    whose = f", for its user {asked.account}" if asked.account else ". Nobody has checked this name"
    echo(
        f"{asked.client} asks to act for you{whose}.",
        f"It may: {', '.join(asked.scopes)}, for {asked.days} days. You can revoke its token at any time.",
        "Allow it only if you have asked for this code yourself. If somebody sent it to you, deny it.",
    )
    is_allowed = click.confirm("Allow it?", default=False)
    here.ask(lambda requests: requests.answer_device_request(code, allow=is_allowed))
    echo("It may act for you now." if is_allowed else "It was denied.")


def _remember_name(here: RememberedPlayer, account: Account) -> None:
    """Save the player's current name on this machine."""
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


def _show_sessions(sessions: Sequence[OwnSession]) -> None:
    for each in sessions:
        used = datetime.fromtimestamp(each.used_on / 1000, UTC).date()
        here = "  (this one)" if each.is_present else ""
        echo(f"{each.id}  {used}  {each.client or 'unnamed program'}{here}")


def _show_tokens(made: tuple[TokenOffered, ...]) -> None:
    for token in made:
        echo(f"{token.id}  {token.player.name}  {', '.join(token.scopes)}  {token.label}".rstrip())
    if not made:
        echo("There are no tokens.")
