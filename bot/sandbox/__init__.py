"""A small local Discord: REST, gateway and a web page. It imports nothing of ours."""
