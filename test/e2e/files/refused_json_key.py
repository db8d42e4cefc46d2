# expect: COMPILE ERROR 4 JSON
import json
values = [json.loads(line) for line in open("lines.txt")]
print({value["kind"] for value in values})
