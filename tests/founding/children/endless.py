"""Never ends and says nothing."""

while True:
    pass
