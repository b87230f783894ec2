from django.utils.translation import get_language


def ordinal(place: int) -> str:
    """名次 for a sentence: 1 in 「第 1 名」, 1st in English."""
    if not (get_language() or "").startswith("en"):
        return str(place)
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th") if place % 100 not in (11, 12, 13) else "th"
    return f"{place}{ending}"
