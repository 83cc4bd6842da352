"""Small views that place what they are given: Python, JavaScript and CSS of one view side by side."""
