"""學 What somebody learns from: what is one tile away, the same hand under other rules, questions with their answers.

Everything is worked out by the count and from the rules' data; nothing is stored, and nobody is asked who they are.
"""
