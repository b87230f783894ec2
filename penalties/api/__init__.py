"""Rulings, cards and cases over HTTP: requests in, services and selectors called, answers out."""
