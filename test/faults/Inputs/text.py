with open("target", "w") as f:
    for i in range(2000):
        f.write(f"line {i}\n")
