"""All requirements ("points") for which a client is checked, in the order of the report."""

from quarterdeck_client.conformance.clients.everyday_scripts import EVERYDAY
from quarterdeck_client.conformance.clients.newer_scripts import NEWER
from quarterdeck_client.conformance.clients.news_scripts import NEWS
from quarterdeck_client.conformance.clients.patch_scripts import PATCHES
from quarterdeck_client.conformance.clients.return_scripts import RETURNS
from quarterdeck_client.conformance.clients.script import Script

SCRIPTS: tuple[type[Script], ...] = (*EVERYDAY, *NEWS, *PATCHES, *RETURNS, *NEWER)
