import sys

rows = [(word, len(word)) for word in sys.argv[1:]]
for column in zip(*rows):
    print(column)
print("behind")
