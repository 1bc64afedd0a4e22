"""The command `quarterdeck codes`: players claim codes; moderators create, list and revoke them."""

import re
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from quarterdeck_protocol.lobby.claim_codes import CodeBatch, CodeBatchId, CopiesToGive, NewCodeGift, PacksToGive
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_protocol.safe_text import safe

from quarterdeck_client.client import Client
from quarterdeck_client.commands.admin import Span, at, written
from quarterdeck_client.commands.groups import ServerGroup
from quarterdeck_client.commands.output import echo
from quarterdeck_client.commands.server_options import PATIENCE, run
from quarterdeck_client.commands.token_holder import TokenHolder, holder_options
from quarterdeck_client.errors import ClientError, RefusedError

Answer = TypeVar("Answer")


class _Here:
    """A player's or moderator's requests over a connection, for the commands about claim codes."""

    def __init__(self, holder: TokenHolder) -> None:
        self._holder = holder

    def ask(self, asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
        """Call `asking` with a connected client, and return its result."""
        return run(self._ask(asking))

    async def _ask(self, asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
        async with Client(
            self._holder.url,
            patience=PATIENCE,
            token=self._holder.token(),
            renewed=self._holder.notebook.renewing,
            client="quarterdeck codes",
        ) as client:
            return await asking(client)


class _Packs(click.ParamType[PacksToGive]):
    name = "game[:set][=count]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> PacksToGive:
        match = re.fullmatch(r"([^:=/\s]{1,64})(?::([^=\s]{1,64}))?(?:=([1-9]\d?))?", str(value))
        if match is None or int(match[3] or 1) > 20:
            self.fail(
                f"{value!r} does not name packs; write amiibart, amiibart=3 or amiibart:AB2=3, up to 20.", param, ctx
            )
        return PacksToGive(game=GameName(match[1]), set=match[2], count=int(match[3] or 1))


class _Copies(click.ParamType[CopiesToGive]):
    name = "game/card[=count]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> CopiesToGive:
        match = re.fullmatch(r"([^/=\s]{1,64})/([^=\s]{1,64})(?:=([1-9]\d{0,2}))?", str(value))
        if match is None or int(match[3] or 1) > 100:
            self.fail(
                f"{value!r} does not name copies; write amiibart/trip-wire or amiibart/trip-wire=4, up to 100.",
                param,
                ctx,
            )
        return CopiesToGive(game=GameName(match[1]), card=match[2], count=int(match[3] or 1))


_pass_here = click.make_pass_decorator(_Here)


@click.group(cls=ServerGroup)
@holder_options("A token with the scope that this needs.")
@click.pass_context
def codes(ctx: click.Context, url: str, name: str | None, token: str | None, token_file: Path | None) -> None:
    """Claim a code that gives cards and packs.

    Moderators can make such codes. You act as the player saved on this machine, or with a token: scope
    `collection:trade` to claim, `moderate` for the rest.
    """
    ctx.obj = _Here(TokenHolder.of(url, name, token, token_file))


@codes.command()
@click.option(
    "--code", prompt="Code", help="The code. Without it, the command asks, so that it is not in your shell history."
)
@_pass_here
def claim(here: _Here, code: str) -> None:
    """Claim a code. The command asks for it, so that it is not in your shell history."""
    claimed = here.ask(lambda client: client.codes.claim(code))
    echo(f"{safe(claimed.label)}:")
    for each in claimed.copies:
        echo(f"  {each.count} × {each.game}/{each.card}")
    for pack in claimed.packs:
        echo(f"  a pack of {pack.game}, {pack.id}")


@codes.command()
@click.argument("label")
@click.option(
    "--pack", "packs", multiple=True, type=_Packs(), help="Packs that each code gives, of a game or of one set."
)
@click.option(
    "--card", "copies", multiple=True, type=_Copies(), help="Copies that each code gives, of a card or printing."
)
@click.option("--codes", "count", default=1, show_default=True, type=click.IntRange(1, 1000), help="Number of codes.")
@click.option(
    "--uses",
    default=1,
    show_default=True,
    type=click.IntRange(1, 1_000_000),
    help="Number of players who can claim each code.",
)
@click.option("--for", "seconds", type=Span(), help="Duration: 30m, 12h, 7d, 2w.  [default: permanent]")
@_pass_here
def make(
    here: _Here,
    label: str,
    packs: tuple[PacksToGive, ...],
    copies: tuple[CopiesToGive, ...],
    count: int,
    uses: int,
    seconds: int | None,
) -> None:
    """Make a batch of codes.

    Players who claim one see LABEL. The codes are shown only once. Each player can claim one of them. `quarterdeck
    codes make "Summer fair" --pack amiibart=2 --uses 100 --for 2w` makes one code for a hundred players.
    """
    gift, ref = NewCodeGift(packs=packs, copies=copies), secrets.token_hex(8)

    async def making(client: Client) -> Any:
        until = None if seconds is None else Milliseconds(client.welcome.now + 1000 * seconds)
        try:
            return await client.codes.make(label, gift, codes=count, uses=uses, until=until, ref=ref)
        except RefusedError as refused:
            option = _option_at(refused.where, gift)
            if option is None:
                raise
            raise ClientError(f"{option}: {refused}") from refused

    made = here.ask(making)
    echo(_line(made.batch), err=True)
    echo(*made.codes)


def _option_at(where: str | None, gift: NewCodeGift) -> str | None:
    """Return the command-line option that caused the refusal of a gift, from the refusal's JSON path; `None` if no
    option did."""
    at = re.match(r"\$\.gift\.(packs|copies)\[(\d+)\]", where or "")
    if at is None:
        return None
    if at[1] == "packs":
        packs = gift.packs[int(at[2])]
        return f"--pack {packs.game}{'' if packs.set is None else f':{packs.set}'}"
    copies = gift.copies[int(at[2])]
    return f"--card {copies.game}/{copies.card}"


@codes.command("list")
@click.option("--before", help="The next page: the value from the end of the previous page.")
@_pass_here
def list_(here: _Here, before: str | None) -> None:
    """List the batches, newest first, with codes, claims and expiry."""
    page = here.ask(lambda client: client.codes.batches(before))
    for batch in page.batches:
        echo(_line(batch))
    if not page.batches:
        echo("There are none.")
    _more(page.before)


@codes.command()
@click.argument("batch")
@click.option("--why", prompt="Why", help="The reason. It is kept in the audit log.")
@_pass_here
def revoke(here: _Here, batch: str, why: str) -> None:
    """Withdraw a batch: its codes can no longer be claimed. Cards already claimed stay with their owners."""
    echo(_line(here.ask(lambda client: client.codes.revoke(CodeBatchId(batch), why)).batch))


@codes.command()
@click.argument("batch", required=False)
@click.option("--before", help="The next page: the value from the end of the previous page.")
@_pass_here
def history(here: _Here, batch: str | None, before: str | None) -> None:
    """Show the audit log of BATCH, newest first. Without BATCH, the command asks for a code and shows its claims."""
    code = click.prompt("Code") if batch is None else None
    of = None if batch is None else CodeBatchId(batch)
    page = here.ask(lambda client: client.codes.history(of, code=code, before=before))
    echo(_line(page.batch))
    if page.number is not None:
        echo(f"code {page.number} of it, claimed {_times(page.claimed or 0)}")
    for deed in page.deeds:
        echo(written(deed))
    _more(page.before)


def _line(batch: CodeBatch) -> str:
    gift = [f"{each.count} × {each.game}/{each.card}" for each in batch.gift.copies]
    gift += [
        f"{each.count} × a pack of {each.game}{'' if each.set is None else f':{each.set}'}" for each in batch.gift.packs
    ]
    ends = f", withdrawn {at(batch.revoked_at)}" if batch.revoked_at is not None else ""
    until = "" if batch.until is None else f", until {at(batch.until)}"
    many = f"{batch.codes} codes" if batch.codes != 1 else "1 code"
    by = "" if batch.made_by is None else f" by {safe(batch.made_by.name)}"
    return (
        f"{batch.id}  {at(batch.made_at)}{by}  {safe(batch.label)}: {', '.join(gift)}; {many} for "
        f"{batch.uses} each, claimed {_times(batch.claimed)}{until}{ends}"
    )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _more(before: str | None) -> None:
    if before is not None:
        echo(f"For the next page: --before {before}")
