"""The mask explorer."""
