# expect: COMPILE ERROR 4 pattern
# A condition in a pattern.
import re
print(re.match(r"(a)?(?(1)b|c)", input()))
