"""Chat: messages, their readers, and reports."""
