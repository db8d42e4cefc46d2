depths = [1, 2]


def volume(side):
    return side ** 3
