# Pairs of texts of the run as keys of a defaultdict.
# arguments: a b a b
# arguments:
import sys
from collections import defaultdict
pairs = defaultdict(int)
words = sys.argv[1:]
for a, b in zip(words, words[1:]):
    pairs[(a, b)] += 1
print(pairs)
