"""The same promises twice: in Redis and in memory."""
