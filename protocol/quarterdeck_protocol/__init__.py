"""The protocol between clients and servers: names, messages, refusals and their encoding as bytes."""
