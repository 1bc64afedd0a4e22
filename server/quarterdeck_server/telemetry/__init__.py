"""Telemetry for operators: metrics on a port of their own, and OpenTelemetry traces of actions."""
