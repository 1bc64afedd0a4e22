"""Archive of finished matches outside the store."""
