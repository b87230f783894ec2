"""一個人的資料 The part of the register in an export and in an erasure."""

from penalties.models import Case, Ruling, RulingPhoto
from tournaments.models import Player
from tournaments.players.selectors import Person
from tournaments.players.services.erasure import TAKEN_OUT, Plan


def add_register(player: Player, person: Person) -> None:
    rulings = Ruling.objects.filter(player=player).select_related("photo", "reversal").order_by("number")
    person.data["rulings"] = [
        {
            "number": one.number,
            "day": one.day.isoformat(),
            "offence": one.offence,
            "said": one.said,
            "effect": one.effect,
            "facts": one.facts,
            "reversed": hasattr(one, "reversal"),
        }
        for one in rulings
    ]
    person.files |= {f"ruling-{one.number}.jpg": bytes(one.photo.image) for one in rulings if hasattr(one, "photo")}
    person.data["cases"] = [
        {"at": case.opened_at.isoformat(), "text": case.text, "outcome": case.outcome, "decision": case.decision}
        for case in Case.objects.filter(player=player)
    ]


def plan_register(player: Player, plan: Plan) -> None:
    """Erase texts, notes and photos. Rulings stay."""
    for case in Case.objects.filter(player=player):
        words = {name: TAKEN_OUT for name in ("text", "decision") if getattr(case, name)}
        plan.change(case, **words)
        for note in case.notes.all():
            plan.change(note, text=TAKEN_OUT)
    plan.gone += RulingPhoto.objects.filter(ruling__player=player)
