"""A stage to be filled by hand."""
