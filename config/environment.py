"""Environment variables, the secret key and the machine's own addresses. Free of Django: `scripts/serve.py` uses it
too."""

import os
import secrets
import socket
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def flag(name: str, default: bool = False) -> bool:
    """Whether the variable is "1", "true", "yes" or "on"; `default` if unset or empty."""
    value = os.environ.get(name, "").strip().lower()
    return value in {"1", "true", "yes", "on"} if value else default


def words(name: str, default: Iterable[str] = ()) -> list[str]:
    """Split a comma-separated variable; `default` if unset or empty."""
    found = [word.strip() for word in os.environ.get(name, "").split(",")]
    return [word for word in found if word] or list(default)


def number(name: str, default: int) -> int:
    return int(os.environ.get(name, "").strip() or default)


def keep_private(folder: Path) -> None:
    """Make the folder private to its owner, unless it is shared (/tmp) or belongs to another user."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not folder.stat().st_mode & stat.S_ISVTX:
        _close(folder, 0o700)


def keep_private_database(database: Path) -> None:
    """Make a SQLite file private to its owner. Its side files get the same mode."""
    for name in (database.name, f"{database.name}-wal", f"{database.name}-shm"):
        file = database.with_name(name)
        if file.is_file():
            _close(file, 0o600)


def _close(path: Path, mode: int) -> None:
    if stat.S_IMODE(path.stat().st_mode) != mode:
        with suppress(PermissionError):
            path.chmod(mode)


def secret_key(keeper: Path) -> str:
    """Return SECRET_KEY from the environment, else the key stored in `keeper` (made once, mode 600).

    Several processes may start at the same moment: the key is written to a file of its own and then linked into place,
    so that one of them wins and none reads half a key.
    """
    given = os.environ.get("SECRET_KEY", "")
    if given:
        return given
    if not keeper.exists():
        keep_private(keeper.parent)
        handle, draft = tempfile.mkstemp(dir=keeper.parent, prefix=".key-")  # of mode 600
        os.write(handle, secrets.token_urlsafe(64).encode())
        os.close(handle)
        with suppress(FileExistsError):
            os.link(draft, keeper)
        os.unlink(draft)
    return keeper.read_text().strip()


def lan_addresses() -> list[str]:
    """Return addresses at which phones on the same network may reach this machine, the likeliest first."""
    found: list[str] = []
    # Connecting a datagram socket sends no packet: the system only chooses the outgoing interface.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        found += [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if address and not address.startswith("127.")]


def room_address() -> str:
    host = words("HOST", ["0.0.0.0"])[0]  # noqa: S104 - compared, not listened on
    if host in {"0.0.0.0", "::"}:  # noqa: S104
        return next(iter(lan_addresses()), "")
    return "" if host in {"localhost", "::1"} or host.startswith("127.") else host


def own_names() -> list[str]:
    """Return every host name and address at which a request may reach this machine without a proxy."""
    name = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", "[::1]", name, f"{name.partition('.')[0]}.local", *lan_addresses()]
