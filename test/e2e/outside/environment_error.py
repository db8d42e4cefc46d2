# A variable that the environment lacks; the error has its name as the key.
import os
try:
    print(os.environ["TINE_NO_SUCH_VARIABLE"])
except KeyError as e:
    print("missing", e, e.args)
try:
    print(os.environ["TINE_NO_SUCH_VARIABLE"])
except (KeyError, ValueError) as e:
    print(f"{type(e).__name__}: {e}")
print(os.environ["TINE_NO_SUCH_VARIABLE"])
