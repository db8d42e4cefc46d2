# Whether two values are equal that are None in some runs.
# arguments:
# arguments: 1
# arguments: 2 3
import sys

n = len(sys.argv)
numbers = [int(word) for word in sys.argv[1:]] if n > 1 else None
others = [int(word) for word in sys.argv[1:]] if n > 1 else None
word = sys.argv[1] if n > 1 else None
number = int(sys.argv[2]) if n > 2 else None
print(numbers == numbers, numbers == others, numbers != others, numbers == [1], numbers == None)
print(word == word, word != word, word == "1", word == None)
print(number == number, number != number, number == 3, [number] == [number])
print({"a": numbers} == {"a": others}, (word, number) == (word, None))
