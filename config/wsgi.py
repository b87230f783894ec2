"""The WSGI entry point: what the web server loads."""

import gc
import os
from importlib import import_module
from pathlib import Path

from django.core.wsgi import get_wsgi_application
from django.template import engines
from django.template.loader import get_template
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config.watching import watch_statements

application = get_wsgi_application()
watch_statements()

# Every page is imported before the first phone asks for one. All of that stays for the life of the process: left out of
# garbage collection, which otherwise goes through it again and again while somebody waits for an answer.
get_resolver().url_patterns  # noqa: B018 - read for what it imports
for folder in engines["django"].dirs:
    for page in Path(folder).rglob("*.html"):
        get_template(str(page.relative_to(folder)))  # compiled: else the first hand after a start waits for it
import_module("webauthn")  # half a second, which nobody at a table is to wait for
gc.collect()
gc.freeze()
# Garbage is looked for after so many new objects, not after 700: the standings of 2,000 players are 15,000 of them, of
# which none is garbage, and looking through them twenty times took a tenth of the time.
gc.set_threshold(20_000)
