"""Lists as people have them: lines, files, and what is right."""
