"""計番與授受: counts won hands and folds games. Pure Python: knows no Django, no clock, no database."""
