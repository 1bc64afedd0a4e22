"""The reports that stand in the page about conformance."""

from protocol_document import PAGES


def recorded_report(checked: str) -> str:
    """Return the report on the client, or on the server, as the page has it."""
    return PAGES["conformance"].partition(f"<!-- report: {checked} -->\n```text\n")[2].partition("\n```")[0]
