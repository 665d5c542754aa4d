"""The two reviews: what would come true, and corrections of it."""
