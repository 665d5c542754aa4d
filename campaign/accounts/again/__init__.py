"""Who it is, shown again: by password, second factor, or a code that is mailed to who has neither."""
