# Assignments of tuples in a class body.
class Vocabulary:
    PAD, START, END = 0, 1, 2
    (low, high), names = (PAD, END + 1), ["a", "b"]


class Child(Vocabulary):
    END, extra = 7, (1, 2)


print(Vocabulary.PAD, Vocabulary.START, Vocabulary().END, Vocabulary.low, Vocabulary.high, Vocabulary.names)
print(Child.END, Child.extra, Child().PAD)
