"""判決的讀取: the only reading joins of the app. Know no request."""
