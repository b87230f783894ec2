from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    name = "penalties"

    def ready(self) -> None:
        from penalties.models import Case, CaseNote, Ruling, RulingPhoto, SuspensionConfirmation
        from penalties.services import audit, cases, register
        from tournaments.audit import checks
        from tournaments.core.event_log import watch
        from tournaments.players import selectors
        from tournaments.players.services import erasure
        from tournaments.rounds.services import stages
        from tournaments.tables.services.writing import counting_changed, game_changed

        game_changed.connect(register.follow)
        counting_changed.connect(register.count_again)
        stages.WAITING.append(cases.open_in_stage)
        erasure.FURTHER.append(register.plan_erasure)
        selectors.FURTHER.append(register.add_to_export)
        watch(Ruling)
        watch(RulingPhoto, path="ruling__event")
        watch(SuspensionConfirmation, path="ruling__event")
        watch(Case)
        watch(CaseNote, path="case__event")
        checks.FURTHER.append(checks.Further(["rulings__reversal"], audit.check_game, audit.check_event))
