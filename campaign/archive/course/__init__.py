"""The course of a war that has ended: its moments, everybody's aims, and each turn told."""
