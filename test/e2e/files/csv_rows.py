# in a folder of its own
# csv: readers and writers, quotes, dialects, headers of the run.
import csv
import io
import os

import torch

rows, names = [], []
with open("Inputs/flowers.csv", newline="") as f:
    for row in csv.DictReader(f):
        rows.append([float(row["length"]), float(row["width"])])
        names.append(row["kind"])
kinds = sorted(set(names))
x = torch.tensor(rows)
y = torch.tensor([kinds.index(n) for n in names])
print(len(rows), "rows,", "kinds:", ", ".join(kinds))
print(x, y, names)

with open("Inputs/flowers.csv", newline="") as f:
    reader = csv.reader(f)
    header = next(reader)
    print(header, len(header))
    for i, row in enumerate(reader):
        print(i, reader.line_num, row)
with open("Inputs/tabs.tsv") as f:
    print(list(csv.reader(f, delimiter="\t")))
with open("Inputs/tabs.tsv") as f:
    print([row for row in csv.reader(f, delimiter=";", quoting=csv.QUOTE_NONE)])
print(list(csv.reader(["a, b", '1, "2, 3"', '"x""y",z', ""], skipinitialspace=True)))
with open("Inputs/flowers.csv", newline="") as f:
    table = csv.DictReader(f)
    print(table.fieldnames)
    first = next(table)
    print(first, first["kind"].upper(), list(first), len(first))
    total = 0.0
    for row in table:
        total += float(row["length"])
    print(total)
by_kind = {}
with open("Inputs/flowers.csv", newline="") as f:
    for row in csv.DictReader(f):
        by_kind[row["kind"]] = by_kind.get(row["kind"], 0) + 1
print(by_kind)

with open("out.csv", "w", newline="") as f:
    w = csv.writer(f)
    w.writerow(["step", "loss", "note"])
    for i in range(3):
        w.writerow([i, 0.5 / (i + 1), "a,b" if i == 1 else 'say "hi"'])
    w.writerows([[1, None, True], ["x", "", "line\nend"]])
print(repr(open("out.csv", newline="").read()))
with open("dict.csv", "w", newline="") as f:
    w = csv.DictWriter(f, fieldnames=["name", "value"], lineterminator="\n")
    w.writeheader()
    w.writerow({"name": "lr", "value": 0.1})
    w.writerow({"name": "x;y"})
    try:
        w.writerow({"name": "a", "other": 1})
    except ValueError as e:
        print(e)
print(open("dict.csv").read())
with open("all.csv", "w", newline="") as f:
    csv.writer(f, quoting=csv.QUOTE_ALL, delimiter=";").writerow([1, "b", 2.5])
    csv.writer(f, quoting=csv.QUOTE_NONNUMERIC).writerow([1, "b", 2.5])
print(open("all.csv").read().split())
text = io.StringIO()
csv.writer(text).writerow(["a", "b c", 3])
print(repr(text.getvalue()))

with open("short.csv", "w") as f:
    f.write("a,b,c\n1,2,3\n4\n5,6\n")
with open("short.csv") as f:
    for row in csv.DictReader(f, restval="-"):
        print(row["a"], row["b"], row)
