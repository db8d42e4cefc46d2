# Lists of the run whose items have items themselves are equal if those are.
# arguments: a,1 b,2 a,1
# arguments: b,5
# arguments:
import sys

pairs = [(w.split(",")[0], int(w.split(",")[1])) for w in sys.argv[1:]]
again = [(w[0], int(w[2:])) for w in sys.argv[1:]]
print(pairs == again, pairs != again, pairs == pairs[::-1], pairs == [("a", 1), ("b", 2), ("a", 3)])
numbers = [(n, n + 1) for name, n in pairs]
print(numbers == [(n, n + 2) for name, n in pairs], numbers == [(n, n + 1) for name, n in again])
lists = [[n] * 2 for name, n in pairs]
print(lists == [[n, n] for name, n in again], lists == [[n, 0] for name, n in again])
dicts = [{name: n} for name, n in pairs]
print(dicts == [{name: n} for name, n in again], dicts == dicts[1:], lists[:1] == lists[-1:])
