"""How this campaign is played: every setting as a sentence."""
