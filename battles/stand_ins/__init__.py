"""Who fights for somebody else."""
