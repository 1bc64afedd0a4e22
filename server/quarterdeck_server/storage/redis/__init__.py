"""The store in Redis or Valkey: logs, documents and notifications, with its examination and the embedded server."""
