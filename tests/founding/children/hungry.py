"""Takes all the memory there is."""

kept = [bytearray(10**7) for _ in range(10_000)]
