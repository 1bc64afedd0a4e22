"""Every point of the client's part, in the order in which it is reported."""

from quarterdeck_client.conformance.everyday_scripts import EVERYDAY
from quarterdeck_client.conformance.script import Script

SCRIPTS: tuple[type[Script], ...] = (*EVERYDAY,)
