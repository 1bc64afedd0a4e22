"""Second factors of players in tests."""

import pyotp
from servers import Line


async def turn_on_second_factor(line: Line) -> pyotp.TOTP:
    """Turn the second factor of a registered player on, and return their app. Its present code is used up."""
    begun = await line.ask({"type": "begin_second_factor"})
    app = pyotp.TOTP(begun["secret"])
    account = await line.ask({"type": "confirm_second_factor", "code": app.now()})
    assert account["has_second_factor"] is True
    return app
