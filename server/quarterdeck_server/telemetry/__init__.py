"""What whoever runs a server sees of it: metrics on a port of their own, and traces of actions."""
