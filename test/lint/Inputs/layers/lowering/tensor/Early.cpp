// A phase that includes a header of a later one.
#include "lowering/buffer/Boxes.h"
#include "lowering/support/Sizes.h"
