SIMPLE = "simple"
PLAIN = "plain"


def pick_of(kind: str, seat: int, *, simple: bool | None = None, payer: int | None = None) -> str:
    """Value of a reward's button: "concealed_kong.1", "followed_discard.2.simple", "seven_rob_one.0.from3"."""
    parts = [kind, str(seat)]
    if simple is not None:
        parts.append(SIMPLE if simple else PLAIN)
    if payer is not None:
        parts.append(f"from{payer}")
    return ".".join(parts)
