"""The store in Redis or Valkey: logs, documents and notifications, the diagnosis of a store, and the embedded
server."""
