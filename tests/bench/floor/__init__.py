"""What any Django site pays for the same kind of request: bare views on the same server and database.

A site of its own with tables of its own; the product never sees it.
"""
