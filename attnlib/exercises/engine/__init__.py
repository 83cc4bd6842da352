"""How an answer is run, compared and judged."""
