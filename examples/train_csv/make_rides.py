"""Writes rides.csv: how many bicycles were lent on a day, by an invented rule and chance."""
import csv
import random

SKIES = {"sun": 1.0, "clouds": 0.85, "rain": 0.45}

random.seed(1)
with open("rides.csv", "w", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["day", "sky", "temperature", "wind", "rides"])
    for number in range(280):
        day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][number % 7]
        sky = random.choices(list(SKIES), [5, 4, 3])[0]
        temperature = random.gauss(14, 7)
        wind = random.expovariate(0.1)
        rides = 900 * SKIES[sky] * (1.3 if day in ("Sat", "Sun") else 1.0)
        rides *= 1 - min(1.0, ((temperature - 22) / 30) ** 2) - min(0.5, wind / 60)
        writer.writerow([day, sky, f"{temperature:.1f}", f"{wind:.1f}", max(0, round(random.gauss(rides, 25)))])
