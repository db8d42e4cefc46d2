# What operations on lists, dicts and numbers of the run raise goes to handlers.
import sys

prices = {}
rows = []
for number, line in enumerate(sys.stdin, 1):
    fields = line.split()
    try:
        name, amount = line.split("=")
        prices[name.strip()] = float(amount)
    except ValueError as error:
        print(number, "ValueError:", error)
    try:
        *front, last = [float(field) for field in fields]
        print(number, front, last)
        first, *middle, last = fields
        print(number, first, middle, last)
    except ValueError as error:
        print(number, "ValueError:", error)
    try:
        rows.append(fields[2])
        print(number, "third", fields[2], fields[-3])
    except IndexError as error:
        print(number, "IndexError:", error, len(rows))
    try:
        print(number, "price", prices[fields[0]] + 1)
    except (KeyError, IndexError) as error:
        print(number, type(error).__name__, error)
    try:
        mean = sum(len(f) for f in fields) / len(fields)
        print(number, f"{mean:.2f}", 100 // (len(fields) - 1), 7 % (len(fields) - 2))
    except ZeroDivisionError as error:
        print(number, "ZeroDivisionError:", error)
    except Exception as error:
        print(number, "Exception:", error)
    try:
        first = fields.pop()
        second = fields.pop(0)
        print(number, first, second, line[5], line[-2])
    except IndexError:
        print(number, "too short", fields)


def lookup(name, default=None):
    try:
        return prices[name]
    except KeyError:
        return default


print(lookup("fig"), lookup("none"), lookup("none", 1.5), prices.pop("fig", None))
try:
    print(prices.pop("none"))
except KeyError as error:
    print("KeyError:", error)


def first_number(words):
    for word in words:
        try:
            return int(word)
        except ValueError:
            continue
    return None


print(first_number(["a", "b", "12", "13"]), first_number(["a"]))
total = 0
for word in " ".join(prices).split() + ["7", "x", "8"]:
    try:
        total += int(word)
    except Exception as error:
        print("skipped", word, error)
print(total, rows)
matrix = [[float(w) for w in row.split()] for row in ["1 2", "3 4"]]
for i in range(3):
    try:
        print(matrix[i][i] / (i - 1.0))
    except (IndexError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
