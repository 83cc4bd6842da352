"""The scaling explorer."""
