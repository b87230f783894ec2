"""牌桌 The effects of a hand on four seats: wins, the dealer, chains, payments, cards in force."""
