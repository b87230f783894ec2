from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PenaltiesConfig(AppConfig):
    name = "penalties"
    verbose_name = _("判決")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from penalties.person import add_register, plan_register
        from penalties.services.cases import open_in_stage
        from penalties.services.register import follow, renew_hall
        from tournaments.players.selectors import tell_too
        from tournaments.players.services.erasure import erase_too
        from tournaments.rounds.services.stages import wait_for
        from tournaments.tables.services.listeners import listen_to_books, listen_to_counting

        listen_to_books(follow)
        listen_to_counting(renew_hall)
        wait_for(open_in_stage)
        erase_too(plan_register)
        tell_too(add_register)
        self._keep_history()
        self._be_audited()

    def _keep_history(self) -> None:
        from penalties.models import Case, CaseNote, Ruling, RulingPhoto, SuspensionConfirmation
        from tournaments.core.event_log import watch

        watch(Ruling)
        watch(RulingPhoto, path="ruling__event")
        watch(SuspensionConfirmation, path="ruling__event")
        watch(Case)
        watch(CaseNote, path="case__event")

    def _be_audited(self) -> None:
        from penalties.services import audit as register
        from tournaments.audit.checks import Further, audit_too

        audit_too(Further(["rulings__reversal"], register.check_game, register.check_event))
