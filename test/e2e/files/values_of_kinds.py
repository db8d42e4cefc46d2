# Lists and dicts of the run whose values are numbers and texts of several types.
import json
import sys

settings = {"rate": 0.1, "epochs": 3, "name": "x"}
summary = {}
for line in sys.stdin:
    key, found, value = line.strip().partition("=")
    if found:
        if key not in settings:
            print("unknown", key)
            continue
        if key == "rate":
            settings["rate"] = float(value)
        elif key == "epochs":
            settings["epochs"] = int(value)
        else:
            settings[key] = value
        continue
    for word in line.split():
        if word not in summary:
            summary[word] = {"n": 0, "mean": 0.0, "first": word[0]}
        summary[word]["n"] += 1
        summary[word]["mean"] += len(word) / 2
print(settings, settings["rate"] * 2, settings["epochs"] + 1)
for key in sorted(summary):
    print(key, summary[key]["n"], summary[key]["mean"], summary[key])
rows = []
for key, value in summary.items():
    rows.append([key, value["n"], value["mean"]])
rows.sort(key=lambda row: (-row[1], row[0]))
for name, n, mean in rows:
    print(f"{name:<10}{n:>3}{mean:8.2f}")
best = {}
for word in summary:
    best[word] = [word, len(word)]
print(best)
results = {}
for key in sorted(summary):
    results[key] = {"n": summary[key]["n"], "mean": round(summary[key]["mean"], 3)}
print(json.dumps(results, indent=2))
