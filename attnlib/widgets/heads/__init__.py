"""The head explorer."""
