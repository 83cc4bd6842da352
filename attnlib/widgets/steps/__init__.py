"""The step explorer."""
