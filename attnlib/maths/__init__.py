"""The mathematics: NumPy and the standard library only."""
