"""番種 The fans: what each one means, but not what it is worth. One module per family."""
