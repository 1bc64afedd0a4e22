"""Accounts, made and come back to on the screen for them."""

from browsers import Window
from servers import PASSWORD


async def register(player: Window, name: str) -> None:
    """Make an account on the screen for it, and put the recovery codes away."""
    await player.open("/account")
    form = player.page.locator("[data-part=register]")
    await form.get_by_label("Name").fill(name)
    await form.get_by_label("Password").fill(PASSWORD)
    await form.get_by_role("button", name="Make an account").click()
    await player.see(".shown-once")


async def sign_in(player: Window, name: str, password: str, *, remember: bool = True) -> None:
    """Sign in with name and password on the screen for it."""
    await player.open("/account")
    form = player.page.locator("[data-part=sign-in]")
    await form.get_by_label("Name").first.fill(name)
    await form.get_by_label("Password", exact=True).first.fill(password)
    if not remember:
        await form.get_by_label("Remember me here").uncheck()
    await form.get_by_role("button", name="Sign in", exact=True).click()
