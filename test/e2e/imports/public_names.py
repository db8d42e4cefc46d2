from Inputs.layers import *
from Inputs.package.shapes import *

print(double(2), count(), calls, area(3), SIDES, depth(1), twice(3))
print(Scale.__name__)
