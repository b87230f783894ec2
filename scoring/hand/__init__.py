"""糊牌 A won hand as plain data: tiles, melds, how it was won, and the result of its count."""
