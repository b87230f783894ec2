"""二維碼: a phone reads from a printed slip what the slip is for."""

import pytest

from accounts.network import qr_svg
from tests.rehearse.camera import addresses


@pytest.mark.parametrize("length", [1, 40, 80, 150, 260])
def test_a_camera_reads_the_address(length):
    address = "https://paiju.example/p/" + ("WzIsMV0:AEawAiXTy2F2W624Z6vkZP-AP8uVSX_" * 7)[:length]
    assert addresses(f"<p>{qr_svg(address)}</p>" * 2) == [address] * 2


def test_a_code_is_made_once():
    assert qr_svg("https://paiju.example/") is qr_svg("https://paiju.example/")
