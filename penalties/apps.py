"""判決: rulings of referees and what follows from them."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PenaltiesConfig(AppConfig):
    name = "penalties"
    verbose_name = _("判決")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from penalties.services.register import follow
        from tournaments.services.followers import follow_books

        follow_books(follow)
