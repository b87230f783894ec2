"""文件 The JSON documents of whole games and of rule sets."""
