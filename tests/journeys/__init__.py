"""Journeys: what people do from beginning to end, in Chromium, on phones and desks of their own."""
