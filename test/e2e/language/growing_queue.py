# Breadth first: a queue that grows while a loop goes over it.
children = {0: [1, 2], 1: [3], 2: [], 3: [4], 4: []}
queue = [0]
for node in queue:
    for c in children[node]:
        queue.append(c)
print(queue)
