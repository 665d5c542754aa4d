"""What all pages share: the viewer, fields, template tags."""
