# expect: COMPILE ERROR 8 key
# Pairs of texts of the run as keys of a defaultdict.
import sys
from collections import defaultdict
pairs = defaultdict(int)
words = sys.argv
for a, b in zip(words, words[1:]):
    pairs[(a, b)] += 1
print(pairs)
