# Objects of the run that several names, lists and objects hold, and that methods, functions and
# paths change: every holder sees it.
# arguments: a b a c a b a d
# arguments: x
import sys


class Stats:
    def __init__(self):
        self.n = 0
        self.total = 0.0
        self.last = None

    def add(self, x):
        self.n += 1
        self.total += x
        self.last = x

    @property
    def mean(self):
        return self.total / self.n


class Account:
    fee = 1

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self._limit = 100

    @property
    def limit(self):
        return self._limit

    @limit.setter
    def limit(self, value):
        self._limit = max(value, self.balance)

    def deposit(self, amount):
        self.balance += amount - self.fee
        return self

    def __eq__(self, other):
        return isinstance(other, Account) and self.owner == other.owner


class Bank:
    def __init__(self, first):
        self.accounts = []
        self.first = first

    def open(self, account):
        self.accounts.append(account)
        return account


words = sys.argv[1:]
stats = {}
for i, w in enumerate(words):
    if w not in stats:
        stats[w] = Stats()
    stats[w].add(i)
for w in sorted(stats):
    print(w, stats[w].n, stats[w].mean, stats[w].last)

accounts = [Account(w) for w in words]
for a in accounts:
    a.deposit(10).deposit(len(a.owner))
alias = accounts[0]
alias.balance = 99
print(accounts[0].balance, alias is accounts[0], alias is accounts[-1], alias == accounts[-1])
print([a.balance for a in accounts], accounts.count(alias), accounts.index(accounts[-1]))
alias.limit = 5
print(accounts[0].limit, accounts[-1].limit)


def pay(account, amount):
    account.balance -= amount
    return account.balance


both = [accounts, list(reversed(accounts))]
for xs in both:
    for a in xs:
        pay(a, 1)
print([a.balance for a in both[0]], [a.balance for a in both[1]])

bank = Bank(accounts[0])
banks = [bank]
for w in words:
    if len(banks) < 3:
        banks.append(Bank(bank.open(Account(w + "!", 7))))
banks[0].first.balance = -5
for b in banks:
    b.first.balance += 1
    print(b.first.owner, b.first.balance, [a.balance for a in b.accounts])
print(accounts[0].balance)

# A loop changes what it carries, and keeps older ones.
current = Account("start")
kept = [current]
for i, w in enumerate(words):
    if i % 2:
        current = Account(w, i)
        kept.append(current)
    current.balance += 100
    setattr(current, "owner", current.owner + w)
print([(a.owner, a.balance) for a in kept], kept[-1] is current)
chosen = kept[0] if len(words) > 3 else current
chosen.owner = "chosen"
print([a.owner for a in kept], chosen is kept[0])
swapped = kept[0]
kept[0], kept[-1] = kept[-1], swapped
print([a.owner for a in kept])
