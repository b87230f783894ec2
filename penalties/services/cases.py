"""異議個案: open a case about a ruling, add notes to it, decide it. Callers check access.

An objection to a hand is opened and decided in its game (`tournaments.tables.services.confirmations`, a correction);
here referees only add notes to it. Every step is idempotent.
"""

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from penalties.models import Case, CaseNote, Ruling
from tournaments.core.event_log import Kind, added, append_act, changed
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotAllowed
from tournaments.core.locks import in_one_transaction, lock_event, lock_game
from tournaments.models import Game, GameSeat, Player, Stage
from tournaments.tables.game_log.read import load_game, read_book
from tournaments.tables.services.substitutes import sitting


@in_one_transaction
def object_to(*, ruling_id: int, player: Player, text: str, now: datetime, user: User | None = None) -> Case:
    """異議: open a case for a player about a ruling on themselves, until the card is signed; a referee (`user`) may do
    so for them at any time and is named in the thread.

    The same text again is a repeat. Raises NotAllowed if the ruling does not concern the player or their phone may not
    be used, CardSigned, Invalid without text or if the ruling is reversed or already has a case of theirs.
    """
    words = text.strip()
    # The event is locked, so that two simultaneous requests open only one case.
    lock_event(Ruling.objects.values_list("event", flat=True).get(pk=ruling_id))
    ruling = Ruling.objects.select_related("event", "game", "hall", "player").get(pk=ruling_id)
    if player not in concerned(ruling):
        if user is not None:
            raise Invalid(_("這個判決與 %(name)s 無關。") % {"name": player.name}, field="player")
        raise NotAllowed(_("選手只可對關於自己的判決提出異議。"))
    if user is None and not ruling.event.phones:
        raise NotAllowed(_("這個賽事不用選手自己的電話提出異議，請向裁判提出。"))
    if not words:
        raise Invalid(_("請說明那裡不對。"), field="reason")
    known = Case.objects.filter(ruling=ruling, player=player).order_by("-id").first()
    if known is not None:
        if known.text == words:
            return known
        if known.outcome:
            said = {"decision": known.decision}
            raise Invalid(_("裁判長已就這個異議作出裁決：%(decision)s") % said, field="reason")
        raise Invalid(_("這個判決已有異議，請等裁判長裁決。"), field="reason")
    if user is None and window_closed(ruling, player):
        raise CardSigned(_("記分卡已簽署，不能再自行提出異議。請向裁判提出。"))
    if ruling.reverses_id is not None:
        raise Invalid(_("這一則推翻判決，不是判決，不能提出異議。"), field="reason")
    if Ruling.objects.filter(reverses=ruling).exists():
        raise Invalid(_("這個判決已被推翻，沒有可以異議的地方。"), field="reason")
    case = Case.objects.create(
        event=ruling.event,
        game=ruling.game,
        hand=ruling.hand,
        ruling=ruling,
        player=player,
        text=words,
        opened_at=now,
    )
    append_act(case.event_id, Kind.CASE_OPENED, added(case), player_id=player.pk)
    if user is not None:
        _write(case, user, _("代選手提出。"), now)
    return case


@in_one_transaction
def note(*, case: Case, user: User, text: str, now: datetime) -> CaseNote:
    """留言: add a referee's note. The first one on an objection to a hand creates its row. Raises Invalid if empty."""
    words = text.strip()
    if not words:
        raise Invalid(_("請寫下留言。"), field="text")
    if case.pk:
        case = _locked(case)
    else:
        assert case.game_id is not None
        lock_game(case.game_id)  # two simultaneous first notes create one row
        key = {"event_id": case.event_id, "game_id": case.game_id, "act": case.act}
        said = {"hand": case.hand, "player_id": case.player_id, "text": case.text, "opened_at": case.opened_at}
        case, made = Case.objects.get_or_create(**key, defaults=said)
        if made:
            append_act(case.event_id, Kind.CASE_OPENED, added(case), player_id=case.player_id)
    last = case.notes.order_by("-id").first()
    if last is not None and (last.user_id, last.text) == (user.pk, words):
        return last
    return _write(case, user, words, now)


def _write(case: Case, user: User, text: str, now: datetime) -> CaseNote:
    written = CaseNote.objects.create(case=case, user=user, text=text, created_at=now)
    append_act(case.event_id, Kind.CASE_NOTED, added(written), user_id=user.pk)
    return written


@in_one_transaction
def decide(*, case: Case, user: User, outcome: str, decision: str, now: datetime) -> Case:
    """裁決: the head referee upholds a ruling or announces its change (made separately, by 推翻), with a text; final.

    Raises Invalid without outcome or text or for a case about a hand, Conflict if it was already decided otherwise.
    """
    words = decision.strip()
    if outcome not in (Case.Outcome.UPHELD, Case.Outcome.CHANGED):
        raise Invalid(_("請揀維持原判或更改。"), field="outcome")
    if not words:
        raise Invalid(_("請寫下裁決的理由。"), field="decision")
    if case.act is not None:
        raise Invalid(_("這一鋪的異議，請在這一鋪更正或維持原判。"), field="outcome")
    case = _locked(case)
    if case.outcome:
        if (case.outcome, case.decision) == (outcome, words):
            return case
        raise Conflict(_("這個個案已有裁決：%(decision)s") % {"decision": case.decision})
    case.outcome, case.decision = outcome, words
    case.decided_by, case.decided_at = user, now
    columns = ("outcome", "decision", "decided_by", "decided_at")
    case.save(update_fields=columns)
    append_act(case.event_id, Kind.CASE_DECIDED, changed(case, *columns), user_id=user.pk)
    return case


def _locked(case: Case) -> Case:
    lock_event(case.event_id)
    return Case.objects.get(pk=case.pk)


def concerned(ruling: Ruling) -> list[Player]:
    """Return the player the ruling is on; if it names none, the four at the table, or their substitutes."""
    if ruling.game_id is None or ruling.player is not None:
        return [ruling.player] if ruling.player else []
    seats = GameSeat.objects.filter(game=ruling.game_id).select_related("player", "substitute").order_by("seat")
    return [sitting(seat, ruling.hand) for seat in seats]


def window_closed(ruling: Ruling, player: Player) -> bool:
    """Whether it is too late to object: the card of the ruling's game, or its 圈, has a signature. For a ruling made
    outside a game, the first card of the player's next games decides."""
    game_id, hand = ruling.game_id, ruling.hand or 0
    if ruling.hall is not None:
        later = Game.objects.filter(seats__player=player, round__number__gt=ruling.hall.after_round)
        game_id, hand = later.order_by("round__number").values_list("pk", flat=True).first(), 0
    game = load_game(game_id) if game_id is not None else None
    if game is None:
        return False
    line = read_book(game).folded.timeline
    return bool(line.signed) or 0 < hand <= line.signed_hands


def open_in_stage(stage: Stage) -> list[str]:
    """結束階段之前: report undecided cases about rulings in the stage's games. A disputed hand blocks its card anyway,
    and an objection after four confirmations blocks nothing."""
    open_rulings = Case.objects.filter(event=stage.event_id, act=None, outcome=Case.Outcome.OPEN)
    waiting = open_rulings.filter(Q(game__round__stage=stage) | Q(game=None)).count()
    return [_("有 %(count)s 宗異議未裁決。") % {"count": waiting}] if waiting else []
