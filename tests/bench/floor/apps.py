"""The app of the bare views."""

from django.apps import AppConfig


class FloorConfig(AppConfig):
    name = "tests.bench.floor"
    label = "bench_floor"
    default_auto_field = "django.db.models.BigAutoField"
