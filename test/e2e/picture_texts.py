"""Prints the texts of a picture in one line, those of each plot of a figure in one of their own: of the ticks across, of
those upwards, and their power."""

import sys
import xml.etree.ElementTree as ElementTree

svg = "{http://www.w3.org/2000/svg}"
texts = []
for element in ElementTree.parse(sys.argv[1]).iter():
    if element.tag == svg + "clipPath" and texts:
        print(" ".join(texts))
        texts = []
    elif element.tag == svg + "text":
        texts.append(element.text)
print(" ".join(texts))
