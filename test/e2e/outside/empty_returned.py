# A handler returns a list that is still empty, which another path fills.
# arguments: 3
# arguments: x
import sys


def read(text):
    rows = []
    try:
        count = int(text)
    except ValueError as error:
        print(error)
        return rows
    for i in range(count):
        rows.append((text, i))
    return rows


print(read(sys.argv[1]))
