"""Dialogs that the inbox leads to."""
