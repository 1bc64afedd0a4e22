"""Second factors of players in tests."""

import pyotp
from servers import Line


async def turn_on_second_factor(line: Line, seconds: int | None = None) -> pyotp.TOTP:
    """Turn the second factor of a registered player on, and return their app. Its code of this time is used up: that of
    a clock of the test's own, or else of the present time."""
    begun = await line.ask({"type": "begin_second_factor"})
    app = pyotp.TOTP(begun["secret"])
    code = app.now() if seconds is None else app.at(seconds)
    account = await line.ask({"type": "confirm_second_factor", "code": code})
    assert account["has_second_factor"] is True
    return app
