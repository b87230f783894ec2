"""tw-club and tw-sixteen read a second time, slowly, from the rule texts alone."""
