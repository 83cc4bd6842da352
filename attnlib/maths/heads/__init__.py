"""Several heads: how they are split, projected, traced and joined."""
