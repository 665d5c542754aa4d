"""What the pages do, for programs: ``/api/v1/``. Endpoints call services and selectors and nothing else."""
