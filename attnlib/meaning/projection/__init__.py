"""What the projection explorer shows."""
