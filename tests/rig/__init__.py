"""The rig: people at their programs, while everything under the site dies, hangs, fills up or jumps.

``python -m tests.rig --database sqlite --hits 60`` runs it: real web processes over loopback, workers, the
clock and, with PostgreSQL, servers of its own. Every request is in a journal on the disk before it leaves,
and every answer before it is believed; afterwards the journal is held against what the site has (Trust 6).
"""
