from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import AppendOnly
from tournaments.models.book import Scorecard
from tournaments.models.digests import EVENT_ACT_VERSION
from tournaments.models.events import Event


class EventAct(AppendOnly):
    """大事: one action in an event outside the games, in order, never changed afterwards.

    `payload`: {"rows": {table: {key: the row's new values, or null if deleted}}}, and further data of
    `tournaments.core.event_log`. The digest covers the whole act and the digest before.
    """

    class Kind(models.TextChoices):
        BEGIN = "begin", _("操作紀錄由這裡開始")
        EVENT_MADE = "event_made", _("開設賽事")
        EVENT_CHANGED = "event_changed", _("更改賽事")
        RULES_FROZEN = "rules_frozen", _("鎖定規則")
        MEMBER_ADDED = "member_added", _("加入工作人員")
        MEMBER_REMOVED = "member_removed", _("減工作人員")
        STAFF_ADDED = "staff_added", _("加一批工作人員")
        STAFF_UNDONE = "staff_undone", _("復原一批工作人員")
        TABLES_ADDED = "tables_added", _("加設牌檯")
        TABLE_REMOVED = "table_removed", _("減檯")
        REFEREE_PLACED = "referee_placed", _("編排看檯裁判")
        PLAYERS_ADDED = "players_added", _("新加選手")
        PLAYERS_UNDONE = "players_undone", _("復原一批選手")
        PLAYER_CHANGED = "player_changed", _("更改選手")
        PLAYER_WITHDRAWN = "player_withdrawn", _("選手退出")
        PLAYER_REINSTATED = "player_reinstated", _("選手重新參加")
        PLAYER_REMOVED = "player_removed", _("移除選手")
        PLAYER_BARRED = "player_barred", _("更改選手能否參賽")
        KEPT = "kept", _("存底報名和報到")
        DESK_SET = "desk_set", _("設定報名處")
        ENTRY_MADE = "entry_made", _("收到報名")
        ENTRY_CHANGED = "entry_changed", _("更改報名資料")
        ENTRY_WITHDRAWN = "entry_withdrawn", _("取消一個報名")
        ENTRY_DECIDED = "entry_decided", _("處理報名")
        ENTRIES_LISTED = "entries_listed", _("報名成為選手")
        CHECKED_IN = "checked_in", _("選手報到")
        CHECK_IN_UNDONE = "check_in_undone", _("取消選手報到")
        LINK_REVOKED = "link_revoked", _("換選手連結")
        PIN_RENEWED = "pin_renewed", _("換選手密碼")
        KEPT_APART = "kept_apart", _("定兩人不得同檯")
        WEBHOOK_SET = "webhook_set", _("設定通知地址")
        WEBHOOK_ENDED = "webhook_ended", _("取消通知地址")
        TABLES_FIXED = "tables_fixed", _("定選手的固定檯")
        LET_TOGETHER = "let_together", _("兩人可以再同檯")
        STAGE_MADE = "stage_made", _("編排階段")
        STAGE_CHANGED = "stage_changed", _("更改階段設定")
        STAGE_REMOVED = "stage_removed", _("取消一個階段")
        STAGE_ENTERED = "stage_entered", _("編入階段")
        STAGE_CLOSED = "stage_closed", _("結束一個階段")
        STAGE_REOPENED = "stage_reopened", _("重開一個階段")
        LOT_DRAWN = "lot_drawn", _("抽籤定名次")
        PLACE_DECLINED = "place_declined", _("選手放棄晉級")
        PLACE_TAKEN = "place_taken", _("取消放棄晉級")
        LIST_LOCKED = "list_locked", _("鎖定抽籤名單")
        LIST_RELEASED = "list_released", _("解除鎖定名單")
        SEED_GIVEN = "seed_given", _("定抽籤號碼")
        ROUNDS_DRAWN = "rounds_drawn", _("抽好全部座位")
        ROUND_MADE = "round_made", _("加半莊")
        ROUND_CHANGED = "round_changed", _("更改半莊")
        ROUND_SEATED = "round_seated", _("編定座位")
        ROUND_DISCARDED = "round_discarded", _("取消半莊")
        ROUND_PUBLISHED = "round_published", _("座位公布")
        ROUND_UNPUBLISHED = "round_unpublished", _("收回公布的座位")
        ROUND_OPENED = "round_opened", _("半莊開始")
        ROUND_TAKEN_BACK = "round_taken_back", _("收回誤開的半莊")
        ROUND_CLOSED = "round_closed", _("結束半莊")
        ROUND_REOPENED = "round_reopened", _("重開半莊")
        ROUND_VOIDED = "round_voided", _("半莊作廢")
        ROUND_UNVOIDED = "round_unvoided", _("取消半莊作廢")
        SEATS_CORRECTED = "seats_corrected", _("更正座位")
        CLOCK_STARTED = "clock_started", _("開大會鐘")
        CLOCK_CHANGED = "clock_changed", _("更改大會鐘時限")
        CLOCK_PAUSED = "clock_paused", _("大會鐘暫停")
        CLOCK_RESUMED = "clock_resumed", _("大會鐘繼續")
        CLOCK_TAKEN_BACK = "clock_taken_back", _("大會鐘取消")
        EXTRA_GIVEN = "extra_given", _("給一檯加時")
        EXTRA_TAKEN_BACK = "extra_taken_back", _("收回加時")
        BROUGHT_CHANGED = "brought_changed", _("帶來的牌有更改")
        SUBSTITUTE_IN = "substitute_in", _("替補坐下")
        SUBSTITUTE_OUT = "substitute_out", _("替補離座")
        RULED = "ruled", _("作出判決")
        RULING_MOVED = "ruling_moved", _("判決隨更正移到另一鋪")
        RULING_RENEWED = "ruling_renewed", _("判決的後果有更改")
        RULING_REVERSED = "ruling_reversed", _("判決推翻")
        SUSPENSION_HELD = "suspension_held", _("停賽作實")
        PHOTO_KEPT = "photo_kept", _("存判決的相片")
        CASE_OPENED = "case_opened", _("收到異議")
        CASE_NOTED = "case_noted", _("異議留言")
        CASE_DECIDED = "case_decided", _("裁決異議")
        PERSON_ERASED = "person_erased", _("刪除一名選手的個人資料")
        CONTACTS_ERASED = "contacts_erased", _("保留期已滿，刪除報名和聯絡資料")

    event = models.ForeignKey(Event, models.PROTECT, related_name="acts")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    payload = models.JSONField(encoder=DjangoJSONEncoder)
    # Null for commands run on the server, and for consequences of another act.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    # Not a foreign key: a player may be removed from the list, but their acts remain.
    player_id = models.PositiveBigIntegerField(null=True, blank=True)
    version = models.PositiveSmallIntegerField(default=EVENT_ACT_VERSION)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    # Not covered by the digest, as it is removed after a time (`accounts.log.ADDRESS_KEPT`).
    address = models.CharField(max_length=45, blank=True, default="", db_default="")

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_act_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="event_act_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class Webhook(models.Model):
    event = models.ForeignKey(Event, models.PROTECT, related_name="webhooks")
    address = models.CharField(_("網址"), max_length=300)
    # Sends results without the event's delay, for the event's own broadcast.
    at_once = models.BooleanField(_("不理公開頁的延遲"), default=False, db_default=False)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "address"], condition=Q(ended_at__isnull=True), name="webhook_address_once"
            ),
            models.CheckConstraint(condition=~Q(address=""), name="webhook_has_address"),
        ]

    def __str__(self) -> str:
        return self.address


class Delivery(models.Model):
    """送出的通知: a message to one address, about a signed card or an act of the event, or a test; next attempt at
    `next_at`."""

    webhook = models.ForeignKey(Webhook, models.PROTECT, related_name="deliveries")
    kind = models.CharField(max_length=20)
    card = models.ForeignKey(Scorecard, models.PROTECT, null=True, blank=True, related_name="+")
    act = models.ForeignKey(EventAct, models.PROTECT, null=True, blank=True, related_name="+")
    # As sent: a repeat is signed and sent with the same bytes.
    body = models.TextField()
    made_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True, db_index=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    # The result of the last attempt: the HTTP status, or why there was no response.
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    fault = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["webhook", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "card"], name="delivery_card_once"),
            models.UniqueConstraint(fields=["webhook", "act"], name="delivery_act_once"),
            models.CheckConstraint(
                condition=Q(card__isnull=True, act__isnull=False)
                | Q(card__isnull=False, act__isnull=True)
                | Q(card__isnull=True, act__isnull=True, kind="test"),
                name="delivery_about_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
