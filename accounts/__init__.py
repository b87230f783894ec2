"""帳戶: people who sign in, their language and their API tokens. Independent of tournaments."""
