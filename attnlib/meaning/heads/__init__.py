"""What the head explorer shows."""
