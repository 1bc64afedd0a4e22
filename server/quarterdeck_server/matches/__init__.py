"""The engine of running matches, without any code of the web server or the database."""
