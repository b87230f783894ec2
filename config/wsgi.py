"""The WSGI entry point: what the web server loads."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# Every page is imported before the first phone asks for one. All of that stays for the life of the process: left out of
# garbage collection, which otherwise goes through it again and again while somebody waits for an answer.
get_resolver().url_patterns  # noqa: B018 - read for what it imports
gc.collect()
gc.freeze()
