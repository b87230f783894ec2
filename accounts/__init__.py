"""帳戶: people who sign in, their language and their API tokens. Knows nothing of tournaments."""
