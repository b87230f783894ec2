"""The real settings, without slow parts and without collected static files."""

import os
import tempfile
from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import CACHES, DATABASES, MIDDLEWARE, REST_FRAMEWORK, STORAGES

SECRET_KEY = "only-for-tests-" + "x" * 50
DATA_DIR = Path(tempfile.gettempdir()) / f"paiju-test-{os.getpid()}"
CACHES = CACHES | {"drawn": CACHES["drawn"] | {"LOCATION": DATA_DIR / "drawn"}}
ALLOWED_HOSTS = ["*"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# The test server serves static files from the source tree.
MIDDLEWARE = [name for name in MIDDLEWARE if not name.startswith("whitenoise.")]
REST_FRAMEWORK = REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": {"documents": None}}
# Counting passwords needs a request, which `client.login()` does not pass; tests of the limit switch it on.
AXES_ENABLED = False

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Tests need no protection from power cuts; waiting for the disk at every commit took a third of some tests.
    _options = DATABASES["default"]["OPTIONS"]
    _options["timeout"] = 20
    _options["init_command"] = _options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
    # A file, not memory, so that threads and the live server meet the same locks as in a real installation.
    DATABASES["default"]["TEST"] = {
        "NAME": os.path.join(tempfile.gettempdir(), f"paiju-test-{os.getpid()}.sqlite3"),
    }
else:
    # Test threads, unlike a server's, keep their connection between requests. Twenty at once would otherwise queue and
    # time out on a busy machine.
    DATABASES["default"]["OPTIONS"]["pool"] |= {"max_size": 32, "timeout": 120}
