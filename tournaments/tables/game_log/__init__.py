"""牌局的記錄: acts become events, events become hands; and who may read what. Only `read` uses the database."""
