"""文件 The JSON documents of whole games, hands and rule sets, read and answered."""
