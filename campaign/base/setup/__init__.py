"""What a campaign is set up from, as documents: board, dossiers, settings, conditions, missions."""
