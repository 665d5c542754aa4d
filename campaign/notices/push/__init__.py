"""Devices that are told."""
