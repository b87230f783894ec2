"""解讀 Every way to read a won hand, and the views of it that fans look at: plain sets, tuples, truth values."""
