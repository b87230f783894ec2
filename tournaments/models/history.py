from enum import StrEnum
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from tournaments.models.digests import EVENT_ACT_VERSION
from tournaments.models.events import Event


class EventAct(models.Model):
    """大事: one thing done in an event outside the games, in order, never changed afterwards.

    `payload`: {"rows": {table: {key: the row's new values, or null where it is gone}}}, and further facts of
    `tournaments.core.event_log`. The digest covers the whole act and the digest before.
    """

    class Kind(StrEnum):
        BEGIN = "begin"  # 存底
        EVENT_MADE = "event_made"  # 開設賽事
        EVENT_CHANGED = "event_changed"  # 更改賽事
        RULES_FROZEN = "rules_frozen"  # 鎖定規則
        MEMBER_ADDED = "member_added"  # 加工作人員
        MEMBER_REMOVED = "member_removed"  # 減工作人員
        STAFF_ADDED = "staff_added"  # 加一批工作人員
        STAFF_UNDONE = "staff_undone"  # 復原一批工作人員
        TABLES_ADDED = "tables_added"  # 加檯
        TABLE_REMOVED = "table_removed"  # 減檯
        REFEREE_PLACED = "referee_placed"  # 編排看檯裁判
        PLAYERS_ADDED = "players_added"  # 加選手
        PLAYERS_UNDONE = "players_undone"  # 復原一批選手
        PLAYER_CHANGED = "player_changed"  # 更改選手
        PLAYER_WITHDRAWN = "player_withdrawn"  # 選手退出
        PLAYER_REINSTATED = "player_reinstated"  # 選手重新參加
        PLAYER_REMOVED = "player_removed"  # 移除選手
        PLAYER_BARRED = "player_barred"  # 選手的去留
        KEPT = "kept"  # 存底報名和報到
        DESK_SET = "desk_set"  # 報名處
        ENTRY_MADE = "entry_made"  # 報名
        ENTRY_CHANGED = "entry_changed"  # 更改報名
        ENTRY_WITHDRAWN = "entry_withdrawn"  # 取消報名
        ENTRY_DECIDED = "entry_decided"  # 處理報名
        ENTRIES_LISTED = "entries_listed"  # 報名成為選手
        CHECKED_IN = "checked_in"  # 報到
        CHECK_IN_UNDONE = "check_in_undone"  # 取消報到
        LINK_REVOKED = "link_revoked"  # 換連結
        PIN_RENEWED = "pin_renewed"  # 換密碼
        KEPT_APART = "kept_apart"  # 不得同檯
        TABLES_FIXED = "tables_fixed"  # 固定檯
        WEBHOOK_SET = "webhook_set"  # 通知地址
        WEBHOOK_ENDED = "webhook_ended"  # 取消通知地址
        LET_TOGETHER = "let_together"  # 可以同檯
        STAGE_MADE = "stage_made"  # 加階段
        STAGE_CHANGED = "stage_changed"  # 更改階段
        STAGE_REMOVED = "stage_removed"  # 取消階段
        STAGE_ENTERED = "stage_entered"  # 編入階段
        STAGE_CLOSED = "stage_closed"  # 結束階段
        STAGE_REOPENED = "stage_reopened"  # 重開階段
        LOT_DRAWN = "lot_drawn"  # 抽籤定名次
        PLACE_DECLINED = "place_declined"  # 放棄晉級
        PLACE_TAKEN = "place_taken"  # 取消放棄
        LIST_LOCKED = "list_locked"  # 鎖定名單
        LIST_RELEASED = "list_released"  # 解除鎖定
        SEED_GIVEN = "seed_given"  # 定抽籤號碼
        ROUNDS_DRAWN = "rounds_drawn"  # 全部抽籤
        ROUND_MADE = "round_made"  # 加半莊
        ROUND_CHANGED = "round_changed"  # 更改半莊
        ROUND_SEATED = "round_seated"  # 編位
        ROUND_DISCARDED = "round_discarded"  # 取消半莊
        ROUND_PUBLISHED = "round_published"  # 公布座位
        ROUND_UNPUBLISHED = "round_unpublished"  # 收回公布
        ROUND_OPENED = "round_opened"  # 開始半莊
        ROUND_TAKEN_BACK = "round_taken_back"  # 收回半莊
        ROUND_CLOSED = "round_closed"  # 結束半莊
        ROUND_REOPENED = "round_reopened"  # 重開半莊
        ROUND_VOIDED = "round_voided"  # 半莊作廢
        ROUND_UNVOIDED = "round_unvoided"  # 取消作廢
        SEATS_CORRECTED = "seats_corrected"  # 更正座位
        CLOCK_STARTED = "clock_started"  # 開大會鐘
        CLOCK_CHANGED = "clock_changed"  # 更改時限
        CLOCK_PAUSED = "clock_paused"  # 全場暫停
        CLOCK_RESUMED = "clock_resumed"  # 全場繼續
        CLOCK_TAKEN_BACK = "clock_taken_back"  # 取消大會鐘
        EXTRA_GIVEN = "extra_given"  # 加時
        EXTRA_TAKEN_BACK = "extra_taken_back"  # 取消加時
        BROUGHT_CHANGED = "brought_changed"  # 帶來的牌有更改
        SUBSTITUTE_IN = "substitute_in"  # 替補入座
        SUBSTITUTE_OUT = "substitute_out"  # 取消替補
        RULED = "ruled"  # 判決
        RULING_MOVED = "ruling_moved"  # 更正判決
        RULING_RENEWED = "ruling_renewed"  # 判決的後果有更改
        RULING_REVERSED = "ruling_reversed"  # 推翻判決
        SUSPENSION_HELD = "suspension_held"  # 停賽作實
        PHOTO_KEPT = "photo_kept"  # 存相片
        CASE_OPENED = "case_opened"  # 提出異議
        CASE_NOTED = "case_noted"  # 異議留言
        CASE_DECIDED = "case_decided"  # 裁決異議
        PERSON_ERASED = "person_erased"  # 刪除個人資料
        CONTACTS_ERASED = "contacts_erased"  # 按保留期刪除聯絡資料

    event = models.ForeignKey(Event, models.PROTECT, related_name="acts")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    payload = models.JSONField(encoder=DjangoJSONEncoder)
    # Null for commands on the machine itself, and for consequences of something else.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    # No foreign key: a player may be removed from the list, and their acts stay.
    player_id = models.PositiveBigIntegerField(null=True, blank=True)
    version = models.PositiveSmallIntegerField(default=EVENT_ACT_VERSION)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    # Outside the digest, as it is removed after a time (`accounts.log.ADDRESS_KEPT`).
    address = models.CharField(max_length=45, blank=True, default="", db_default="")

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_act_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="event_act_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("An act is never changed: add another one.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("An act is never deleted: add another one.")
