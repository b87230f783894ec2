"""番種 The fans: what each one means, apart from what it is worth. One module per family."""
