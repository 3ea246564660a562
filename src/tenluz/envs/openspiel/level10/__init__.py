"""Level 10 in OpenSpiel."""
