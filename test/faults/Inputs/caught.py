import sys

try:
    with open("target", "w") as f:
        for i in range(2000):
            f.write(f"line {i}\n")
except OSError as e:
    print("caught", e.errno, file=sys.stderr)
    sys.exit(1)
