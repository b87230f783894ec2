"""The server as `make run` starts it: real settings, collected files, one process from the outside."""

import http.client
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from scripts import serve
from tests import served
from tests.lacking import lacking
from tests.scripts.conftest import started
from tests.served import NGINX, ROOT, free_port, prepared


@pytest.fixture(scope="module")
def server(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    with started(environment) as process:
        yield process


def fetch(environment: dict[str, str], path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = Request(f"http://127.0.0.1:{environment['PORT']}{path}", headers=headers)
    with urlopen(request, timeout=20) as answer:
        return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()


def test_the_server_answers_as_soon_as_it_says_where(server: object, environment: dict[str, str]) -> None:
    status, headers, page = fetch(environment, "/sign-in/")
    assert status == 200
    assert "登入" in page.decode()
    assert headers["x-frame-options"] == "DENY"
    assert fetch(environment, "/healthz")[0] == 200
    assert fetch(environment, "/readyz")[2] == b'{"ready": true}'
    page = fetch(environment, "/sign-in/")[2].decode()
    named = set(re.findall(r'"(/static/[^"]+\.[0-9a-f]{12}\.(?:css|js))"', page))
    assert named
    for path in sorted(named):
        status, headers, _body = fetch(environment, path, **{"Accept-Encoding": "br"})
        assert status == 200
        assert "immutable" in headers["cache-control"], path


def test_the_server_says_so_when_the_port_is_taken(server: object, environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "scripts.serve"]
    second = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert f"PORT={int(environment['PORT']) + 1} make run" in second.stderr
    assert "Traceback" not in second.stderr


def test_preparing_again_changes_nothing(server: object, environment: dict[str, str]) -> None:
    folder = Path(environment["PAIJU_DATA"]) / "static"
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    prepared(folder.parent)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
    folder = Path(environment["PAIJU_DATA"])
    fetch(environment, "/api/rule-sets/")
    backup = subprocess.run(
        [sys.executable, "-m", "scripts.backup", "save"], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    assert Path(backup.stdout.decode().strip()).parent == folder / "backup"
    assert {"paiju.sqlite3", "secret_key"} <= {path.name for path in folder.iterdir()}
    assert readable_by_others(folder) == []


def readable_by_others(folder: Path) -> list[Path]:
    """But for the empty lock of the systemd unit, which has a UMask; the test of the unit runs its command without."""
    files = [path for path in [folder, *folder.glob("*"), *folder.glob("backup/*")] if path.name != "prepare.lock"]
    return [path for path in files if path.stat().st_mode & 0o077]


def test_an_older_installation_is_closed_when_it_starts(tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "old"
    folder.mkdir(mode=0o755)
    for name in ("paiju.sqlite3", "paiju.sqlite3-wal"):
        (folder / name).touch(mode=0o644)
    given = environment | {"PAIJU_DATA": str(folder)}
    subprocess.run([sys.executable, "manage.py", "check"], cwd=ROOT, env=given, check=True, capture_output=True)
    assert readable_by_others(folder) == []


def test_head_has_no_body_and_too_large_a_body_is_refused(server: object, environment: dict[str, str]) -> None:
    """On a connection that stays open a body would be read as the beginning of the next answer."""
    connection = http.client.HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=20)
    for _time in range(2):
        connection.request("HEAD", "/sign-in/")
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b"")
        assert int(answer.headers["Content-Length"]) > 1000
        socket_used = connection.sock
    assert socket_used is not None
    connection.request("GET", "/sign-in/")
    assert b"<html" in connection.getresponse().read()
    connection = http.client.HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=20)
    connection.putrequest("POST", "/sign-in/")
    connection.putheader("Content-Length", str(serve.MAX_BODY + 1))
    connection.endheaders()
    assert connection.getresponse().status == 413
    assert fetch(environment, "/healthz")[0] == 200


def test_a_poll_with_nothing_new_keeps_its_connection(server: object, environment: dict[str, str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=20)
    connection.request("GET", "/api/rule-sets/")
    answer = connection.getresponse()
    answer.read()
    for asked, said in (("keep-alive", None), ("close", "close")):
        headers = {"If-None-Match": answer.headers["ETag"], "Connection": asked}
        connection.request("GET", "/api/rule-sets/", headers=headers)
        poll = connection.getresponse()
        assert (poll.status, poll.read(), poll.headers["Connection"]) == (304, b"", said)


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_the_server_stops_within_seconds(environment: dict[str, str], stop: signal.Signals) -> None:
    given = environment | {"PORT": str(free_port())}
    with started(given) as process:
        assert fetch(given, "/healthz")[0] == 200
        process.send_signal(stop)
        assert process.wait(timeout=10) == 0


# --- nginx in front, by the files of deploy/ ----------------------------------------------------------------------


@pytest.fixture
def nginx(environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """Its two ports: with TLS and without."""
    if NGINX is None or shutil.which("openssl") is None:
        lacking("no nginx (apt-get install nginx openssl)")
    secure, plain = free_port(), free_port()
    with served.nginx(secure, [served.Server(environment)], plain):
        yield secure, plain


def through(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Over TLS, with any certificate."""
    context = ssl._create_unverified_context()  # noqa: S323
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def test_nginx_takes_the_files_of_deploy_and_passes_on(
    server: subprocess.Popen[str], environment: dict[str, str], nginx: tuple[int, int]
) -> None:
    secure, plain = nginx
    status, headers, page = through(secure, "/sign-in/", **{"X-Request-ID": "made-up"})
    assert (status, "登入" in page.decode()) == (200, True)
    assert re.fullmatch(r"[0-9a-f]{32}", headers["x-request-id"])
    assert through(secure, "/metrics")[0] == 404
    assert through(secure, "/readyz")[0] == 200
    redirect = http.client.HTTPConnection("127.0.0.1", plain, timeout=20)
    redirect.request("GET", "/e/")
    assert redirect.getresponse().getheader("Location") == "https://127.0.0.1/e/"
    head = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: "
    with socket.create_connection(("127.0.0.1", nginx[0])) as wire:
        context = ssl._create_unverified_context()  # noqa: S323
        with context.wrap_socket(wire) as client:
            client.sendall(head + b"99999999\r\n\r\n")
            assert client.recv(12) == b"HTTP/1.1 413"


def test_nginx_keeps_what_is_public_and_limits_pictures(server: object, nginx: tuple[int, int]) -> None:
    style = re.search(r'"(/static/[^"]+[.]css)"', through(nginx[0], "/sign-in/")[2].decode())
    assert style
    for path in (style[1], "/live/en/count.png?rule_set=hk-classic"):
        answers = [through(nginx[0], path) for _time in range(2)]
        assert [answer[0] for answer in answers] == [200, 200]
        assert answers[0][2] == answers[1][2]
    statuses = [through(nginx[0], "/live/en/count.png")[0] for _time in range(60)]
    assert 429 in statuses
    assert through(nginx[0], "/sign-in/")[0] == 200


def test_nginx_says_what_to_do_while_the_app_starts_again(
    environment: dict[str, str], nginx: tuple[int, int], server: subprocess.Popen[str]
) -> None:
    server.send_signal(signal.SIGINT)
    server.wait(30)
    status, headers, page = through(nginx[0], "/")
    assert (status, headers["retry-after"]) == (503, "3")
    assert "請等幾秒再試" in page.decode()


def test_a_process_that_breaks_off_ends_the_server_so_that_systemd_restarts_it(environment: dict[str, str]) -> None:
    with started(environment | {"PORT": str(free_port()), "WEB_PROCESSES": "2"}) as process:
        children = [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
        assert len(children) == 2
        os.kill(children[0], signal.SIGKILL)
        assert process.wait(60) == 1
    assert not any(Path(f"/proc/{pid}").exists() for pid in children)
