"""Whether somebody's client, or somebody's server, keeps to the protocol: checked from the outside, point by point."""
