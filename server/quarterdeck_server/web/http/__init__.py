"""The plain HTTP interface."""
