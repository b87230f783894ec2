import hmac
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from accounts.models import Organisation, User
from accounts.services import (
    PASSWORD_LETTERS,
    account_without_password,
    create_organisation,
    create_user,
    save_user,
    set_right,
)

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
    user: User
    password: str
    works: bool = True


def password_of(username: str) -> str:
    """The demo password of this installation: the same at every start, different on every machine.

    Derived from the secret key, so that readers of the source cannot sign in to a demo in the hall.
    """
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"tournaments.demo:{username}".encode(), "sha256")
    letters = [PASSWORD_LETTERS[byte % len(PASSWORD_LETTERS)] for byte in digest[:8]]
    return "".join(letters[:4]) + "-" + "".join(letters[4:])


def organisation() -> Organisation:
    """示範雀會: separate, so that the demo cannot read or change anything of a real club."""
    return Organisation.objects.filter(handle="demo").first() or create_organisation(
        name="示範雀會", handle="demo", now=timezone.now()
    )


def account(username: str, display_name: str, *, creates: bool = False) -> SignIn:
    password, works = password_of(username), True
    user = User.objects.filter(username=username).first()
    if user is None:
        user, _password = create_user(username=username, display_name=display_name, password=password)
    else:
        works = user.check_password(password)
    set_right(user=user, organisation=organisation(), member=True, creates=creates)
    return SignIn(user, password, works)


def organiser() -> SignIn:
    return account("demo-organiser", "示範大會", creates=True)


def referee() -> SignIn:
    return account("demo-referee", REFEREES[0])


def other_referees() -> list[User]:
    """Without passwords, which the terminal would not show: hashing takes long."""
    users = []
    for number, name in enumerate(REFEREES[1:], start=2):
        user = User.objects.filter(username=f"demo-referee-{number}").first()
        if user is None:
            user = account_without_password(username=f"demo-referee-{number}", display_name=name)
            save_user(user=user, organisation=organisation())
        users.append(user)
    return users
