# Numbers that the program asks for until they are right.
def convert(value, unit):
    if unit == "C":
        return value * 9 / 5 + 32
    raise ValueError(f"unknown unit {unit!r}")


def ask(prompt):
    while True:
        try:
            return int(input(prompt))
        except ValueError as e:
            print("not a number:", e)


n = ask("how many? ")
done = 0
while True:
    try:
        text = input(f"{done + 1} of {n}: ").strip()
        if not text:
            raise ValueError("nothing given")
        result = convert(float(text[:-1]), text[-1])
    except ValueError as e:
        print("sorry:", e)
    except EOFError:
        print("no more")
        break
    else:
        print(f"{result:.1f}")
        done += 1
    finally:
        print("--")
    if done == n:
        break
print(done)
try:
    print(input("name? "))
except (EOFError, OSError) as e:
    print(type(e).__name__)
