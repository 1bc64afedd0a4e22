"""The command `quarterdeck admin`: moderation over HTTP."""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.lobby.admission import MOST_USES, InviteMade
from quarterdeck_protocol.lobby.moderation import (
    Deed,
    DeedKind,
    FiledReport,
    MatchPause,
    PasswordReset,
    PauseDetails,
    PlayerFile,
    Role,
    SanctionKind,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId, ReportId
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_client.commands.groups import ServerGroup
from quarterdeck_client.commands.output import echo
from quarterdeck_client.commands.server_options import run
from quarterdeck_client.commands.token_holder import TokenHolder, holder_options
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.lobby.moderation import Moderators

Answer = TypeVar("Answer")

UNITS = {"s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60, "w": 7 * 24 * 60 * 60}
REVOKED = {"mute": SanctionKind.MUTE, "ban": SanctionKind.BAN}


class _Here:
    """The HTTP requests of a moderator."""

    def __init__(self, holder: TokenHolder) -> None:
        self._holder = holder

    def ask(self, asking: Callable[[Moderators], Awaitable[Answer]]) -> Answer:
        """Call `asking` with the moderator's HTTP client, and return its result."""
        return run(self._ask(asking))

    def order(self, player: str, give: Callable[[Moderators, PlayerId], Awaitable[Deed]]) -> None:
        """Send a moderator's order about a player, and print its entry in the audit log."""

        async def given(moderators: Moderators) -> Deed:
            return await give(moderators, (await found(moderators, player)).player.id)

        echo(written(self.ask(given)))

    async def _ask(self, asking: Callable[[Moderators], Awaitable[Answer]]) -> Answer:
        return await asking(Moderators(self._holder.url, self._holder.token()))


async def found(moderators: Moderators, player: str) -> PlayerFile:
    """Return the player with this name or id."""
    if re.fullmatch(r"(bot-)?[0-9a-f]{16}", player):
        return await moderators.player(PlayerId(player))
    return await moderators.named(player)


class Span(click.ParamType[int]):
    """Type of a command line option: a duration such as `2w`; its value is in seconds."""

    name = "span"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the duration in seconds."""
        match = re.fullmatch(r"(\d+)([smhdw])", str(value))
        if match is None or int(match[1]) == 0:
            self.fail(f"{value!r} is not a duration; write 30m, 12h, 7d or 2w.", param, ctx)
        return int(match[1]) * UNITS[match[2]]


_pass_here = click.make_pass_decorator(_Here)
_player = click.argument("player")
_why = click.option("--why", prompt="Why", help="The reason. It is kept in the audit log and shown to the player.")
_logged = click.option("--why", prompt="Why", help="The reason. It is kept in the audit log.")
_for = click.option("--for", "seconds", type=Span(), help="Duration: 30m, 12h, 7d, 2w.  [default: permanent]")


@click.group(cls=ServerGroup)
@holder_options("A token with the scope `moderate`.")
@click.pass_context
def admin(ctx: click.Context, url: str, name: str | None, token: str | None, token_file: Path | None) -> None:
    """Moderate a server: reports, sanctions, roles, the audit log.

    PLAYER is a name, or an id as in reports (names of guests are not unique). You act as the player saved on this
    machine, or with a token. Make the first admin on the store's machine, with
    `make-first`.
    """
    ctx.obj = _Here(TokenHolder.of(url, name, token, token_file))


@admin.command()
@click.option("--resolved", is_flag=True, help="List resolved reports.")
@click.option("--before", help="The next page: the value from the end of the previous page.")
@_pass_here
def reports(here: _Here, resolved: bool, before: str | None) -> None:
    """List reports of players, newest first."""
    page = here.ask(lambda moderators: moderators.reports(resolved=resolved, before=before))
    for report in page.reports:
        echo(*_report(report))
    if not page.reports:
        echo("There are none.")
    _more(page.before)


@admin.command()
@click.argument("report")
@click.argument("verdict")
@_pass_here
def resolve(here: _Here, report: str, verdict: str) -> None:
    """Resolve a report, with a reason."""
    ref = _ref()
    echo(written(here.ask(lambda moderators: moderators.resolve(ReportId(report), verdict, ref=ref))))


@admin.command()
@_player
@_pass_here
def show(here: _Here, player: str) -> None:
    """Show a player: id, roles and current sanctions."""
    file = here.ask(lambda moderators: found(moderators, player))
    echo(f"{file.player.name} ({file.player.id}), {file.player.kind}, since {at(file.since)}")
    echo(f"roles: {', '.join(file.roles) or 'none'}")
    for each in file.sanctions:
        also = ", with their addresses" if each.address else ""
        echo(f"{each.kind} {_until(each.until)}{also}: {each.why} ({each.by.name}, {at(each.at)})")


@admin.command()
@_player
@_why
@_for
@_pass_here
def mute(here: _Here, player: str, why: str, seconds: int | None) -> None:
    """Mute a player: they can only send phrases."""
    ref = _ref()
    here.order(
        player, lambda moderators, id_: moderators.sanction(id_, SanctionKind.MUTE, why, seconds=seconds, ref=ref)
    )


@admin.command()
@_player
@_why
@_pass_here
def disconnect(here: _Here, player: str, why: str) -> None:
    """Close a player's connections, once."""
    ref = _ref()
    here.order(player, lambda moderators, id_: moderators.sanction(id_, SanctionKind.DISCONNECT, why, ref=ref))


@admin.command()
@_player
@_why
@_for
@click.option(
    "--address", is_flag=True, help="Also ban guests from the player's recent addresses, for at most 30 days."
)
@_pass_here
def ban(here: _Here, player: str, why: str, seconds: int | None, address: bool) -> None:
    """Ban a player and their bots."""
    ref = _ref()
    here.order(
        player,
        lambda moderators, id_: moderators.sanction(
            id_, SanctionKind.BAN, why, seconds=seconds, address=address, ref=ref
        ),
    )


@admin.command()
@_player
@click.argument("kind", type=click.Choice(list(REVOKED)))
@_why
@_pass_here
def revoke(here: _Here, player: str, kind: str, why: str) -> None:
    """End a mute or a ban early."""
    ref = _ref()
    here.order(player, lambda moderators, id_: moderators.revoke(id_, REVOKED[kind], why, ref=ref))


@admin.command()
@_player
@click.argument("new_name")
@_why
@_pass_here
def rename(here: _Here, player: str, new_name: str, why: str) -> None:
    """Rename a player."""
    ref = _ref()
    here.order(player, lambda moderators, id_: moderators.rename(id_, new_name, why, ref=ref))


@admin.command("rename-club")
@click.argument("club")
@click.argument("new_name")
@_logged
@_pass_here
def rename_club(here: _Here, club: str, new_name: str, why: str) -> None:
    """Rename a club, by its id: the end of its address in the browser."""
    ref = _ref()
    echo(written(here.ask(lambda moderators: moderators.rename_club(club, new_name, why, ref=ref))))


@admin.command("close-club")
@click.argument("club")
@_logged
@_pass_here
def close_club(here: _Here, club: str, why: str) -> None:
    """Close a club, by its id. It is deleted."""
    ref = _ref()
    echo(written(here.ask(lambda moderators: moderators.close_club(club, why, ref=ref))))


@admin.command("reset-password")
@_player
@_why
@_pass_here
def reset_password(here: _Here, player: str, why: str) -> None:
    """Reset the password of a player who has lost it and all codes.

    First make sure that the account is theirs. Their password, sessions and recovery codes stop working. Give them
    the new code privately: with it, `quarterdeck account recover` sets a new password.
    """
    ref = _ref()

    async def resetting(moderators: Moderators) -> PasswordReset:
        return await moderators.reset_password((await found(moderators, player)).player.id, why, ref=ref)

    done = here.ask(resetting)
    echo(written(done.deed))
    if done.code is not None:
        echo(f"The code for the player: {done.code}")


@admin.command("roles")
@_player
@click.argument("given", metavar="[ROLE]...", nargs=-1, type=click.Choice(sent_values(Role)))
@_why
@_pass_here
def set_roles(here: _Here, player: str, given: tuple[str, ...], why: str) -> None:
    """Set the roles of a player. Only an admin can do this."""
    ref, roles = _ref(), [Role(each) for each in given]
    here.order(player, lambda moderators, id_: moderators.set_roles(id_, roles, why, ref=ref))


@admin.command()
@click.option("--before", help="The next page: the value from the end of the previous page.")
@_pass_here
def audit(here: _Here, before: str | None) -> None:
    """Show the audit log of moderators, newest first."""
    page = here.ask(lambda moderators: moderators.audit(before=before))
    for deed in page.deeds:
        echo(written(deed))
    _more(page.before)


@admin.command()
@click.argument("word", type=click.Choice(["on", "off"]), required=False)
@click.option("--why", help="The reason. It is kept in the audit log for moderators.")
@click.option("--reason", help="The reason that all players read.")
@click.option("--for", "seconds", type=Span(), help="The expected duration, that all players read: 30m, 12h, 7d.")
@_pass_here
def pause(here: _Here, word: str | None, why: str | None, reason: str | None, seconds: int | None) -> None:
    """Pause new matches, or allow them again.

    Running matches continue. Without ON or OFF, the command prints the state and the number of running matches. Only
    an admin can change it. The pause does not end by itself after the expected time.
    """
    if word is not None:
        known, ref, is_on = why or click.prompt("Why"), _ref(), word == "on"
        until = None if seconds is None else int(datetime.now(UTC).timestamp() + seconds) * 1000
        echo(
            written(
                here.ask(
                    lambda moderators: moderators.set_pause(is_on=is_on, why=known, reason=reason, until=until, ref=ref)
                )
            )
        )
    echo(*_stands(here.ask(lambda moderators: moderators.pause())))


@admin.command()
@click.argument("text")
@click.option("--language", default="en", show_default=True, help="The language of TEXT.")
@click.option("--also", nargs=2, multiple=True, metavar="LANGUAGE TEXT", help="The same in another language.")
@click.option("--in", "delay", type=Span(), help="Begin in 30m, 12h, 7d.  [default: at once]")
@click.option("--for", "seconds", type=Span(), help="Duration: 30m, 12h, 7d.  [default: 1h]")
@click.option("--club", help="Only for the members of this club: the end of its address in the browser.")
@_logged
@_pass_here
def announce(
    here: _Here,
    text: str,
    language: str,
    also: tuple[tuple[str, str], ...],
    delay: int | None,
    seconds: int | None,
    club: str | None,
    why: str,
) -> None:
    """Announce TEXT to all players, or to a club. Only an organiser or an admin can do this.

    Players read it in their language if you give it. Others read TEXT.
    """
    ref, texts = _ref(), {language: text, **dict(also)}
    begins = None if delay is None else int(datetime.now(UTC).timestamp() + delay) * 1000
    echo(
        written(
            here.ask(
                lambda moderators: moderators.announce(texts, why, begins=begins, seconds=seconds, club=club, ref=ref)
            )
        )
    )


@admin.command()
@_pass_here
def announcements(here: _Here) -> None:
    """List announcements in force and planned ones."""
    found = here.ask(lambda moderators: moderators.announcements()).announcements
    for each in found:
        to = "" if each.club is None else f", to the club {each.club}"
        echo(f"{each.id}  {at(each.begins)} to {at(each.ends)}{to}")
        echo(*(f"    {language}: {text}" for language, text in each.texts.items()))
    if not found:
        echo("There are none.")


@admin.command("remove-announcement")
@click.argument("announcement")
@_logged
@_pass_here
def remove_announcement(here: _Here, announcement: str, why: str) -> None:
    """Remove an announcement, by its id. Only an admin can do this."""
    ref = _ref()
    echo(written(here.ask(lambda moderators: moderators.remove_announcement(announcement, why, ref=ref))))


@admin.command()
@click.option("--uses", type=click.IntRange(1, MOST_USES), default=1, show_default=True, help="Number of accounts.")
@click.option("--for", "seconds", type=Span(), help="Duration: 12h, 7d, 2w.  [default: 7d]")
@click.option("--why", prompt="For whom", help="The reason, or the name of the invited player, for the audit log.")
@_pass_here
def invite(here: _Here, uses: int, seconds: int | None, why: str) -> None:
    """Make an invite: a code with which players register.

    The code is shown once. Give it to the players privately.
    """
    ref = _ref()
    made = here.ask(lambda moderators: moderators.make_invite(why, uses=uses, seconds=seconds, ref=ref))
    echo(*new_invite(made))


@admin.command()
@click.option("--before", help="The next page: the value from the end of the previous page.")
@_pass_here
def invites(here: _Here, before: str | None) -> None:
    """List invites, newest first, with the players that registered with them."""
    page = here.ask(lambda moderators: moderators.invites(before=before))
    for each in page.invites:
        end = f"revoked {at(each.revoked_at)}" if each.revoked_at is not None else f"until {at(each.until)}"
        by = "the command line" if each.by is None else each.by.name
        echo(f"{each.id}  {each.used} of {each.uses} used, {end}, by {by}: {each.why}")
        for one in each.invited:
            echo(f"    {at(one.at)}  {one.player.name} ({one.player.id})")
    if not page.invites:
        echo("There are none.")
    _more(page.before)


@admin.command("revoke-invite")
@click.argument("invite")
@_why
@_pass_here
def revoke_invite(here: _Here, invite: str, why: str) -> None:
    """Revoke an invite, by its id."""
    ref = _ref()
    echo(written(here.ask(lambda moderators: moderators.revoke_invite(invite, why, ref=ref))))


@admin.command()
@click.option("--before", help="The next page: the value from the end of the previous page.")
@_pass_here
def applicants(here: _Here, before: str | None) -> None:
    """List players that wait for approval, newest first."""
    page = here.ask(lambda moderators: moderators.applicants(before=before))
    for each in page.applicants:
        echo(f"{at(each.at)}  {each.player.name} ({each.player.id})")
    if not page.applicants:
        echo("There are none.")
    _more(page.before)


@admin.command()
@_player
@_why
@_pass_here
def approve(here: _Here, player: str, why: str) -> None:
    """Approve the account of a player that waits."""
    ref = _ref()
    here.order(player, lambda moderators, id_: moderators.decide(id_, why, is_approved=True, ref=ref))


@admin.command()
@_player
@_why
@_pass_here
def reject(here: _Here, player: str, why: str) -> None:
    """Reject the account of a player that waits. It is deleted after 30 days."""
    ref = _ref()
    here.order(player, lambda moderators, id_: moderators.decide(id_, why, is_approved=False, ref=ref))


@admin.command("reject-all")
@click.option("--since", type=click.DateTime(), help="Only those who registered at this time (UTC) or later.")
@click.option("--until", type=click.DateTime(), help="Only those who registered at this time (UTC) or earlier.")
@_why
@_pass_here
def reject_all(here: _Here, since: datetime | None, until: datetime | None, why: str) -> None:
    """Reject the accounts of all players that wait, after a flood of registrations.

    Each can still be approved, for 30 days. Limit the time with `--since` and `--until`: then others keep their place.
    """
    earliest = float("-inf") if since is None else 1000 * since.replace(tzinfo=UTC).timestamp()
    latest = float("inf") if until is None else 1000 * (until.replace(tzinfo=UTC).timestamp() + 1)

    async def rejecting(moderators: Moderators) -> int:
        before, found = None, list[PlayerId]()
        while True:
            page = await moderators.applicants(before=before, most=100)
            found += [each.player.id for each in page.applicants if earliest <= each.at < latest]
            before = page.before
            if before is None:
                break
        for player in found:
            deciding = partial(moderators.decide, player, why, is_approved=False, ref=_ref())
            echo(written(await _patiently(deciding)))
        return len(found)

    if here.ask(rejecting) == 0:
        echo("There are none.")


async def _patiently(give: Callable[[], Awaitable[Deed]]) -> Deed:
    """Send a moderator's order. If the server asks to wait, wait and send it again."""
    while True:
        try:
            return await give()
        except RefusedError as refused:
            if refused.code is not RefusalCode.SLOW_DOWN or refused.retry_in is None:
                raise
            await asyncio.sleep(refused.retry_in / 1000)


@admin.command()
@click.option(
    "--before", type=click.IntRange(0, 2**53), help="The next page: the value from the end of the previous page."
)
@_pass_here
def patterns(here: _Here, before: int | None) -> None:
    """List pairs of players with repeated unrated matches against each other, newest first."""
    page = here.ask(lambda moderators: moderators.patterns(before=before))
    for each in page.patterns:
        one, other = (f"{player.name} ({player.id})" for player in each.players)
        reason, often = each.why.replace("_", " "), "1 match" if each.matches == 1 else f"{each.matches} matches"
        echo(f"{at(each.last)}  {one} and {other}: {often} of {each.game}, {reason}, since {at(each.since)}")
        echo(f"    {', '.join(each.newest)}")
    if not page.patterns:
        echo("There are none.")
    _more(None if page.before is None else str(page.before))


def new_invite(made: InviteMade) -> list[str]:
    """Return an invite that was just made as lines, with its code."""
    lines = [written(made.deed)]
    if made.code is not None:
        uses = made.invite.uses
        number = "1 registration" if uses == 1 else f"{uses} registrations"
        lines.append(f"The code for {number}, until {at(made.invite.until)}: {made.code}")
    return lines


def written(deed: Deed) -> str:
    """Return an entry of the audit log as a line."""
    nobody = "the house" if deed.what is DeedKind.VOID_MATCH else "the command line on the store's machine"
    by = nobody if deed.by is None else deed.by.name
    whom = "" if deed.whom is None else f" {deed.whom.name} ({deed.whom.id})"
    until = f" {_until(deed.until)}" if deed.what in (DeedKind.MUTE, DeedKind.BAN) else ""
    detail = f" [{deed.detail}]" if deed.detail else ""
    return f"{at(deed.at)}  {by}: {deed.what}{whom}{until}{detail}: {deed.why}"


def at(time: Milliseconds) -> str:
    """Return the display text of a point in time."""
    return f"{datetime.fromtimestamp(time / 1000, UTC):%Y-%m-%d %H:%M:%S}"


def _report(report: FiledReport) -> list[str]:
    place = "" if report.where is None else f" in the {report.where} {report.place or ''}".rstrip()
    head = (
        f"{report.id}  {at(report.at)}  {report.by.name} on {report.player.name} ({report.player.id}): "
        f"{report.reason}{place}"
    )
    withheld = ["  (its text and lines are shown when the match is over in which you play)"] if report.withheld else []
    said = [f"    {each.player.name}: {each.text or f'({each.phrase})'}" for each in report.lines]
    verdict = [] if report.verdict is None else [f"  → {report.verdict}"]
    return [head, *([f"  “{report.text}”"] if report.text else []), *withheld, *said, *verdict]


def _stands(pause: MatchPause) -> list[str]:
    by = "" if pause.by is None or pause.at is None else f" since {at(pause.at)} ({pause.by.name}: {pause.why})"
    stands = f"No match can start{by}." if pause.is_on else f"Matches begin{by}."
    read = [] if pause.details is None else [f"Players read: {_details(pause.details)}"]
    here = ["This process starts no matches (--new-matches off, or a signal)."] if pause.is_on_here else []
    many = "1 match is" if pause.running == 1 else f"{pause.running} matches are"
    return [stands, *read, *here, f"{many} being played."]


def _details(details: PauseDetails) -> str:
    end = () if details.until is None else (f"until about {at(details.until)}",)
    return " · ".join((*(() if details.reason is None else (details.reason,)), *end))


def _until(until: Milliseconds | None) -> str:
    return "permanently" if until is None else f"until {at(until)}"


def _more(before: str | None) -> None:
    if before is not None:
        echo(f"For the next page: --before {before}")


def _ref() -> str:
    return secrets.token_hex(8)
