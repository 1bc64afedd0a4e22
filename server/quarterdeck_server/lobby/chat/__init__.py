"""Chat: lines, their readers, and reports."""
