from penalties.models import Case, Ruling
from tournaments.models import Player
from tournaments.players.selectors import Person


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
