i = 0
while i < 9000000000000000000:
    i += 1
print("behind")
