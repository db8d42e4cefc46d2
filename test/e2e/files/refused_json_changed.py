# expect: COMPILE ERROR 4 changed
import json
d = json.loads(input())
d["a"] = 1
