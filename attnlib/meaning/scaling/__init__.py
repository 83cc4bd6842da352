"""What the scaling explorer shows."""
