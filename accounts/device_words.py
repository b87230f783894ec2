"""The name of a device on a page, from its user agent. A hint for its owner: user agents can be forged."""

from django.utils.translation import gettext as _

# The first that occurs counts: others name themselves after it.
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
_BROWSERS = {
    "EdgA/": "Edge",
    "EdgiOS/": "Edge",
    "Edg/": "Edge",
    "SamsungBrowser/": "Samsung Internet",
    "OPR/": "Opera",
    "FxiOS/": "Firefox",
    "Firefox/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}


def device_words(agent: str) -> str:
    """ "iPhone · Safari"."""
    parts = [_first(_SYSTEMS, agent), _first(_BROWSERS, agent)]
    return " · ".join(filter(None, parts)) or _("不知名的裝置")


def _first(names: dict[str, str], agent: str) -> str:
    return next((name for mark, name in names.items() if mark in agent), "")
