"""What clients and servers say to each other: names, messages, refusals and how they become bytes."""
