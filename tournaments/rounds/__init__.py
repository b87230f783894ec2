"""Rounds, stages, draws and seats."""
