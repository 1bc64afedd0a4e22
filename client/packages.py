"""Extra package of the client's build: the messages, which the server needs too."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "quarterdeck_protocol"


class Packages(BuildHookInterface[Any]):
    """Adds the package of the messages, from the repository or from an archive of the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # `dev-mode-dirs` says where it is
            return
        here = Path(self.root)
        places = [here / PACKAGE, here.parent / "protocol" / PACKAGE]
        package = next(place for place in places if place.is_dir())
        build_data["force_include"][str(package)] = PACKAGE
