"""How a picture is drawn: measures, letters, lines and files. For the displays alone."""
