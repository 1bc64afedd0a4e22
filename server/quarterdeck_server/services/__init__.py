"""The services of one server process, and the code that connects them."""
