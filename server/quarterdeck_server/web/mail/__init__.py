"""Mails over SMTP, and the links in them over plain HTTP."""
