"""A small client of the API: follow the standings, and record what happens at a table. Standard library only.

python docs/client.py http://127.0.0.1:8000 standings EVENT
TOKEN=paiju_… python docs/client.py http://127.0.0.1:8000 record GAME '{"type": "draw"}'
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid


def ask(where, body=None, mark=""):
    """One request; (status, headers, document). Waits and asks again where the server says it is busy or away."""
    headers = {"Accept-Language": "en", "Content-Type": "application/json", "If-None-Match": mark}
    if "TOKEN" in os.environ:
        headers["Authorization"] = f"Token {os.environ['TOKEN']}"
    sent = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(where, sent, headers), timeout=70) as answer:
                return answer.status, answer.headers, json.load(answer)
        except urllib.error.HTTPError as answer:
            if answer.status in (429, 503):
                time.sleep(int(answer.headers.get("Retry-After", 5)))
                continue
            text = answer.read()
            return answer.status, answer.headers, json.loads(text) if text else None


def standings(site, event):
    """The standings now, and again whenever they changed: a 304 costs the server next to nothing."""
    mark = ""
    while True:
        status, headers, said = ask(f"{site}/api/events/{event}/standings/", mark=mark)
        if status == 200:
            mark = headers["ETag"]
            yield [(row["place"], row["name"], row["total"]) for row in said["rows"]]
        elif status != 304:
            sys.exit("{code}: {detail}".format(**said["errors"][0]))
        time.sleep(2)


def record(site, game, event):
    """Record one event. The client key makes a repeat harmless, so that ask() may send it twice."""
    seen = ask(f"{site}/api/games/{game}/")[2]["book_version"]
    return ask(f"{site}/api/games/{game}/hands/", {"client_key": str(uuid.uuid4()), "seen": seen, "event": event})


if __name__ == "__main__":
    site, what, which = sys.argv[1:4]
    if what == "record":
        print(*record(site, which, json.loads(sys.argv[4]))[::2])
    else:
        for rows in standings(site, which):
            print(*(f"{place}\t{name}\t{total}" for place, name, total in rows), sep="\n", flush=True)
