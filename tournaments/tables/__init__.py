"""檯: the log of a game, recording, confirmations, corrections, pauses, calls."""
