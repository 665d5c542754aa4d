"""The rules as pages: sections, rulings, compliance, the player's aid."""
