"""Workers killed at work: after every kill, and at the end, nothing may be lost, doubled or half done.

``python -m tests.faults --kills 100 --database postgresql`` runs it on a scratch database of its own.
"""
