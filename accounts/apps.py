from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        # Converters must be registered before any address is read.
        from axes.signals import user_locked_out
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from accounts import devices, inputs, log  # noqa: F401

        user_logged_in.connect(log.note_sign_in, dispatch_uid="accounts.log")
        user_locked_out.connect(log.note_block, dispatch_uid="accounts.log")
        user_logged_in.connect(devices.note_sign_in, dispatch_uid="accounts.devices")
        user_logged_out.connect(devices.note_sign_out, dispatch_uid="accounts.devices")
