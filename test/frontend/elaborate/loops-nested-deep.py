# Each loop around another one remembers what that carries: elaborating them
# does not take time that is exponential in their depth.
# RUN: %tinec --emit=nn %s | grep -c scf.for | FileCheck %s
import torch


class Counter:
    pass


counter = Counter()
counter.value = 0
d = {"a": 0}
t = torch.zeros(2)
n = int(torch.ones(1).item())
for a in range(n):
    for b in range(n):
        for c in range(n):
            for e in range(n):
                for f in range(n):
                    for g in range(n):
                        for h in range(n):
                            for i in range(n):
                                for j in range(n):
                                    for k in range(n):
                                        for l in range(n):
                                            for m in range(n):
                                                for o in range(n):
                                                    for p in range(n):
                                                        t += 1
                                                        counter.value += 2
                                                        d["a"] += counter.value
print(t, counter.value, d)

# CHECK: {{^14$}}
