"""What a campaign is set up from, as documents: board, dossiers, variables, conditions, missions."""
