"""What the mask explorer shows."""
