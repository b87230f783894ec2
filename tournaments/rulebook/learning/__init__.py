"""學: hands one tile away, the same hand under other rules, questions with their answers.

Computed by the count and from the rules' data; nothing is stored.
"""
