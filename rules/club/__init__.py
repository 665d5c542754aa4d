"""The club's own rules: house army rules, triggers, settlements; and the ledger (Rules 14, page 8)."""
