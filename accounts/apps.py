from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("帳戶")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Converters must be registered before any address is read.
        from axes.signals import user_locked_out
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from accounts import devices, inputs, log  # noqa: F401

        user_logged_in.connect(log.note_sign_in, dispatch_uid="accounts.log")
        user_locked_out.connect(log.note_block, dispatch_uid="accounts.log")
        user_logged_in.connect(devices.note_sign_in, dispatch_uid="accounts.devices")
        user_logged_out.connect(devices.note_sign_out, dispatch_uid="accounts.devices")
