"""速度 The speed figures: `make bench`. Every figure that has a target is a ratio of medians taken in one run.

One module per subject; each says what it measures and against what. Nothing here is imported by the product.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
