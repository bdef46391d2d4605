"""Having a judge answer: what it would take, every request, pause and resume, and how far it is."""
