"""Makes this process a Django process on a fresh database with the product's tables and those of the bare views, and
collects the styles and scripts that whole pages name."""

import os


def prepare() -> None:
    """Before any model is imported; on SQLite inside `servers.scratch`."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.floor.with_product"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def vendor() -> str:
    """The database's name for the table of figures."""
    from django.db import connection

    return {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[connection.vendor]
