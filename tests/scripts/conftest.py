"""What tests of scripts share."""

import pytest

from tests.served import prepared


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A prepared installation for all of them: to compress its files takes seconds."""
    return prepared(tmp_path_factory.mktemp("data"))
