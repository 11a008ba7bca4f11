"""Takes memory without end."""

taken = []
while True:
    taken.append(bytearray(1 << 20))
