"""Stored names of the kinds of documents that have another name in the code.

Stores, backups and processes of earlier versions use these names, so they never change (0106). A new kind needs no
constant here: its stored name is its name in the code.
"""

from typing import Final

LAST_ROUND: Final = "wave"
SEATED_TABLES: Final = "sittings"
LOGIN_ATTEMPTS: Final = "attempts"
CHAT_LINE: Final = "line"
MATCH_RESULT: Final = "played"
AUDIT_ENTRY: Final = "audit"
