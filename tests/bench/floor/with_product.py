"""The product's settings and the tables of the bare views: for the process that fills the database of both."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.bench.floor"]
# The tables as the models have them, at once and not in the steps of years.
MIGRATION_MODULES = {name.rpartition(".")[2]: None for name in INSTALLED_APPS}
