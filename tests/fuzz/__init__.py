"""Schemathesis over the whole API, as everybody: `make fuzz`. No part of `make test`."""
