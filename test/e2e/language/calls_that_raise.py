# arguments: 1 2 3
# arguments: 1 x 3
# arguments: y x 3
# arguments: 4 5 z
# Calls that raise in the run, inside of expressions of every kind of statement, under handlers.
import sys

words = sys.argv[1:]


def number(word):
    print("number", word)
    if word == "x":
        raise ValueError("is x")
    return int(word)


def seen(value):
    print("seen", value)
    return value


class Counter:
    def __init__(self):
        self.total = 0
        self.counts = {"a": 0}

    def add(self, word):
        self.total += int(word)
        self.counts["a"] += int(word) * 2
        return self


def order(a, b):
    try:
        print(seen(a), number(a) + number(b), seen(b))
    except ValueError as e:
        print("order:", e)


def tests(word):
    try:
        if number(word) > 2:
            return "big"
        elif int(word) + 1 > 2:
            return "two"
    except ValueError:
        return "none"
    return "small"


def loops(word):
    n = 0
    try:
        while n * n < int(word):
            n += 1
        for i in range(number(word)):
            n += i
        assert int(word) < 5, "too big"
    except ValueError:
        n = -n - 1
    except AssertionError as e:
        print(e)
    return n


def texts(word):
    try:
        return f"<{int(word):3d}>" + str([int(word), -int(word)][1])
    except Exception as e:
        return type(e).__name__


def choices(a, b):
    try:
        first = -1 if number(a) > 1 else 0
        return first, (n := int(b)) * n, [7][0] + int(b)
    except ValueError:
        return None


def attributes(all_words):
    counter = Counter()
    for word in all_words:
        try:
            counter.add(word).add(word)
        except Exception as e:
            print("counter:", e)
    return counter.total, counter.counts["a"]


def known(word):
    try:
        value = int(word)
        half = value / 2
        print(value, half)
    except Exception:
        print("no value")
    else:
        print("a value")


def behind(word):
    other = 0
    try:
        if len(words) > 2:
            value = int(word)
            other = value + 1
            third = value + 2
        print(other, third)
    except ValueError:
        print("behind", other)


total = 0
for word in words:
    try:
        total += int(word) * 10
        total += number(word)
    except ValueError:
        total -= 1
print(total)
order(words[0], words[1])
for word in words:
    print(tests(word), loops(word), texts(word))
    known(word)
    behind(word)
print(choices(words[0], words[1]), attributes(words))
