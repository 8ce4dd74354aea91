/* analyze_aha.c: analyzes a file from begin to end on the calling thread: PROGRAM FILE. */
#include <aha.h>

#include "bench.h"

int main(int argc, char **argv) {
  if (argc != 2) bench_fail("%s FILE", argv[0]);
  aha_analysis *analysis = NULL;
  aha_analysis_info info = aha_analysis_info_init();
  int64_t resident = bench_resident_bytes();
  double begin = bench_cpu();
  if (aha_analysis_load(argv[1], &analysis) != AHA_OK) bench_fail("%s", aha_last_error());
  double took = bench_cpu() - begin;
  resident = bench_resident_bytes() - resident;
  if (aha_analysis_get_info(analysis, &info) != AHA_OK) bench_fail("%s", aha_last_error());
  printf("{\"cpu\": %.4f, \"seconds\": %.3f, \"bytes\": %lld, \"bpm\": %.2f}\n", took,
         (double)info.frames / info.sample_rate, (long long)resident, info.tempo_bpm);
  aha_analysis_release(analysis);
  return 0;
}
