/* Billions of multiplications and additions of floats a second that one thread does at
 * most: 24 independent sums in the widest vectors.
 *
 * usage: fma_peak */
#include <stdio.h>
#include <time.h>

#if defined(__AVX512F__)
enum { lanes = 16 };
#else
enum { lanes = 8 };
#endif
enum { sums = 24, rounds = 1000000 };
typedef float floats __attribute__((vector_size(lanes * sizeof(float))));

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void) {
  floats a[sums], x = {0}, y = {0};
  for (int i = 0; i < sums; ++i)
    a[i] = x;
  for (int i = 0; i < lanes; ++i)
    x[i] = 0.999f + 1e-4f * (float)i, y[i] = 1e-3f;
  double best = 1e9;
  for (int repeat = 0; repeat < 10; ++repeat) {
    double start = now();
    for (int round = 0; round < rounds; ++round) {
      /* Opaque, so that nothing moves out of the loop. */
      __asm__ volatile("" : "+v"(x), "+v"(y));
#pragma clang loop unroll(full)
      for (int i = 0; i < sums; ++i)
        a[i] = a[i] * x + y;
    }
    double time = now() - start;
    best = time < best ? time : best;
  }
  floats total = a[0];
  for (int i = 1; i < sums; ++i)
    total += a[i];
  printf("sum %g\n%g\n", (double)total[0],
         2e-9 * lanes * sums * (double)rounds / best);
  return 0;
}
