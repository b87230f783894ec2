"""`make live`: what is recorded at one server process shows in browsers at another, behind nginx."""
