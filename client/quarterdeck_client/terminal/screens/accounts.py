"""The player's account: registering, changing the name or password, signing in and out, deleting the account."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from quarterdeck_protocol.http.authorization import DeviceAuthorization, OAuthTokens
from quarterdeck_protocol.lobby.accounts import Account, AccountState, Avoidance
from quarterdeck_protocol.lobby.sign_in.sessions import OwnSession
from quarterdeck_protocol.lobby.site import Registration, Site
from quarterdeck_protocol.sides import PlayerKind
from textual.app import App

from quarterdeck_client.app_sign_in import CODE_CLIENT, CODE_SCOPES, sign_in_by_code
from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError, RefusedError
from quarterdeck_client.phrases import name_of
from quarterdeck_client.terminal.proofs import PASSWORD as OLD
from quarterdeck_client.terminal.proofs import proven
from quarterdeck_client.terminal.screens.players import show_player
from quarterdeck_client.terminal.screens.webhook_dialog import LABEL, show_webhooks
from quarterdeck_client.terminal.widgets.forms import chosen, written

NEW, AGAIN = "The new password:", "The same password once more:"
CODES = (
    "Each lets you in once if you lose your password: `quarterdeck account recover`.\nThey are shown only "
    "once: write them down."
)
NOT_THE_SAME = "The passwords differ; nothing has changed."


STATES = {
    AccountState.WAITING: ("Your account waits for approval by the host.",),
    AccountState.REJECTED: ("The host has rejected your account. It is deleted after 30 days.",),
}
BY_APPROVAL = "The host approves each new account.\n"


class SignIn(NamedTuple):
    """The credentials to sign in with; a new guest if both fields are `None`."""

    name: str | None = None
    password: str | None = None
    code: str | None = None
    tokens: OAuthTokens | None = None


class Renamed(NamedTuple):
    """Outcome of the account dialog: the same player has this name now."""

    name: str


Outcome = SignIn | Renamed | str | None
"""The outcome of an action: another player to sign in as, a new name, a sentence to show, or nothing."""

Deed = tuple[str, Callable[[], Awaitable[Outcome]]]


async def show_account(app: App[Any], client: Client) -> SignIn | Renamed | None:
    """Show the account and let the player change it, until they leave or want to sign in as another player. Raises
    `ClientError` if the connection is lost. Refusals are shown."""
    said, renamed = "", None
    while True:
        account = await client.account.get()
        deeds = _Deeds(app, client, account).on_offer()
        words = "\n".join([*([f"{said}\n"] if said else []), *_words(account)])
        answer = await chosen(app, f"You are {account.player.name}\n{words}", [label for label, _ in deeds])
        if answer is None:
            return renamed
        try:
            outcome = await proven(app, client, deeds[answer][1])
        except RefusedError as refused:
            outcome = str(refused)
        if isinstance(outcome, SignIn):
            return outcome
        if isinstance(outcome, Renamed):
            renamed, outcome = outcome, f"You are called {outcome.name} from now on."
        said = outcome or ""


def _words(account: Account) -> list[str]:
    if account.player.kind is PlayerKind.GUEST:
        return ["A guest: anybody can use this name, and only this machine knows you."]
    lines = ["The name is yours alone.", *STATES.get(account.state, ())]
    lines += [f"Your role: {role}" for role in account.roles]
    lines += [f"Your bot: {bot.name}; `quarterdeck account` is for bots and their tokens" for bot in account.bots]
    return lines


def _contact(site: Site | None, url: str) -> str:
    """Return the address of the host's page of contact, as a sentence; nothing if there is none."""
    pages = () if site is None else site.pages
    return "".join(f" Ask the host: {url}{page.path}" for page in pages if page.name == "contact")


class _Deeds:
    """The possible actions on the player's account, each with its label."""

    def __init__(self, app: App[Any], client: Client, account: Account) -> None:
        self._app = app
        self._client = client
        self._requests = client.account
        self._account = account

    def on_offer(self) -> list[Deed]:
        """Return the actions on the account that are possible now."""
        about: list[Deed] = [("Ratings and matches", self._stand)]
        if self._account.avoided:
            about.append(("Avoided players", self._avoided))
        if self._account.player.kind is PlayerKind.GUEST:
            return [
                *about,
                ("Register: your own name and a password", self._register),
                ("Sign in to your account", self._sign_in),
                ("Sign in by a code in a browser, with a passkey too", self._sign_in_by_code),
                ("Delete this guest", self._delete),
            ]
        return [
            *about,
            ("Change the name", self._rename),
            ("Change the password", self._change_password),
            ("New recovery codes", self._make_codes),
            ("Sign in to another account", self._sign_in),
            ("Devices", self._devices),
            ("Second factor", self._second_factor),
            *([(LABEL, self._webhooks)] if self._client.webhooks.are_sent_here else []),
            ("Sign out", self._sign_out),
            ("Sign out everywhere", self._sign_out_everywhere),
            ("Delete the account", self._delete),
        ]

    async def _stand(self) -> None:
        await show_player(self._app, self._client, self._account.player)

    async def _webhooks(self) -> None:
        await show_webhooks(self._app, self._client)

    async def _avoided(self) -> str | None:
        hows = {Avoidance.MUTE: "muted", Avoidance.BLOCK: "blocked"}
        names = [f"{name_of(each.player)} ({hows.get(each.how, each.how)})" for each in self._account.avoided]
        which = await chosen(self._app, "Avoided players", names)
        if which is not None:
            await show_player(self._app, self._client, self._account.avoided[which].player)
        return None

    async def _register(self) -> Outcome:
        site = self._client.welcome.site
        registration = Registration.OPEN if site is None else site.registration
        if registration is Registration.CLOSED:
            return f"This server makes no new accounts.{_contact(site, self._client.url)}"
        invite = None
        if registration is Registration.INVITE:
            invite = await written(self._app, "The code of your invite:")
            if invite is None:
                return None
        about = BY_APPROVAL if registration is Registration.APPROVAL else ""
        name = await written(self._app, f"{about}Your new name:")
        password = None if name is None else await _new_password(self._app)
        if name is None or not password:
            return None if password is None else NOT_THE_SAME
        account = await self._requests.register(name, password, invite=invite)
        await self._show_codes(account.recovery_codes)
        return Renamed(account.player.name)

    async def _make_codes(self) -> Outcome:
        password = await written(self._app, OLD, is_secret=True)
        if password is not None:
            await self._show_codes(await self._requests.make_recovery_codes(password))
        return None

    async def _show_codes(self, codes: Sequence[str]) -> None:
        await chosen(self._app, f"Your recovery codes\n{CODES}\n\n{_in_columns(codes)}", ["I have written them down"])

    async def _rename(self) -> Outcome:
        name = await written(self._app, "The new name:")
        password = None if name is None else await written(self._app, OLD, is_secret=True)
        if password is None:
            return None
        return Renamed((await self._requests.change(password, new_name=name)).player.name)

    async def _change_password(self) -> Outcome:
        password = await written(self._app, OLD, is_secret=True)
        new = None if password is None else await _new_password(self._app)
        if password is None or not new:
            return None if new is None else NOT_THE_SAME
        await self._requests.change(password, new_password=new)
        return "Your password has changed; every other session has ended."

    async def _sign_in(self) -> Outcome:
        name = await written(self._app, "The name of your account:")
        password = None if name is None else await written(self._app, "Its password:", is_secret=True)
        return None if password is None else SignIn(name, password)

    async def _sign_in_by_code(self) -> Outcome:
        shown: list[DeviceAuthorization] = []

        async def wait(_: float) -> None:
            words = f"Open {shown[0].verification_uri}\nEnter the code there:\n\n{shown[0].user_code}\n"
            if await chosen(self._app, words, ["I have allowed it"]) is None:
                raise ClientError("You have not signed in.")

        try:
            tokens = await sign_in_by_code(self._client.url, CODE_CLIENT, CODE_SCOPES, shown.append, wait)
        except ClientError as error:
            return str(error)
        return SignIn(tokens=tokens)

    async def _second_factor(self) -> Outcome:
        if self._account.has_second_factor:
            code = await written(self._app, "A code of the app or a recovery code turns the second factor off:")
            if code is not None:
                await self._requests.remove_second_factor(code)
            return None if code is None else "The second factor is off."
        begun = await self._requests.begin_second_factor()
        words = f"Enter this secret into your app\n{begun.secret}\n\n{drawn(begun.qr)}"
        if await chosen(self._app, words, ["Go on"]) is None:
            return None
        code = await written(self._app, "A code of the app:")
        if code is None:
            return None
        await self._requests.confirm_second_factor(code)
        return "From now on, a sign-in with the password needs a code too. Keep your recovery codes."

    async def _devices(self) -> Outcome:
        sessions = await self._requests.sessions()
        others = [each for each in sessions if not each.is_present]
        names = [f"{each.client or 'Unnamed program'}, {last_used(each)}" for each in others]
        which = await chosen(
            self._app, "Sign out on another device", [*names, *(["All other devices"] if others else [])]
        )
        if which is None:
            return None
        if which == len(others):
            await self._requests.end_other_sessions()
        else:
            await self._requests.end_session(others[which].id)
        return "That device is signed out."

    async def _sign_out(self) -> Outcome:
        await self._requests.sign_out()
        return SignIn()

    async def _sign_out_everywhere(self) -> Outcome:
        await self._requests.sign_out(everywhere=True)
        return SignIn()

    async def _delete(self) -> Outcome:
        words = "Delete the account?\nThis deletes your name, tokens and bots permanently."
        sure = await chosen(self._app, words, ["Keep it", "Delete it"])
        if sure != 1:
            return None
        is_guest = self._account.player.kind is PlayerKind.GUEST
        password = None if is_guest else await written(self._app, OLD, is_secret=True)
        if password is None and not is_guest:
            return None
        await self._requests.delete(password)
        return SignIn()


def last_used(session: OwnSession) -> str:
    """Return the day on which a player last signed in with a session."""
    return datetime.fromtimestamp(session.used_on / 1000, UTC).date().isoformat()


def drawn(rows: Sequence[str]) -> str:
    """Return a QR code in blocks of characters, two rows to a line, with a margin."""
    blocks = {"00": "█", "01": "▀", "10": "▄", "11": " "}
    wide = ["0" * (len(rows) + 4)] * 2
    framed = [*wide, *(f"00{row}00" for row in rows), *wide, "0" * (len(rows) + 4)]
    pairs = zip(framed[::2], framed[1::2], strict=False)
    return "\n".join("".join(blocks[top + below] for top, below in zip(*pair, strict=True)) for pair in pairs)


def _in_columns(codes: Sequence[str]) -> str:
    return "\n".join("   ".join(codes[at : at + 2]) for at in range(0, len(codes), 2))


async def _new_password(app: App[Any]) -> str | None:
    """Ask for a new password twice. Return `None` if the player leaves, and an empty text if the two differ."""
    new = await written(app, NEW, is_secret=True)
    again = None if new is None else await written(app, AGAIN, is_secret=True)
    return None if again is None else new if new == again else ""
