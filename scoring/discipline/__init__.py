"""判罰 What a referee does: consequences of offences, rulings, cards that go along to the next game."""
