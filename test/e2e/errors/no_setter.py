# A property that a class overrides has no setter but its own.
class Rate:
    def __init__(self):
        self._value = 1.0

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        self._value = new


class Fixed(Rate):
    @property
    def value(self):
        return 0.5


rate = Fixed()
print(rate.value, rate._value)
rate.value = 2.0
