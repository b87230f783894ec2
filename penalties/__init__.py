"""犯規與判決: pages and services for rulings. The ladder itself is pure and lives in `scoring`."""
