"""Forms check the shape of input; services decide what it means."""
