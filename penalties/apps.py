from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    name = "penalties"

    def ready(self) -> None:
        from penalties.models import Case, CaseNote, Ruling, RulingPhoto, SuspensionConfirmation
        from penalties.services import audit, cases, register
        from tournaments.audit.checks import FURTHER, Further
        from tournaments.core.event_log import watch
        from tournaments.players.selectors import register_personal_data
        from tournaments.players.services.erasure import register_erasure
        from tournaments.rounds.services.stages import wait_for
        from tournaments.tables.services.writing import counting_changed, game_changed

        game_changed.connect(register.follow)
        counting_changed.connect(register.count_again)
        wait_for(cases.open_in_stage)
        register_erasure(register.plan_erasure)
        register_personal_data(register.add_to_export)
        watch(Ruling)
        watch(RulingPhoto, path="ruling__event")
        watch(SuspensionConfirmation, path="ruling__event")
        watch(Case)
        watch(CaseNote, path="case__event")
        FURTHER.append(Further(["rulings__reversal"], audit.check_game, audit.check_event))
