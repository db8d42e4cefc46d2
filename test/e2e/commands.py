"""What the runners of generated programs have in common."""
import re
import subprocess

# What only a mistake of the compiler makes tinec say.
BROKEN = re.compile(r"PLEASE submit a bug|Stack dump|Assertion|LLVM ERROR|"
                    r"internal error|error: '\w+\.[\w.]+' op |current operation|"
                    r"error: operand #\d+ does not dominate")


def command(words, limit, **more):
    """(exit status, standard output, standard error); None: too long."""
    try:
        done = subprocess.run(words, capture_output=True, text=True,
                              errors="replace", timeout=limit, **more)
    except subprocess.TimeoutExpired:
        return None, "", f"took over {limit} s"
    return done.returncode, done.stdout, done.stderr
