# expect: COMPILE ERROR 4 int()
import json
d = json.loads(input())
print(d["a"] + 1)
