"""The lessons, tested as a reader meets them: run, unrun, read as text, and with every number proved."""
