"""A war for tonight: founded with one form, and started when its people are there."""
