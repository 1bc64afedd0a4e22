"""Every point of the client's part, in the order in which it is reported."""

from quarterdeck_client.conformance.everyday_scripts import EVERYDAY
from quarterdeck_client.conformance.newer_scripts import NEWER
from quarterdeck_client.conformance.news_scripts import NEWS
from quarterdeck_client.conformance.patch_scripts import PATCHES
from quarterdeck_client.conformance.return_scripts import RETURNS
from quarterdeck_client.conformance.script import Script

SCRIPTS: tuple[type[Script], ...] = (*EVERYDAY, *NEWS, *PATCHES, *RETURNS, *NEWER)
