"""牌局的記錄: acts become events, events become hands; and each reader's view of them. Only `read` uses the
database."""
