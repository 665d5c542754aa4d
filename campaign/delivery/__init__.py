"""Notices leave the outbox: written for their reader at that moment, sent once."""
