from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Value
from django.utils.translation import gettext_lazy as _

from accounts.models import AppendOnly
from tournaments.models.events import Event
from tournaments.models.fields import PointsField
from tournaments.models.players import Player


class Stage(models.Model):
    """階段: rounds that are ranked together, and the rules for advancing. Every event has at least one.

    `session_days`: the day of each session (場次) as an ISO date, if the players are divided into sessions; each player
    then belongs to one and plays only its rounds. Empty: all players play every round.
    `rule_settings`, `wind_rounds`: settings and length of a game if different from the event; its rounds keep a copy.
    `places`: how many advance; 0 in the last stage. The best `per_table` of each table are among them, the others are
    the best of the stage or of each session (`share`). `quotas`: places of each session, if fixed by hand.
    `tie_breaks`: criteria for equal totals, in order (`tournaments.standings.ranking`).
    """

    class Carry(models.TextChoices):
        NONE = "none", _("由零開始")
        ALL = "all", _("帶上全部分數")
        HALF = "half", _("帶上一半分數")

    class Share(models.TextChoices):
        STAGE = "stage", _("全部選手一起排")
        SESSION = "session", _("每場各有名額")

    class Seating(models.TextChoices):
        DRAW = "draw", _("抽籤")
        SNAKE = "snake", _("按上一階段名次蛇形編檯")

    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("第幾個階段"))
    name = models.CharField(_("名稱"), max_length=40)
    # Rounds that each player plays in this stage; null: as many as the event plans.
    rounds_planned = models.PositiveSmallIntegerField(_("每人打幾個半莊"), null=True, blank=True)
    session_days = models.JSONField(_("場次的日期"), default=list, blank=True)
    rule_settings = models.JSONField(_("這個階段的規則設定"), default=dict, blank=True)
    wind_rounds = models.PositiveSmallIntegerField(_("圈數"), null=True, blank=True)
    carry = models.CharField(_("帶分"), max_length=10, choices=Carry, default=Carry.NONE)
    tie_breaks = models.JSONField(_("同分比較"), default=list, blank=True)
    places = models.PositiveSmallIntegerField(_("晉級人數"), default=0)
    per_table = models.PositiveSmallIntegerField(_("每檯晉級"), default=0)
    share = models.CharField(_("名額"), max_length=10, choices=Share, default=Share.STAGE)
    quotas = models.JSONField(_("每場名額"), default=list, blank=True)
    seating = models.CharField(_("編位"), max_length=10, choices=Seating, default=Seating.DRAW)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="stage_number_from_one"),
            models.CheckConstraint(condition=~Q(name=""), name="stage_has_a_name"),
            models.CheckConstraint(
                condition=Q(rounds_planned__isnull=True) | Q(rounds_planned__gte=1), name="stage_has_a_round"
            ),
            models.CheckConstraint(condition=Q(per_table__lte=4), name="stage_per_table_at_most_four"),
            models.CheckConstraint(
                condition=Q(wind_rounds__isnull=True) | Q(wind_rounds__gte=1, wind_rounds__lte=4),
                name="stage_has_one_to_four_winds",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def sessions(self) -> int:
        """場次: the number of sessions; 0 if players are not divided."""
        return len(self.session_days)

    @property
    def planned(self) -> int:
        return self.rounds_planned or self.event.games_planned

    @property
    def rounds_in_all(self) -> int:
        return self.planned * max(1, self.sessions)


class StageEntry(models.Model):
    """參加: a player in a stage. The first stage is open to all listed players and has rows only for sessions."""

    class How(models.TextChoices):
        LISTED = "listed", _("名單")
        ADVANCED = "advanced", _("晉級")
        LOT = "lot", _("抽籤晉級")
        REPLACEMENT = "replacement", _("遞補")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.CASCADE, related_name="stage_entries")
    # 場次, from 1; 0 if the stage has none.
    session = models.PositiveSmallIntegerField(default=0)
    how = models.CharField(max_length=12, choices=How, default=How.LISTED)
    # Their unique rank among those who advanced from the previous stage; used for seating.
    rank = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["stage", "rank", "player"]
        constraints = [models.UniqueConstraint(fields=["stage", "player"], name="stage_entry_once")]

    def __str__(self) -> str:
        return f"{self.stage} {self.player}"


class Declined(models.Model):
    """放棄晉級: a player who declines a place in a stage; the next in order takes it."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="declined")
    player = models.ForeignKey(Player, models.CASCADE, related_name="declined")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "player"], name="declined_once")]

    def __str__(self) -> str:
        return f"{self.stage} {self.player}"


class Lot(AppendOnly):
    """抽籤定名次: the order of players who were equal in all criteria. Never changed, never drawn a second time.

    `numbers`: the equal players, in ascending order · `word`: the public word that decides the order · `order`: the
    same numbers, best first (`tournaments.standings.ranking`).
    """

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="lots")
    numbers = models.JSONField()
    word = models.CharField(max_length=80)
    order = models.JSONField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["stage", "id"]
        constraints = [models.CheckConstraint(condition=~Q(word=""), name="lot_has_a_word")]

    def __str__(self) -> str:
        return f"{self.stage} {self.word}"


class Table(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField(_("檯號"))

    class Meta:
        ordering = ["event", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return str(self.number)


class TableReferee(models.Model):
    table = models.ForeignKey(Table, models.CASCADE, related_name="referees")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="refereed_tables")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="table_referee_once")]

    def __str__(self) -> str:
        return f"{self.table} · {self.user}"


class FixedTable(models.Model):
    """固定檯: the only tables at which a player may sit (a wheelchair, the table on the screen)."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="fixed_tables")
    table = models.ForeignKey(Table, models.CASCADE, related_name="fixed_players")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "table"], name="fixed_table_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.table}"


class Round(models.Model):
    """半莊: one at every table at the same time.

    Its seats are drafted, published, played and closed. 作廢: a round that has begun may be declared void; it keeps its
    log, is over, and does not count until that is undone.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("編排中")
        PUBLISHED = "published", _("已公布")
        OPEN = "open", _("進行中")
        CLOSED = "closed", _("已結束")

    AHEAD = (State.DRAFT, State.PUBLISHED)
    """States before the start: no records yet, and no effect on the standings."""
    BEGUN = (State.OPEN, State.CLOSED)

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, models.PROTECT, related_name="rounds")
    # 場次 of the stage, from 1; 0 if it has none.
    session = models.PositiveSmallIntegerField(default=0, db_default=0)
    number = models.PositiveSmallIntegerField(_("第幾個半莊"))
    # Settings of the round's stage that differ from the event's rules.
    rule_settings = models.JSONField(default=dict, db_default=Value({}, models.JSONField()), blank=True)
    # 圈數 of the round's games if different from the event's rules; may be chosen until the round is opened.
    wind_rounds = models.PositiveSmallIntegerField(_("圈數"), null=True, blank=True)
    day = models.DateField(_("日期"))
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    # The seed of the draw: the same number draws the same seats again.
    seed = models.CharField(max_length=40, blank=True)
    # Later rounds arranged with this draw to avoid repeated meetings: player ids by table, by round.
    planned = models.JSONField(default=list, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # 作廢: when, and why.
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=300, blank=True, default="", db_default="")

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
            models.CheckConstraint(
                condition=Q(wind_rounds__isnull=True) | Q(wind_rounds__gte=1, wind_rounds__lte=4),
                name="round_has_one_to_four_winds",
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=True, void_reason="")
                | (Q(voided_at__isnull=False, state="closed") & ~Q(void_reason="")),
                name="round_void_is_over_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def ahead(self) -> bool:
        return self.state in self.AHEAD

    @property
    def void(self) -> bool:
        return self.voided_at is not None

    @property
    def state_word(self) -> str:
        return str(_("作廢")) if self.void else str(self.get_state_display())


class Game(models.Model):
    """半莊: four players at one table in one round. All but its seats is derived from its acts."""

    class State(models.TextChoices):
        SEATED = "seated", _("未開始")
        PLAYING = "playing", _("進行中")
        COMPLETE = "complete", _("待簽署")
        SIGNED = "signed", _("已簽署")

    event = models.ForeignKey(Event, models.PROTECT, related_name="games")
    round = models.ForeignKey(Round, models.PROTECT, related_name="games")
    table = models.ForeignKey(Table, models.PROTECT, related_name="games")
    # Cards and offences that the players bring from earlier games: `standing` of the replay document; and, under
    # "substitutes", those of players who have since taken over a seat (`tournaments.tables.game_log.replay.TakeOver`).
    standing = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.SEATED)
    act_count = models.PositiveIntegerField(default=0)
    # Raised by every act that changes the hands (not by confirmations): a page must have seen it to write.
    book_version = models.PositiveIntegerField(default=0)
    hands_closed = models.PositiveSmallIntegerField(default=0)
    hand_name = models.CharField(max_length=12, default="東一局")
    dealer = models.PositiveSmallIntegerField(default=0)
    dealer_streak = models.PositiveSmallIntegerField(default=0)
    unconfirmed = models.PositiveSmallIntegerField(default=0)
    disputed = models.BooleanField(default=False)
    last_act_at = models.DateTimeField(null=True, blank=True)
    last_hand_at = models.DateTimeField(null=True, blank=True)
    # 暫停 of this table: {"hand", "since", "until"} as ISO text (`tournaments.tables.game_log.timeline`).
    pauses = models.JSONField(default=list, db_default=Value([], models.JSONField()), blank=True)
    # 大會鐘 as it applies to this table, {} without one (`tournaments.tables.game_log.clock`).
    time = models.JSONField(default=dict, db_default=Value({}, models.JSONField()), blank=True)

    # Not a column: the end of the log in a past state (`tournaments.tables.game_log.as_of`).
    until: datetime | None = None

    class Meta:
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="game_one_a_table"),
            models.CheckConstraint(condition=Q(dealer__lte=3), name="game_dealer_is_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.table_id}"


class GameSeat(models.Model):
    """座位: the player of a seat, and the seat's current results (derived from the acts; see `manage.py audit`)."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    score = PointsField(default=0)
    pending_in = PointsField(default=0)
    pending_out = PointsField(default=0)
    penalties = PointsField(default=0)
    # 半莊後扣: points moved at the end of the game for this seat, without the open chains.
    after_game = PointsField(default=0, db_default=0)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    wins = models.PositiveSmallIntegerField(default=0)
    self_drawn = models.PositiveSmallIntegerField(default=0)
    # The count of the best hand won in this seat, 0 for none.
    best_fan = models.PositiveIntegerField(default=0, db_default=0)
    # 替補: plays in this seat from hand `substitute_from`; the seat's points and wins still count for `player`.
    substitute = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    substitute_from = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["game", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="seat_taken_once"),
            models.UniqueConstraint(fields=["round", "player"], name="player_once_a_round"),
            models.CheckConstraint(condition=Q(seat__lte=3), name="seat_in_range"),
            models.CheckConstraint(
                condition=Q(substitute__isnull=True) | ~Q(substitute=F("player")), name="seat_substitute_is_another"
            ),
            models.CheckConstraint(
                condition=Q(pending_in__gte=0) & Q(pending_out__gte=0), name="seat_pending_positive"
            ),
            models.CheckConstraint(condition=Q(self_drawn__lte=F("wins")), name="seat_self_drawn_are_wins"),
            models.CheckConstraint(
                condition=Q(place__isnull=True) | Q(place__gte=1, place__lte=4), name="seat_place_in_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.player}"

    @property
    def holder_id(self) -> int:
        """Return the player who plays, confirms and signs in this seat now: the substitute, if any."""
        return self.player_id if self.substitute_id is None else self.substitute_id


class LockedList(models.Model):
    """鎖定名單: the players of a draw and its rounds, fixed and published before the seed is known.

    `document`: the canonical `draw` document, with an empty seed; ids are players' numbers · `digest`: of that document
    · `rounds`: numbers of the rounds to be drawn. Never changed except when released.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="locked_lists")
    number = models.PositiveSmallIntegerField()
    document = models.JSONField()
    digest = models.CharField(max_length=64)
    rounds = models.JSONField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)
    release_reason = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="locked_list_number_once"),
            models.UniqueConstraint(
                fields=["event"], condition=Q(released_at__isnull=True), name="locked_list_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(released_at__isnull=True, release_reason="")
                | (Q(released_at__isnull=False) & ~Q(release_reason="")),
                name="locked_list_released_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"


class DrawLine(models.Model):
    """抽籤紀錄: one draw from a locked list: who drew it, when, why and with which seed. Stored when the seed is given,
    so that no seed can be tried in secret; its result is added once.

    `digest`: of the document with the seed · `seats`: digest of the seats, empty until drawn · `facts`: statistics of
    the seats · `ways`: how many arrangements were compared before the organiser stopped the draw; 0 for all.

    During the draw: `progress`: how many arrangements were compared, and the facts of the best · `searched_at`: the
    last report of the search · `stopping`: the organiser wants the best result so far.
    """

    list = models.ForeignKey(LockedList, models.PROTECT, related_name="lines")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=120)
    reason = models.CharField(max_length=120, blank=True)
    digest = models.CharField(max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    seats = models.CharField(max_length=64, blank=True)
    facts = models.JSONField(default=dict)
    ways = models.PositiveSmallIntegerField(default=0)
    refusal = models.CharField(max_length=600, blank=True)
    progress = models.JSONField(default=dict, blank=True)
    searched_at = models.DateTimeField(null=True, blank=True)
    stopping = models.BooleanField(default=False)

    class Meta:
        ordering = ["list", "number"]
        constraints = [
            models.UniqueConstraint(fields=["list", "number"], name="draw_line_number_once"),
            models.UniqueConstraint(
                fields=["list"], condition=Q(ended_at__isnull=True), name="draw_line_one_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(seed=""), name="draw_line_has_a_seed"),
            models.CheckConstraint(condition=Q(number=1) | ~Q(reason=""), name="draw_line_again_with_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.list} · {self.number}"

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("A draw is never taken off the record.")
