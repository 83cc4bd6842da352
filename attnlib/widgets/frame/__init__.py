"""What every explorer stands in."""
