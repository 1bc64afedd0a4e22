"""Telemetry for operators: metrics on a port of their own, and traces of actions."""
