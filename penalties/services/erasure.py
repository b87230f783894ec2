"""刪除個人資料 in the register: a player's texts, notes about them, and photos. Rulings stay."""

from penalties.models import Case, RulingPhoto
from tournaments.models import Player
from tournaments.players.services.erasure import TAKEN_OUT, Plan


def plan_register(player: Player, plan: Plan) -> None:
    for case in Case.objects.filter(player=player):
        words = {name: TAKEN_OUT for name in ("text", "decision") if getattr(case, name)}
        plan.change(case, **words)
        for note in case.notes.all():
            plan.change(note, text=TAKEN_OUT)
    plan.gone += RulingPhoto.objects.filter(ruling__player=player)
