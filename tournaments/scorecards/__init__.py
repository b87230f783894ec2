"""計分卡: the card, signatures, the PDF, the public check."""
