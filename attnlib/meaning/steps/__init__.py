"""What the step explorer shows."""
