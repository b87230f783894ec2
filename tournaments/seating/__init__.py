"""編位 Who sits where: the draw, its improvement, and designs in which nobody meets twice. Pure."""
