# textwrap: the space in front of lines.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

def indent(text, prefix):
    return "".join([prefix + line if line.strip() != "" else line for line in text.splitlines(True)])


def dedent(text):
    lines = text.split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines if line.strip() != ""]
    margin = min(margins) if len(margins) > 0 else 0
    return "\n".join([line[margin:] if line.strip() != "" else "" for line in lines])
