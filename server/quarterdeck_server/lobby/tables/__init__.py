"""Tables, and the list of them."""
