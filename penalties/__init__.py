"""犯規與判決: pages and services for rulings. The effects of a ruling are computed in `scoring`."""
