#!/usr/bin/env python3
"""Draws the losses that the training examples print, as docs/loss-NAME.svg.

usage: loss_curves.py BUILD [NAME...]      names: mlp char_lstm qhm

Compiles examples/NAME.py with BUILD/bin/tinec, runs the executable and reads its
lines `step NUMBER NAME LOSS [NAME LOSS...]`.
"""
import math
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
WIDTH, HEIGHT = 480, 280
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 32, 40
STYLES = ("stroke='#1f5fa8' stroke-width='2'",
          "stroke='#d9822b' stroke-width='2' stroke-dasharray='6 5'")


def losses(tinec, name):
    """Points (step, loss) by the word in front of the loss."""
    with tempfile.TemporaryDirectory() as folder:
        executable = os.path.join(folder, name)
        subprocess.run([tinec, os.path.join(ROOT, "examples", name + ".py"), "-o", executable],
                       check=True)
        text = subprocess.run([executable], check=True, capture_output=True, text=True).stdout
    curves = {}
    for line in re.findall(r"^step +\d+ .*", text, re.M):
        words = line.split()
        for label, loss in zip(words[2::2], words[3::2]):
            curves.setdefault(label, []).append((int(words[1]), float(loss)))
    return curves


def line(x1, y1, x2, y2, colour):
    return f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{colour}'/>"


def text(x, y, words, anchor="middle"):
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'>{words}</text>"


def draw(name, curves):
    points = [point for curve in curves.values() for point in curve]
    last = max(step for step, _ in points)
    low = math.floor(math.log10(min(loss for _, loss in points)))
    high = math.ceil(math.log10(max(loss for _, loss in points)))

    def x(step):
        return LEFT + (WIDTH - LEFT - RIGHT) * step / last

    def y(loss):
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - math.log10(loss)) / (high - low)

    out = [f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' "
           "font-family='sans-serif' font-size='12'>",
           f"<title>Loss of examples/{name}.py</title>",
           f"<rect width='{WIDTH}' height='{HEIGHT}' fill='white'/>"]
    for power in range(low, high + 1):
        for digit in (1, 2, 5):
            value = digit * 10.0 ** power
            if power < high or digit == 1:
                out.append(line(LEFT, y(value), WIDTH - RIGHT, y(value), "#e4e4e4"))
                if digit == 1 or high - low < 3:
                    out.append(text(LEFT - 6, y(value) + 4, f"{value:g}", "end"))
    for i in range(6):
        out.append(text(x(last * i / 5), HEIGHT - BOTTOM + 16, f"{last * i / 5:.0f}"))
    out += [line(LEFT, TOP, LEFT, HEIGHT - BOTTOM, "#444"),
            line(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "#444"),
            text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, "step"),
            text(LEFT, TOP - 12, f"loss of {name}.py", "start")]
    for number, ((label, curve), style) in enumerate(zip(curves.items(), STYLES)):
        path = " ".join(f"{x(step):.1f},{y(loss):.1f}" for step, loss in curve)
        out.append(f"<polyline points='{path}' fill='none' {style}/>")
        if len(curves) > 1:
            at = WIDTH - RIGHT - 96
            out.append(f"<line x1='{at - 30}' y1='{TOP + 12 + 18 * number}' x2='{at - 6}' "
                       f"y2='{TOP + 12 + 18 * number}' {style}/>")
            out.append(text(at, TOP + 16 + 18 * number, label, "start"))
    with open(os.path.join(ROOT, "docs", f"loss-{name}.svg"), "w") as file:
        file.write("\n".join(out + ["</svg>"]) + "\n")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tinec = os.path.join(sys.argv[1], "bin", "tinec")
    for name in sys.argv[2:] or ("mlp", "char_lstm", "qhm"):
        draw(name, losses(tinec, name))


if __name__ == "__main__":
    main()
