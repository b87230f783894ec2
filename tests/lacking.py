"""What a machine has not: a test that needs it is left out with one line, and with CI=true it fails."""

import os
from typing import NoReturn

import pytest

CI = os.environ.get("CI") == "true"


def lacking(what: str) -> NoReturn:
    if CI:
        pytest.fail(f"{what}; with CI=true nothing is left out")
    pytest.skip(what)
