"""The same promises twice, in memory and in Redis; and the launcher of a Redis of our own."""
