"""Sign-in by providers of identities (OpenID Connect): their settings, and their links to accounts."""
