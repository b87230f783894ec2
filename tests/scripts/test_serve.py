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
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from scripts import serve
from tests.lacking import lacking
from tests.served import free_port, prepared

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def server(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "scripts.serve"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        assert f"http://127.0.0.1:{environment['PORT']}/" in said[1]
        yield process
        process.send_signal(signal.SIGINT)


def fetch(environment: dict[str, str], path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = Request(f"http://127.0.0.1:{environment['PORT']}{path}", headers=headers)
    with urlopen(request, timeout=20) as answer:
        return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()


def test_it_answers_as_soon_as_it_says_where(server: object, environment: dict[str, str]) -> None:
    status, headers, page = fetch(environment, "/sign-in/")
    assert status == 200
    assert "登入" in page.decode()
    assert headers["x-frame-options"] == "DENY"
    assert fetch(environment, "/healthz")[0] == 200
    assert fetch(environment, "/readyz")[2] == b'{"ready": true}'


def test_its_files_are_compressed_and_kept_for_ever(server: object, environment: dict[str, str]) -> None:
    page = fetch(environment, "/sign-in/")[2].decode()
    named = set(re.findall(r'"(/static/[^"]+\.[0-9a-f]{12}\.(?:css|js))"', page))
    assert named
    for path in sorted(named):
        status, headers, _body = fetch(environment, path, **{"Accept-Encoding": "br"})
        assert status == 200
        assert "immutable" in headers["cache-control"], path


def test_it_says_so_when_the_port_is_taken(server: object, environment: dict[str, str]) -> None:
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


def readable_by_others(folder: Path) -> list[Path]:
    """But for the empty lock of the systemd unit, which has a UMask; the test of the unit runs its command without."""
    files = [path for path in [folder, *folder.glob("*"), *folder.glob("backup/*")] if path.name != "prepare.lock"]
    return [path for path in files if path.stat().st_mode & 0o077]


def test_nobody_else_on_the_machine_reads_what_it_writes(server: object, environment: dict[str, str]) -> None:
    folder = Path(environment["PAIJU_DATA"])
    fetch(environment, "/api/rule-sets/")
    backup = subprocess.run(
        [sys.executable, "-m", "scripts.backup", "save"], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    assert Path(backup.stdout.decode().strip()).parent == folder / "backup"
    assert {"paiju.sqlite3", "secret_key"} <= {path.name for path in folder.iterdir()}
    assert readable_by_others(folder) == []


def test_an_older_installation_is_closed_when_it_starts(tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "old"
    folder.mkdir(mode=0o755)
    for name in ("paiju.sqlite3", "paiju.sqlite3-wal"):
        (folder / name).touch(mode=0o644)
    given = environment | {"PAIJU_DATA": str(folder)}
    subprocess.run([sys.executable, "manage.py", "check"], cwd=ROOT, env=given, check=True, capture_output=True)
    assert readable_by_others(folder) == []


def test_an_answer_to_head_has_no_body(server: object, environment: dict[str, str]) -> None:
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


def test_too_large_a_body_is_refused(server: object, environment: dict[str, str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=20)
    connection.putrequest("POST", "/sign-in/")
    connection.putheader("Content-Length", str(serve.MAX_BODY + 1))
    connection.endheaders()
    assert connection.getresponse().status == 413
    assert fetch(environment, "/healthz")[0] == 200


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_within_seconds(environment: dict[str, str], stop: signal.Signals) -> None:
    given = environment | {"PORT": str(free_port())}
    command = [sys.executable, "-m", "scripts.serve"]
    with subprocess.Popen(command, cwd=ROOT, env=given, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "\n"
        assert fetch(given, "/healthz")[0] == 200
        process.send_signal(stop)
        assert process.wait(timeout=10) == 0


# --- nginx in front, by the files of deploy/ ----------------------------------------------------------------------

NGINX = """
daemon off;
{user}
pid {room}/pid;
error_log {room}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {room}/body; proxy_temp_path {room}/proxy; fastcgi_temp_path {room}/f;
    uwsgi_temp_path {room}/u; scgi_temp_path {room}/s;
    include {room}/paiju.conf;
}}
"""


@pytest.fixture
def nginx(environment: dict[str, str], tmp_path: Path) -> Iterator[tuple[int, int]]:
    """Its two ports: with TLS and without."""
    binary = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if binary is None or shutil.which("openssl") is None:
        lacking("no nginx (apt-get install nginx openssl)")
    secure, plain = free_port(), free_port()
    here = {"/var/cache/nginx/paiju": f"{tmp_path}/cache", "/etc/ssl/paiju": str(tmp_path)}
    here |= {"127.0.0.1:8001": f"127.0.0.1:{environment['PORT']}", "server 127.0.0.1:8002;": ""}
    here |= {"/srv/paiju/deploy/nginx": str(tmp_path)}
    here |= {"listen 443": f"listen 127.0.0.1:{secure}", "listen 80;": f"listen 127.0.0.1:{plain};"}
    for file in (ROOT / "deploy" / "nginx").iterdir():
        text = file.read_text()
        for there, instead in here.items():
            text = text.replace(there, instead)
        (tmp_path / file.name).write_text(text)
    user = "user root;" if os.getuid() == 0 else ""
    (tmp_path / "nginx.conf").write_text(NGINX.format(room=tmp_path, user=user))
    certificate = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    certificate += ["-subj", "/CN=paiju.example", "-keyout", "privkey.pem", "-out", "fullchain.pem"]
    subprocess.run(certificate, cwd=tmp_path, check=True, capture_output=True)
    command = [binary, "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path)]
    tried = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        for _try in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", secure)) == 0:
                    break
            time.sleep(0.05)
        yield secure, plain
        process.terminate()


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


def test_nginx_refuses_too_large_a_body(nginx: tuple[int, int]) -> None:
    head = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: "
    with socket.create_connection(("127.0.0.1", nginx[0])) as wire:
        context = ssl._create_unverified_context()  # noqa: S323
        with context.wrap_socket(wire) as client:
            client.sendall(head + b"99999999\r\n\r\n")
            assert client.recv(12) == b"HTTP/1.1 413"


def test_nginx_says_what_to_do_while_the_app_starts_again(
    environment: dict[str, str], nginx: tuple[int, int], server: subprocess.Popen[str]
) -> None:
    server.send_signal(signal.SIGINT)
    server.wait(30)
    status, headers, page = through(nginx[0], "/")
    assert (status, headers["retry-after"]) == (503, "3")
    assert "請等幾秒再試" in page.decode()


def test_a_process_that_breaks_off_ends_the_server_so_that_systemd_restarts_it(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "scripts.serve"]
    settings = environment | {"PORT": str(free_port()), "WEB_PROCESSES": "2"}
    with subprocess.Popen(command, cwd=ROOT, env=settings, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.readline()
        children = [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
        assert len(children) == 2
        os.kill(children[0], signal.SIGKILL)
        assert process.wait(60) == 1
    assert not any(Path(f"/proc/{pid}").exists() for pid in children)
