#include <stdio.h>
#include <tine/runtime.h>

int main(int argc, char **argv) {
  printf("returned %d\n", tine_main(argc, argv));
  return 5;
}
