"""The projection explorer."""
