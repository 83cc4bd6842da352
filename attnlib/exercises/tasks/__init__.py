"""One file an exercise; each exposes EXERCISE or QUESTIONS, and is found by itself."""
