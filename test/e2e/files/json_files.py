# in a folder of its own
# json: files that are there when compiled, and what only the run knows.
import json

import torch

with open("Inputs/config.json") as f:
    config = json.load(f)
print(config["lr"] * 2, config["epochs"] + 1, config["name"], config["use"], config["none"])
print(config["layers"], sum(config["layers"]), config["nested"]["b"]["c"], config["nested"]["a"][1])
print(config["mixed"], config["points"], len(config["points"]))
print(list(config), "lr" in config, config.get("missing", 7))
with open("Inputs/labels.json") as f:
    labels = json.load(f)
layer = torch.nn.Linear(2, len(labels))
torch.manual_seed(0)
index = torch.rand(4).argmax().item()
print(labels, labels[index], layer.weight.shape)
for i in range(config["epochs"]):
    print("epoch", i)

with open("made.json", "w") as f:
    json.dump({"a": [1, 2.5, None, True], "b": {"c": "x\"y\\z\n\té\U0001F600\x01"}, "n": -5, "e": [], "o": {}}, f)
print(open("made.json").read())
with open("made.json") as f:
    d = json.load(f)
print(d)
print(d["a"][0], d["a"][-1], len(d["a"]), len(d), "a" in d, "z" in d)
print(int(d["n"]) + 1, float(d["a"][1]) * 2, str(d["b"]["c"]), [int(v) for v in d["a"][:2]] if False else d["n"] == -5)
for key in d:
    print(key, d[key])
for key, value in d.items():
    print(key, value, value is None, bool(value))
for item in d["a"]:
    print(item, item is None, isinstance(item, float), isinstance(item, (int, str)))
print(d.get("n", 0), d.get("zz", 0), d.get("zz") is None, d["a"][2] == None, list(d.keys()))
print(f"{d['n']} {d['b']}", d["a"][1] == 2.5, d["a"][1] != 2, d["a"][3] == True, d["b"]["c"] == "no")
try:
    x = d["nothing"]
    print(x)
except KeyError as e:
    print("no key", e)

with open("lines.jsonl", "w") as f:
    for i in range(4):
        f.write(json.dumps({"id": i, "text": "t" * i, "score": i / 3}) + "\n")
total = 0.0
texts = []
with open("lines.jsonl") as f:
    for line in f:
        record = json.loads(line)
        total += float(record["score"])
        texts.append(str(record["text"]))
        if record["id"] == 2:
            print("two", record)
print(total, texts)

print(json.dumps({"b": [1, {"c": 2}], "a": "ä", "empty": []}, indent=2, sort_keys=True))
print(json.dumps([1.0, float("nan"), float("inf"), 1e100, True, None, "ä"], ensure_ascii=False))
print(json.dumps({"loss": torch.tensor(0.5).item(), "steps": list(range(3))}, separators=(",", ":")))
known = json.loads('{"a": [1, 2, {"b": null}], "c": 1e3}')
print(known["a"][1] + 1, known)

for text in ["", "[1,", "[1, 2", "{", '{"a" 1}', '{"a": 1,}', "[1,]", "nul", '"abc', '"a\nb"', '"\\x"', '"\\u12"', "1 2", "-", "01", "[1}",
             "\n\n  x", '{1: 2}', "1.", "NaN", "-Infinity", "\"\\ud83d\\ude00\"", "12345678901", '{"a": 1, "b": 2, "a": 3}', "[[[]]]", "tru e"]:
    try:
        got = json.loads(text)
        print(got)
    except json.JSONDecodeError as e:
        print(repr(text), e)
try:
    json.loads(open("Inputs/flowers.csv").read())
except ValueError as e:
    print("ValueError", e)
