"""犯規與判決: pages and services for rulings. What a ruling does is computed in `scoring`."""
