"""The links in mails, over plain HTTP. A link opens a page of the browser client, and only its button sends a request:
mail scanners follow links."""

from urllib.parse import quote

from aiohttp import web
from quarterdeck_protocol.http import sign_on

from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.requests import body_of, language_of
from quarterdeck_server.web.rate_limit.quotas import SIGN_IN
from quarterdeck_server.web.sign_on.sign_on_routes import LARGEST, secret

mail_routes = web.RouteTableDef()


@mail_routes.post("/sign-on/email/recovery")
@endpoint(sign_on.EmailDone, body=sign_on.EmailRecovery, quotas=[SIGN_IN])
async def post_recovery(request: web.Request) -> web.Response:
    """Ask for a link to set a new password. The answer does not tell if an account has this address."""
    asked, services = await body_of(request, sign_on.EmailRecovery, LARGEST), request.app[SERVICES]
    await services.emails.ask(asked.address, language_of(request))
    return secret(sign_on.EmailDone())


@mail_routes.post("/sign-on/email/unsubscribe")
@endpoint(sign_on.EmailDone, query=[Word("code", "The secret of the mail.")], quotas=[SIGN_IN])
async def post_unsubscribe(request: web.Request) -> web.Response:
    """End the mails with notices to an account, by the address in the header `List-Unsubscribe` of one (RFC 8058).
    The body is not read."""
    await request.app[SERVICES].emails.unsubscribe(request.query.get("code", ""))
    return secret(sign_on.EmailDone())


@mail_routes.get("/sign-on/email/unsubscribe")
@endpoint(kinds=(), status=303, query=[Word("code", "The secret of the mail.")])
async def get_unsubscribe(request: web.Request) -> web.Response:
    """Go to the page whose button ends the mails: mail programs without one-click open the header's address. Ends
    nothing itself."""
    page = f"/email#stop={quote(request.query.get('code', ''), safe='')}"
    return web.Response(
        status=303, headers={"Location": page, "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
    )


@mail_routes.post("/sign-on/email/confirm")
@endpoint(sign_on.EmailDone, body=sign_on.EmailConfirmation, quotas=[SIGN_IN])
async def post_confirm(request: web.Request) -> web.Response:
    """Confirm the address of an account by the code of a link. Each is valid once."""
    confirmed, services = await body_of(request, sign_on.EmailConfirmation, LARGEST), request.app[SERVICES]
    player = await services.emails.confirm(confirmed.code)
    await services.inboxes.note_sign_in(player, "email_added")
    return secret(sign_on.EmailDone())
