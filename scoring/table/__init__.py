"""牌桌 What a hand does to four seats: wins, the dealer, chains, payments, cards in force."""
