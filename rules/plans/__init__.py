"""What a plan may say: what an army knows, which orders are legal and why the others are not."""
