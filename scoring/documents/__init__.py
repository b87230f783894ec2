"""文件 The JSON documents: whole games and rule sets, and the text of all of them, read and answered."""
