"""The shapes of the API's own documents. They validate and describe; what may be done is decided by the services."""

from collections.abc import Mapping

from rest_framework import serializers

from accounts.numbers import HIGHEST
from scoring.rulesets import RULE_SETS
from tournaments.api.fields import NameField
from tournaments.lists.players import HIGHEST_NUMBER
from tournaments.models import Event
from tournaments.words.turns import LONGEST, TURNS, seconds_of


class TurnsSerializer(serializers.Serializer):
    """大屏幕: seconds of a page of each kind of turn; 0: not shown. What is left out stays as it is."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {kind: serializers.IntegerField(min_value=0, max_value=LONGEST, required=False) for kind in TURNS}

    def to_representation(self, chosen: Mapping[str, int]) -> dict[str, int]:
        return seconds_of(chosen)


class EventSerializer(serializers.ModelSerializer):
    """賽事 as JSON."""

    name = NameField(max_length=80)
    venue = NameField(max_length=120, allow_blank=True, required=False)
    rule_set = serializers.ChoiceField(choices=[(slug, slug) for slug in RULE_SETS])
    rule_options = serializers.DictField(child=serializers.CharField(), default=dict)
    rule_settings = serializers.DictField(default=dict)
    rule_values = serializers.DictField(
        default=dict, help_text="fan → its own value in this event, or [open, concealed]; others are as published"
    )

    organisation = serializers.CharField(
        source="organisation.handle", read_only=True, help_text="handle of the organisation that holds the event"
    )

    screen = TurnsSerializer(required=False)
    standings_version = serializers.SerializerMethodField(help_text="null for who is told with a delay")

    class Meta:
        model = Event
        fields = [
            "slug",
            "organisation",
            "name",
            "venue",
            "starts_on",
            "ends_on",
            "rule_set",
            "rule_options",
            "rule_settings",
            "rule_values",
            "time_zone",
            "games_planned",
            "confirmation",
            "signing",
            "phones",
            "public",
            "searchable",
            "keep_months",
            "delay",
            "hidden",
            "language",
            "screen",
            "standings_version",
        ]
        read_only_fields = ["slug"]

    def get_standings_version(self, event: Event) -> int | None:
        return None if event.pk in self.context.get("late", ()) else event.standings_version


class NewEventSerializer(EventSerializer):
    """賽事 to be made."""

    organisation = serializers.SlugField(
        max_length=20, default="", allow_blank=True, help_text="may be left out by who makes events for one only"
    )
    client_key = serializers.UUIDField(
        allow_null=True, default=None, write_only=True, help_text="the same key again answers with the event it made"
    )

    class Meta(EventSerializer.Meta):
        fields = [*EventSerializer.Meta.fields, "client_key"]


class PlayerSerializer(serializers.Serializer):
    """選手 as JSON."""

    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, required=False)
    name = NameField(max_length=60)
    club = NameField(max_length=60, allow_blank=True, default="")
    staff = serializers.BooleanField(default=False)
    namesake = serializers.BooleanField(
        default=False, write_only=True, help_text="another person than the one of this name on the black list"
    )
    barred = serializers.CharField(read_only=True, help_text="suspended, disqualified, withdrawn by a ruling; or empty")


class TableSerializer(serializers.Serializer):
    """檯 and the sign-in names of its referees."""

    number = serializers.IntegerField(min_value=1)
    referees = serializers.ListField(child=serializers.CharField(), read_only=True)


class SeatSerializer(serializers.Serializer):
    """座位: who sits there and what the seat holds. Points are exact decimal strings."""

    seat = serializers.IntegerField()
    player = serializers.IntegerField(help_text="the player's number")
    name = serializers.CharField()
    substitute = serializers.IntegerField(allow_null=True, help_text="number of who plays on here instead")
    substitute_from = serializers.IntegerField(allow_null=True, help_text="from which hand")
    score = serializers.CharField()
    pending_in = serializers.CharField()
    pending_out = serializers.CharField()
    penalties = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)


class GameSerializer(serializers.Serializer):
    """半莊: where it stands now."""

    id = serializers.IntegerField()
    code = serializers.CharField(
        help_text="its place in addresses: whoever is no official and none of the four needs it"
    )
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    state = serializers.CharField()
    book_version = serializers.IntegerField(help_text="send it back as `seen`")
    hand_name = serializers.CharField()
    dealer = serializers.IntegerField()
    dealer_streak = serializers.IntegerField()
    hands_closed = serializers.IntegerField()
    unconfirmed = serializers.IntegerField()
    disputed = serializers.BooleanField()
    paused_since = serializers.DateTimeField(allow_null=True, help_text="while the table pauses")
    seats = SeatSerializer(many=True)


class PlayedSerializer(serializers.Serializer):
    """One event of the replay document, and what was claimed beside it."""

    event = serializers.DictField()
    claim = serializers.DictField(required=False, allow_null=True, default=None)


class _Keyed(serializers.Serializer):
    client_key = serializers.UUIDField(help_text="made by the client before the first try; a repeat is harmless")


class RecordSerializer(_Keyed, PlayedSerializer):
    """記錄: add an event to the game."""

    seen = serializers.IntegerField(min_value=0, help_text="the book_version that the client has seen")
    at_bell = serializers.ChoiceField(
        choices=["over", "during", "ahead"],
        required=False,
        default="",
        help_text="after the hall's bell: whether the hand was over at the bell, in progress, or had not begun; "
        "without it, what is likely by the time",
    )
    rules = serializers.CharField(
        max_length=16,
        required=False,
        allow_blank=True,
        default="",
        help_text="`rules` of the preview: other rules since then are a conflict",
    )


class CorrectSerializer(_Keyed):
    """更正: put other events in place of those of one hand."""

    seen = serializers.IntegerField(min_value=0)
    entries = PlayedSerializer(many=True)
    reason = serializers.CharField(max_length=300)


class UndoSerializer(_Keyed):
    """撤銷: take back the last thing entered."""

    seen = serializers.IntegerField(min_value=0)
    reason = serializers.CharField(max_length=300)


class PauseSerializer(_Keyed):
    """暫停: why; `minutes`: how long it took, of a pause that has just ended, null for one that begins."""

    reason = serializers.CharField(max_length=300)
    minutes = serializers.IntegerField(min_value=1, max_value=600, allow_null=True, default=None)


class SeenGameSerializer(serializers.Serializer):
    """A game and the version of its book that was seen."""

    game = serializers.IntegerField(min_value=1, max_value=HIGHEST)
    seen = serializers.IntegerField(min_value=0)


class EndGamesSerializer(_Keyed):
    """在這裡完場: the games of a round that end where they are."""

    games = SeenGameSerializer(many=True, allow_empty=False)


class ResumeSerializer(_Keyed):
    """繼續."""


class EntriesSerializer(serializers.Serializer):
    """What a correction would put in the hand's place."""

    entries = PlayedSerializer(many=True)


class ChangedHandSerializer(serializers.Serializer):
    """A hand whose line a correction would change: null where it would not be there. `seats`: whose numbers change."""

    number = serializers.IntegerField()
    before = serializers.DictField(allow_null=True)
    after = serializers.DictField(allow_null=True)
    seats = serializers.ListField(child=serializers.IntegerField())


class ConfirmSerializer(_Keyed):
    """確認: which seats confirm. A player confirms their own seat whatever stands here."""

    seats = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=3), allow_empty=False)
    pins = serializers.DictField(
        child=serializers.CharField(max_length=4),
        required=False,
        default=dict,
        help_text="seat → PIN, where the event asks each player for one",
    )


class ReasonSerializer(_Keyed):
    """A reason for an objection, a decision, a reopening."""

    reason = serializers.CharField(max_length=300)


class ObjectionSerializer(ReasonSerializer):
    """異議: the seat that objects (a player: their own)."""

    seat = serializers.IntegerField(min_value=0, max_value=3)


class CallSerializer(serializers.Serializer):
    """叫裁判: who called, since when, and who is on the way ("" while nobody is)."""

    id = serializers.IntegerField()
    game = serializers.IntegerField()
    table = serializers.IntegerField()
    caller = serializers.CharField()
    since = serializers.DateTimeField()
    taken_by = serializers.CharField(allow_blank=True)
    taken_at = serializers.DateTimeField(allow_null=True)


class OpenCallSerializer(serializers.Serializer):
    """The call of a table that has not ended, or null."""

    call = CallSerializer(allow_null=True)


class CallStepSerializer(serializers.Serializer):
    """Which call is meant, as it was read; without it the one that is open."""

    call = serializers.IntegerField(required=False, allow_null=True, default=None)


class SignSerializer(_Keyed):
    """簽署: the digest of the card that was seen, and the drawn strokes or the PIN."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    digest = serializers.CharField(max_length=64)
    strokes = serializers.CharField(allow_blank=True, default="", max_length=20_000)
    pin = serializers.CharField(allow_blank=True, default="", max_length=4)


class SignRulingSerializer(ReasonSerializer):
    """裁判裁定作實: whose signature is missing, why, and the digest of the card that was seen."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    digest = serializers.CharField(max_length=64)


class SignatureSerializer(serializers.Serializer):
    """簽名: when and how a seat signed."""

    seat = serializers.IntegerField()
    method = serializers.CharField(help_text="drawn, pin, phone, or ruled: the referee's decision in its place")
    at = serializers.DateTimeField()
    ruled_by = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True, help_text="of a ruling")


class AnswerSerializer(serializers.Serializer):
    """What a write answers; the same again for a repeat with the same client key."""

    act = serializers.IntegerField(allow_null=True)
    hand = serializers.IntegerField(required=False)
    closed = serializers.BooleanField(required=False)
    book_version = serializers.IntegerField(required=False)


class HandSerializer(serializers.Serializer):
    """局 as recorded; `book` holds events, payments, chain moves, chains, cards and scores.

    Rulings that the reader may not read whole stand as what came of them, with `{"withheld": true}` as their claim.
    """

    number = serializers.IntegerField()
    name = serializers.CharField()
    dealer = serializers.IntegerField()
    dealer_streak = serializers.IntegerField()
    result = serializers.CharField()
    state = serializers.CharField()
    recorded_at = serializers.DateTimeField()
    book = serializers.DictField()


class CardSerializer(serializers.Serializer):
    """記分卡: its content, the digest of the whole card, and who has signed."""

    digest = serializers.CharField()
    signed = serializers.ListField(child=serializers.IntegerField())
    signatures = SignatureSerializer(many=True)
    code = serializers.CharField(allow_null=True)
    withheld = serializers.BooleanField(help_text="rulings in `content` are shortened for this reader")
    content = serializers.DictField()


class CheckSerializer(serializers.Serializer):
    """查核: a signed card by its short code."""

    code = serializers.CharField()
    digest = serializers.CharField()
    matches = serializers.BooleanField(
        help_text="text, digest, code and signatures agree with one another and with the book as it is now"
    )
    version = serializers.IntegerField()
    locked_at = serializers.DateTimeField()
    reopened_at = serializers.DateTimeField(allow_null=True)
    reopen_reason = serializers.CharField()
    signatures = SignatureSerializer(many=True)
    withheld = serializers.BooleanField(help_text="rulings in `content` are shortened for this reader")
    content = serializers.DictField()
