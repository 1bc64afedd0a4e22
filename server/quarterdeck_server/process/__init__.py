"""Operating system processes of a server: the supervisor, its workers, their signals and logs."""
