"""機器人: one organiser who is head referee too, and does everything with requests."""

import json
import random
import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

Json = Any


class Refusal(AssertionError):
    """A request was answered otherwise than the script expects."""


@dataclass
class Robot:
    """Plays an event. `chance` makes hands; `said` counts what was done."""

    client: Client
    chance: random.Random
    slug: str = ""
    said: dict[str, int] = field(default_factory=dict)

    # --- requests -----------------------------------------------------------------------------------------------------

    def page(self, name: str, *args: Any) -> HttpResponse:
        """Read a page of the event."""
        answer = self.client.get(reverse(f"tournaments:{name}", args=[self.slug, *args]))
        return self._expected(answer, (200,), name)

    def do(self, name: str, *args: Any, status: Sequence[int] = (302,), **data: Any) -> HttpResponse:
        """Send a form of the event."""
        self.said[name] = self.said.get(name, 0) + 1
        answer = self.client.post(reverse(f"tournaments:{name}", args=[self.slug, *args]), data)
        return self._expected(answer, status, name)

    def api(self, method: str, name: str, *args: Any, **data: Any) -> Json:
        """A request of a program."""
        self.said[name] = self.said.get(name, 0) + 1
        where = reverse(name if ":" in name else f"api:{name}", args=args)
        if method == "get":
            answer = self.client.get(where)
        else:
            answer = self.client.post(where, json.dumps(data), content_type="application/json")
        return self._expected(answer, (200, 201), name).json()

    def _expected(self, answer: HttpResponse, status: Sequence[int], what: str) -> HttpResponse:
        if answer.status_code not in status:
            raise Refusal(f"{what}: {answer.status_code}\n{_words(answer)}")
        return answer

    # --- before the first hand ----------------------------------------------------------------------------------------

    def make_event(self, **values: Any) -> None:
        """新賽事."""
        form = {
            "template": "two-day",
            "name": "大師賽綵排",
            "slug": "masters",
            "rule_set": "hkma-masters",
            "games_planned": 8,
            "confirmation": "referee",
            "signing": "drawn",
            "phones": "on",
            "public": "on",
            "heads": "on",
            "client_key": str(uuid.uuid4()),
        }
        answer = self.client.post(reverse("tournaments:new_event"), form | values)
        self._expected(answer, (302,), "new_event")
        self.slug = values.get("slug", "masters")

    def add_players(self, players: int, staff: int) -> None:
        """名單, as pasted."""
        lines = [f"{n}, 選手{n}, {'東南西北'[n % 4]}會" for n in range(1, players + 1)]
        lines += [f"{n}, 湊腳{n}, , 湊腳" for n in range(players + 1, players + staff + 1)]
        self.do("import_players", text="\n".join(lines), save="1")

    def add_tables(self, tables: int) -> None:
        """檯 and their referees, in one list."""
        self.do("staff", text=f"陳師傅 裁判 1-{tables}", tables=str(tables), share="", save="1")

    def divide(self, stage: int) -> None:
        """編場次 as the page proposes it."""
        fields = self.page("stage", stage).context["sessions_form"].fields
        self.do("assign_sessions", stage, **{name: one.initial for name, one in fields.items()})

    # --- rounds -------------------------------------------------------------------------------------------------------

    def make_round(self, day: str, *, by_rank: bool = False, seed: str = "") -> int:
        """A round with its seats, published. Returns its number."""
        where = self.do("make_round", day=day, confirmed="1").headers["Location"]
        number = int(where.rstrip("/").rsplit("/", 1)[1])
        if by_rank:
            self.do("seat_by_rank", number)
        else:
            self.do("draw_round", number, seed=seed)
        self.do("publish_round", number, confirmed="1")
        return number

    def games(self, number: int) -> list[Json]:
        """The games of a round, by table."""
        return [game for game in self.api("get", "games", self.slug) if game["round"] == number]

    def play_round(self, number: int, *, drawn_from: int = 999) -> None:
        """Every table to the end and signed; tables from `drawn_from` on only have drawn hands. The round is closed."""
        for game in self.games(number):
            self.play(game["id"], drawn=game["table"] >= drawn_from)
            self.sign(game["id"])
        self.do("close_round", number)

    def play(self, game: int, *, hands: int = 99, drawn: bool = False) -> None:
        """So many hands of a game, or until its end; rulings between them."""
        for _hand in range(hands):
            state = self.api("get", "game", game)
            if state["state"] in ("complete", "signed"):
                return
            seen = state["book_version"]
            if not drawn and self.chance.random() < 0.06:
                self.rule(game, seen)
                state = self.api("get", "game", game)
                seen = state["book_version"]
                if state["unconfirmed"]:  # the ruling has ended the hand
                    self.confirm(game)
                    continue
            event = {"type": "draw"} if drawn else self._hand()
            self.api("post", "hands", game, event=event, client_key=str(uuid.uuid4()), seen=seen)
            self.confirm(game)

    def confirm(self, game: int) -> None:
        """確認 for all four."""
        self.api("post", "confirm", game, seats=[0, 1, 2, 3], client_key=str(uuid.uuid4()))

    def _hand(self) -> Json:
        """One of three hands in ten is drawn, of the won ones a third are self-drawn, some by two winners."""
        chance = self.chance.random()
        if chance < 0.3:
            return {"type": "draw"}
        one, other, third, _fourth = self.chance.sample(range(4), 4)
        fan = self.chance.choice((3, 3, 3, 4, 4, 5, 6, 7, 10))
        if chance < 0.5:
            return {"type": "win", "winner": one, "self_draw": True, "fan": fan}
        if chance < 0.53:
            winners = [{"seat": one, "fan": fan}, {"seat": third, "fan": 3}]
            return {"type": "win", "winners": winners, "from": other}
        return {"type": "win", "winner": one, "from": other, "fan": fan}

    def rule(self, game: int, seen: int) -> None:
        """A yellow card, or points that the referee names."""
        event: Json = {"seat": self.chance.randrange(4), "offence": "wrong_claim"}
        if self.chance.random() < 0.3:
            event |= {"offence": "other", "consequences": [{"deduct": "96"}]}
        key = str(uuid.uuid4())
        self.api("post", "penalties_api:rule", game, event=event, facts="裁判所見", client_key=key, seen=seen)

    def sign(self, game: int) -> None:
        """All four."""
        digest = self.api("get", "card", game)["digest"]
        for seat in range(4):
            key = str(uuid.uuid4())
            self.api("post", "sign", game, seat=seat, digest=digest, strokes="M1,1L2,2", client_key=key)

    def swap(self, number: int, one: int, other: int) -> None:
        """對調: two who sat in each other's chairs."""
        self.do("swap_seats", number, a0=one, b0=other, reason="坐錯檯", save="1")

    # --- stages -------------------------------------------------------------------------------------------------------

    def close_stage(self, number: int, *, word: str) -> Json:
        """Lots where they are needed, then the list that was shown. Returns the page as it was before."""
        page = self.page("stage", number).context["page"]
        if page.open_ties:
            self.do("draw_lots", number, word=word)
            page = self.page("stage", number).context["page"]
        if not page.ready:
            raise Refusal(f"stage {number}: {page.waits}")
        self.do("close_stage", number, mark=page.mark)
        return page

    def sums(self) -> Iterator[Json]:
        """齊數 of every round."""
        yield from self.api("get", "sum", self.slug)["rounds"]


def _words(answer: HttpResponse) -> str:
    text = re.sub(r"(?s)<(script|style|nav|head).*?</\1>", " ", answer.content.decode(errors="replace"))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))[:1500]
