"""The two SDKs say the same: every action and event of random matches in words, and every ready deck as a code."""

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from node import NODE, PACKAGE, run
from playing import played
