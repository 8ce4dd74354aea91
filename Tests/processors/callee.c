/* A library that is loaded late. */
#include <stdlib.h>

double callee_sum(int a, int b, int c, int d, int e, int f, int g, int h, int i, double j, double k,
                  double l, double m, double n, double o, double p, double q, double r) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k +
         12 * l + 13 * m + 14 * n + 15 * o + 16 * p + 17 * q + 18 * r;
}

const char *callee_name(void) { return getenv("CALLEE_NAME"); }
