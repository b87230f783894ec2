"""角色: who plays and works in the demo event, and how they sign in. All names are made up."""

import hmac
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from accounts.models import Organisation, User
from accounts.services import PASSWORD_LETTERS, create_organisation, create_user, set_right

# So many that the draw finds seats without clubmates at once.
CLUBS = (
    "東區雀友會", "旺角竹戰社", "沙田麻雀會", "荃灣雀藝社", "柴灣牌友社",
    "油塘雀樂會", "大埔竹林社", "元朗麻雀會", "屯門雀聚", "西環牌藝社",
)  # fmt: skip
NAMES = (
    "陳志明", "李美玲", "黃家輝", "張淑芬", "何國棟", "林嘉欣", "梁偉文", "吳詠珊",
    "鄭永康", "周詠儀", "馮啟賢", "蔡麗珍", "鄧浩然", "許秀英", "謝子峰", "蘇寶珠",
    "羅振邦", "葉倩儀", "潘俊傑", "盧鳳萍", "曾錦榮", "彭佩珊", "董兆倫", "余翠玉",
    "杜文彬", "程雅雯", "袁德祥", "賴惠貞", "石立言", "方曉彤", "溫達榮", "龔月娥",
)  # fmt: skip
REFEREES = ("關師傅", "霍小姐", "譚先生", "姚太太")


@dataclass(frozen=True)
class SignIn:
    """登入: a name and the password that opens it."""

    user: User
    password: str

    @property
    def works(self) -> bool:
        """Nobody has changed the password since."""
        return self.user.check_password(self.password)


def password_of(username: str) -> str:
    """The demo password of this installation: the same at every start, different on every machine.

    Derived from the secret key, so that nobody who only reads the source can sign in to a demo in the hall.
    """
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"tournaments.demo:{username}".encode(), "sha256")
    letters = [PASSWORD_LETTERS[byte % len(PASSWORD_LETTERS)] for byte in digest[:8]]
    return "".join(letters[:4]) + "-" + "".join(letters[4:])


def organisation() -> Organisation:
    """示範雀會: of its own, so that whoever plays with the demo reads and changes nothing of a real club."""
    return Organisation.objects.filter(handle="demo").first() or create_organisation(
        name="示範雀會", handle="demo", now=timezone.now()
    )


def account(username: str, display_name: str, *, creates: bool = False) -> SignIn:
    """The account of this name, made when it is not there yet, as one of the demo's people."""
    password = password_of(username)
    user = User.objects.filter(username=username).first()
    if user is None:
        user, _password = create_user(username=username, display_name=display_name, password=password)
    set_right(user=user, organisation=organisation(), member=True, creates=creates)
    return SignIn(user, password)


def organiser() -> SignIn:
    """大會, who is the head referee too, and may make more events."""
    return account("demo-organiser", "示範大會", creates=True)


def referees() -> list[SignIn]:
    """裁判: the first is the one that is shown on the terminal."""
    names = ["demo-referee", *(f"demo-referee-{n}" for n in range(2, len(REFEREES) + 1))]
    return [account(username, name) for username, name in zip(names, REFEREES, strict=True)]
