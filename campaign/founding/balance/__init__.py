"""The balance check and its trial games."""
