"""Who learns what: canaries in all that is hidden, worlds that must look alike, leaks planted to be found."""
