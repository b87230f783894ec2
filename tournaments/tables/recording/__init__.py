"""記錄一鋪: the entry of a win, its count and its correction as plain data. No database."""
