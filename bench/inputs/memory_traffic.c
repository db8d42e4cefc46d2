/* The milliseconds that an update of 25 million floats takes at least: a loop that
 * reads and writes as much memory and computes next to nothing.
 *
 * usage: memory_traffic WRITTEN
 *
 * WRITTEN vectors (2 or 3) are read and written, and one more is read. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { count = 25000000, most = 4 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void pass2(float *restrict a, float *restrict b, const float *restrict c) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < count; ++i) {
    float x = c[i];
    a[i] += x;
    b[i] += x;
  }
}

static void pass3(float *restrict a, float *restrict b, float *restrict c,
                  const float *restrict d) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < count; ++i) {
    float x = d[i];
    a[i] += x;
    b[i] += x;
    c[i] += x;
  }
}

int main(int argc, char **argv) {
  int written = argc > 1 ? atoi(argv[1]) : 2;
  float *vectors[most];
  for (int v = 0; v < most; ++v) {
    size_t bytes = count * sizeof(float);
    vectors[v] = aligned_alloc(1 << 21, (bytes + (1 << 21) - 1) >> 21 << 21);
    madvise(vectors[v], bytes, MADV_HUGEPAGE);
    for (long i = 0; i < count; ++i)
      vectors[v][i] = 1.0f;
  }
  double best = 1e9;
  for (int i = 0; i < 30; ++i) {
    double start = now();
    if (written == 2)
      pass2(vectors[0], vectors[1], vectors[2]);
    else
      pass3(vectors[0], vectors[1], vectors[2], vectors[3]);
    double time = now() - start;
    best = time < best ? time : best;
  }
  printf("sum %g\n", vectors[0][0] + vectors[1][count - 1] + vectors[2][1]);
  printf("%g\n", best);
  return 0;
}
