"""Flags that people raise, and what moderators do about them."""
