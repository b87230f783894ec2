from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("賽事")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # The converter of games in addresses must be registered before any address is read.
        from tournaments.core import game_codes  # noqa: F401
        from tournaments.models import triggers

        # Sent once all apps are migrated, so that all tables exist.
        post_migrate.connect(triggers.install, sender=self)
