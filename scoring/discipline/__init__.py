"""判罰 Consequences of offences, rulings, and cards carried to the next game."""
