"""The scenes of the documents: each is played on a server of its own."""
