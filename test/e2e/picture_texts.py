"""Prints the texts of each plot of a picture, one line a plot: of the ticks across, of those upwards, and their power."""

import sys
import xml.etree.ElementTree as ElementTree

svg = "{http://www.w3.org/2000/svg}"
texts = None
for element in ElementTree.parse(sys.argv[1]).iter():
    if element.tag == svg + "clipPath":
        if texts is not None:
            print(" ".join(texts))
        texts = []
    elif element.tag == svg + "text":
        texts.append(element.text)
print(" ".join(texts))
