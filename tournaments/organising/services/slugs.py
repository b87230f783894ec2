from datetime import date

from django.utils.text import slugify

from tournaments.models import Event, FormerSlug

# data: what events are called
_WORDS = {
    "大師賽": "masters",  # data
    "聯賽夜": "league-night",  # data
    "聯賽": "league",  # data
    "公開賽": "open",  # data
    "錦標賽": "championship",  # data
    "邀請賽": "invitational",  # data
    "友誼賽": "friendly",  # data
    "選拔賽": "trials",  # data
    "資格賽": "qualifier",  # data
    "一日賽": "one-day",  # data
    "兩日賽": "two-day",  # data
    "初賽": "heats",  # data
    "總決賽": "grand-final",  # data
    "決賽": "final",  # data
    "團體賽": "team",  # data
    "盃": "cup",  # data
    "杯": "cup",  # data
    "新春": "new-year",  # data
    "中秋": "mid-autumn",  # data
    "聖誕": "christmas",  # data
    "週年": "anniversary",  # data
}


def free_slug(name: str, day: date, handle: str = "") -> str:
    """網址代號: an unused address, easy to type and read aloud: the Latin letters and the usual words of the name, with
    the handle of the organisation where those say little, and the day."""
    for word in sorted(_WORDS, key=len, reverse=True):
        name = name.replace(word, f" {_WORDS[word]} ")
    stem = slugify(name)
    if not any(sign.isalpha() for sign in stem) or stem in _WORDS.values():
        stem = f"{handle}-{stem}"
    stem = stem[:40].strip("-_")
    wanted = f"{stem}-{day:%Y%m%d}" if stem else f"{day:%Y-%m-%d}"
    taken = {
        slug
        for model in (Event, FormerSlug)
        for slug in model._default_manager.filter(slug__startswith=wanted).values_list("slug", flat=True)
    }
    if wanted not in taken:
        return wanted
    return next(f"{wanted}-{n}" for n in range(2, len(taken) + 3) if f"{wanted}-{n}" not in taken)
