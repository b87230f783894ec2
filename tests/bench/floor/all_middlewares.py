"""The bare views behind the product's own middlewares: what those cost."""

from config.settings import MIDDLEWARE as MIDDLEWARE
from tests.bench.floor.settings import *  # noqa: F403
