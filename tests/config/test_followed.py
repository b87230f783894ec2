"""追蹤 A page of one person is told "nothing new" by the door, as long as nothing that it depends on has changed."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from config.followed import FRESH, LONGEST, TRUSTED, USABLE, Followed, asks_again
from config.wsgi_call import Answer, Environ, environ_of
from tests.config.test_door import scope
from tournaments.web.follow import FOLLOWS, Follows


class Hall:
    """A site with one page, and what its database would tell."""

    def __init__(self) -> None:
        self.acts, self.asked, self.read = 1, 0, 0
        self.signed_in = True
        self.seconds = float("inf")
        self.more: list[tuple[bytes, bytes]] = []
        self.away = False
        self.looked = 0
        self.holder: tuple[str, str, int, int] | None = None

    async def site(self, environ: Environ) -> Answer:
        self.asked += 1
        if not self.signed_in:
            return Answer(404, [], b"")
        mark = f'"{self.acts}"'
        environ[FOLLOWS] = Follows(7, frozenset({"event 7", "game 3"}), self.seconds, self.holder)
        headers = [(b"etag", mark.encode()), (b"vary", b"Cookie"), (b"x-request-id", b"1"), *self.more]
        if environ["HTTP_IF_NONE_MATCH"] == mark:
            return Answer(304, headers, b"")
        return Answer(200, [*headers, (b"content-length", b"2")], b"me")

    async def news(self, events: list[int]) -> dict[str, str]:
        self.read += 1
        if self.away:
            raise OSError("the database is away")
        return {"event 7": "1", "game 3": str(self.acts)} if 7 in events else {}

    async def look(self, holders: Collection[tuple[str, str, int, int]]) -> Collection[tuple[str, str, int, int]]:
        self.looked += 1
        if self.away:
            raise OSError("the database is away")
        return [one for one in holders if self.signed_in]


def ask(given: str, cookie: str = "sessionid=a", **more: str) -> Environ:
    what = scope("GET", "/me/final/", ("if-none-match", given), ("cookie", cookie)) | {"query_string": b"live=1"}
    return environ_of(what, b"") | more


def tried(what: Callable[[Hall, Callable[..., Any], list[float]], Any]) -> None:
    """`what` gets a hall, a function that asks and gives the status, and the time."""

    async def run() -> None:
        time, hall = [100.0], Hall()
        followed = Followed(hall.news, hall.look, lambda: time[0])

        async def told(given: str = '"1"', cookie: str = "sessionid=a") -> int:
            return (await followed.answer(ask(given, cookie), hall.site)).status

        await told()
        await asyncio.sleep(0)
        assert await told() == 304  # now it is known what has changed
        hall.asked = 0
        await what(hall, told, time)

    asyncio.run(run())


def test_nothing_new_is_told_without_asking_the_site() -> None:
    async def what(hall: Hall, told: Callable[..., Any], time: list[float]) -> None:
        read = hall.read
        for _poll in range(100):
            assert await told() == 304
        assert (hall.asked, hall.read) == (0, read)
        time[0] += USABLE
        assert await told() == 304
        assert (hall.asked, hall.read) == (0, read + 1)

    tried(what)


def test_an_act_at_the_table_is_told_at_once() -> None:
    async def what(hall: Hall, told: Callable[..., Any], time: list[float]) -> None:
        hall.acts = 2
        time[0] += FRESH
        assert await told() == 304  # changes are being read
        await asyncio.sleep(0)
        assert await told() == 200
        assert await told('"2"') == 304

    tried(what)


def test_what_changes_while_the_page_is_made_is_not_missed() -> None:
    async def what(hall: Hall, told: Callable[..., Any], time: list[float]) -> None:
        hall.acts = 2
        assert await told('"0"') == 200  # made with the second act, beside news of the first alone
        time[0] += USABLE
        hall.asked = 0
        assert await told('"2"') == 304
        assert hall.asked == 1
        await told('"2"')
        assert hall.asked == 1

    tried(what)


def test_another_phone_and_another_mark_are_asked_of_the_site() -> None:
    async def what(hall: Hall, told: Callable[..., Any], _time: list[float]) -> None:
        await told('"1"', "sessionid=b")
        await told('"0"')
        assert hall.asked == 2

    tried(what)


def test_a_phone_that_was_signed_out_is_found_out() -> None:
    async def what(hall: Hall, told: Callable[..., Any], time: list[float]) -> None:
        hall.signed_in = False
        assert await told() == 304
        time[0] += TRUSTED
        assert await told() == 404
        assert await told() == 404

    tried(what)


def test_whose_page_it_is_is_looked_at_for_all_together() -> None:
    async def what(hall: Hall, told: Callable[..., Any], time: list[float]) -> None:
        phones = [f"sessionid={number}" for number in range(20)]
        for phone in phones:
            hall.holder = (phone, "", 1, 1)
            await told('"0"', phone)
        hall.asked = 0
        for _time in range(3):
            time[0] += TRUSTED
            assert [await told('"1"', phone) for phone in phones] == [304] * 20
        assert (hall.asked, hall.looked) == (0, 3)
        hall.signed_in = False
        time[0] += TRUSTED
        assert await told('"1"', phones[0]) == 404

    tried(what)


def test_the_site_looks_itself_now_and_then_and_where_nobody_else_can() -> None:
    async def what(hall: Hall, told: Callable[..., Any], time: list[float]) -> None:
        hall.holder = ("a", "", 1, 1)
        await told('"0"')
        hall.asked = 0
        time[0] += TRUSTED
        hall.away = True
        assert await told() == 304
        assert (hall.asked, hall.looked) == (1, 1)
        hall.away = False
        await told()
        hall.asked = 0
        time[0] += LONGEST
        assert await told() == 304
        assert hall.asked == 1

    tried(what)


def test_the_bell_is_not_slept_through() -> None:
    async def what(hall: Hall, told: Callable[..., Any], time: list[float]) -> None:
        hall.seconds = 3.0
        await told('"0"')
        hall.asked = 0
        time[0] += 2.9
        await told()
        assert hall.asked == 0
        time[0] += 0.1
        await told()
        assert hall.asked == 1

    tried(what)


def test_the_site_answers_while_nothing_is_known_of_changes() -> None:
    async def what(hall: Hall, told: Callable[..., Any], time: list[float]) -> None:
        hall.away = True
        time[0] += USABLE
        assert await told() == 304
        assert hall.asked == 1

    tried(what)


def test_an_answer_that_sets_a_cookie_is_given_once() -> None:
    async def what(hall: Hall, told: Callable[..., Any], _time: list[float]) -> None:
        hall.more = [(b"set-cookie", b"sessionid=c")]
        await told('"0"')
        await told()
        await told()
        assert hall.asked == 3

    tried(what)


def test_only_a_page_that_asks_for_what_is_new_is_meant() -> None:
    assert asks_again(ask('"1"'))
    assert not asks_again(ask('"1"', QUERY_STRING=""))
    assert not asks_again(ask('"1"', REQUEST_METHOD="POST"))
    assert not asks_again(ask('"1"', HTTP_AUTHORIZATION="Bearer x"))
