"""`make live`: two server processes on one database, browsers, and nginx as a cache in front of a thousand viewers."""
