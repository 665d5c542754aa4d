"""Who learns what: canaries in all that is hidden, two worlds that must look alike, and leaks planted to be found."""
