"""What is shown, as plain data: panels, words and scenes, without a page."""
