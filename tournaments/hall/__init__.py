"""現場: room, big screen, clock, the public page of an event, posters, share pictures."""
