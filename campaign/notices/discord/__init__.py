"""A campaign's own Discord channel: public facts are posted there, and all of the campaign know it."""
