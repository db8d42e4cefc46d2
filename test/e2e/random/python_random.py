# The module random: CPython's numbers, one by one.
import random
from collections import deque, namedtuple
import torch
random.seed(42)
print(random.random(), random.random())
print(random.uniform(-1, 1), random.randint(1, 6), random.randrange(10), random.randrange(2, 20, 3))
x = [1, 2, 3, 4, 5]
random.shuffle(x)
print(x, random.choice(x), random.choice("abc"))
print(random.sample(range(100), 5), random.sample([1, 2, 3], 2), random.sample(range(1000), 3))
print(random.choices([1, 2, 3], k=4), random.choices(["a", "b"], weights=[1, 3], k=5))
print(random.gauss(0, 1), random.gauss(0, 1), random.gauss(1, 2), random.normalvariate(0, 1))
print(random.getrandbits(10), random.getrandbits(40), random.expovariate(2.0))
random.seed(123456789012)
print(random.random())
random.seed(-3); print(random.random())
total = 0
for i in range(2000):
    total += random.randint(0, 9)
print(total)
r = random.Random(7)
print(r.random(), r.randint(0, 100), random.random())
words = ["emma", "olivia", "ava", "isabella", "sophia"] * 30
random.shuffle(words)
print(words[:6])
n = int(0.8 * len(words))
def randomChoice(l):
    return l[random.randint(0, len(l) - 1)]
cats = ["a", "bb", "ccc"]
lines = {"a": ["x", "y"], "bb": ["z"], "ccc": ["u", "v", "w"]}
for i in range(5):
    c = randomChoice(cats)
    print(c, randomChoice(lines[c]))
data = [(float(i), i) for i in range(20)]
for epoch in range(3):
    random.shuffle(data)
    print(data[0], data[1])
if random.random() < 0.5:
    print("low")
else:
    print("high")
random.seed(1)
Transition = namedtuple('Transition', ('state', 'action', 'reward'))
class ReplayMemory:
    def __init__(self, capacity):
        self.memory = deque([], maxlen=capacity)
    def push(self, *args):
        self.memory.append(Transition(*args))
    def sample(self, batch_size):
        return random.sample(self.memory, batch_size)
    def __len__(self):
        return len(self.memory)
m = ReplayMemory(50)
eps = 0.9
for i in range(100):
    a = random.randrange(2) if random.random() > eps else 1
    m.push(torch.tensor([float(i)]), a, float(i))
batch = m.sample(8)
print([b.action for b in batch], [b.reward for b in batch])
b = Transition(*zip(*batch))
print(torch.cat(b.state))
