f"a"
f""
f"{a}"
f"x{a}y{b}z"
f"{a!r}{b!s}{c!a}"
f"{a:>10}"
f"{a:{b}}"
f"{a!r:{b}.{c}}"
f"{a=}"
f"{a = }"
f"{a=!s}{b=:>5}"
f"{{}}{{{a}}}"
f"{a['b']}"
f'{a["b"]:c}'
f"{f(x, y=1)}"
f"{a + b * c}"
f"{ {1: 2}[1] }"
f"{a if b else c}"
f"{(lambda x: x)(1)}"
f"{x:%Y-%m-%d}"
f"{a != b}"
f"{a!=b}"
f"{a == b}"
f"{a:=5}"
f"{yield_}"
rf"\{a}\d" fr'{b}\n'
f"\n{a}\x41"
f"\N{BULLET}{a}"
"a" f"b{c}" "d" "e" f"{f}g"
f"""
{a}
  {b:
}
"""
f"{a}" 'b' f'{c}'
f"{f'{a}'}"
f"{x.y[0](z)!r}"
print(f"loss {loss:.4f} at {step}")
