# in a folder of its own
# A csv.DictReader within enumerate, zip and islice reads its header first.
import csv
import itertools

with open("Inputs/flowers.csv", newline="") as f:
    for line, row in enumerate(csv.DictReader(f), start=2):
        print(line, row["kind"], row["length"])
with open("Inputs/flowers.csv", newline="") as f, open("Inputs/flowers.csv") as g:
    for row, other in zip(csv.DictReader(f), g):
        print(row["kind"], len(other))
with open("Inputs/flowers.csv", newline="") as f:
    for row in itertools.islice(csv.DictReader(f), 2):
        print(row["kind"], list(row))
with open("Inputs/flowers.csv", newline="") as f:
    for i, row in enumerate(itertools.islice(csv.DictReader(f), 1, 3)):
        print(i, row["kind"])
