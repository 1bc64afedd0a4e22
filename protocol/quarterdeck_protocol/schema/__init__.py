"""Generator of the JSON Schema of the protocol and of the games, from the Python types."""

from quarterdeck_protocol.schema.schemas import (
    ANSWERS,
    BASE,
    MODERATORS,
    cards_schema,
    catalogue_schema,
    components,
    from_client_schema,
    from_server_schema,
    game_schema,
    plain_schema,
    protocol_schema,
    transcript_schema,
    vocabulary_schema,
)

__all__ = [
    "ANSWERS",
    "BASE",
    "MODERATORS",
    "cards_schema",
    "catalogue_schema",
    "components",
    "from_client_schema",
    "from_server_schema",
    "game_schema",
    "plain_schema",
    "protocol_schema",
    "transcript_schema",
    "vocabulary_schema",
]
