import json

with open("settings.json") as f:
    settings = json.load(f)
print(settings["model"]["lr"], settings["layers"], settings["names"])
