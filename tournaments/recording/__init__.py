"""記錄一鋪 What is entered at the table, as plain data: the entry of a win, its count, a correction. No database."""
