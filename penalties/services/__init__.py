"""判決的服務: the only writers of the app. Know no HTTP."""
