# itertools.chain.from_iterable of lists whose number only the run knows.
# arguments: a,b c d,e,f
# arguments:
import itertools
import sys

words = list(itertools.chain.from_iterable(word.split(",") for word in sys.argv[1:]))
print(words, len(words))
print([w.upper() for w in itertools.chain.from_iterable([word.split(",") for word in sys.argv[1:]])])
print(list(itertools.chain.from_iterable([(1, "a"), (2.5,)])), sorted(itertools.chain(words, ["z"])))
