from .shapes import area
from .volume import volume
from . import shapes as also_shapes

version = "1." + str(also_shapes.SIDES)
