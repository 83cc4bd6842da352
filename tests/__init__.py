"""The tests: they mirror `attnlib`, and add the lessons, the browser and the measurements."""
