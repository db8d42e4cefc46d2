# expect: COMPILE ERROR 5 statements
# The text is parsed when the program is compiled.
import timeit

timeit.timeit("x = = 1", number=1)
