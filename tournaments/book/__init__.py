"""牌局的記錄 Acts become events, events become hands; who may read what. Pure, but for `read` (database)."""
