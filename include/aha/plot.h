/* aha/plot.h: plots: draw a project as a picture. */
#ifndef AHA_PLOT_H
#define AHA_PLOT_H

#include "job.h"
#include "project.h"

AHA_BEGIN_DECLARATIONS

/** Options of a plot. */
typedef struct aha_plot_options {
  size_t struct_size;
  /** Start, in microseconds of the project. */
  int64_t begin_us;
  /** End, at least 1000 after begin_us; 0: the last sound, point or marker. */
  int64_t end_us;
  /** 320 to 8192 pixels; 0: 1600. */
  AHA_RANGE(320, 8192) uint32_t width;
  /** 120 to 8192 pixels; 0: as high as tracks and lanes need, within the range. */
  uint32_t height;
  /** True: light on a dark background. */
  AHA_FLAG uint32_t dark;
  /** Zero. */
  uint32_t reserved;
} aha_plot_options;

/** Options with all defaults. */
static inline aha_plot_options aha_plot_options_init(void) {
  aha_plot_options options = {sizeof(aha_plot_options), 0, 0, 0, 0, 0, 0};
  return options;
}

/**
 * Starts a job that draws a project into a PNG file: tracks with waveforms (loops and gain
 * applied), the automation of tracks and buses, and markers, over a ruler of time and bars. Missing
 * sounds are hatched. Tracks that do not fit are omitted, and a line in the picture shows their
 * number. The job has no engine: no event reports its end. It continues after the project is
 * released.
 * @param path     The file appears when it is complete, and replaces an existing file.
 * @param options  NULL: the whole project, 1600 pixels wide.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, handle errors; of the job: those of
 * writing, AHA_ERROR_OUT_OF_MEMORY. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_plot_start(aha_project *project, const char *path,
                                  AHA_NULLABLE const aha_plot_options *options,
                                  AHA_PYTHON(Plot) AHA_NULLABLE AHA_OWNED aha_job **out_job)
                                  AHA_CPP(plot) AHA_CONST AHA_PYTHON(plot);

AHA_END_DECLARATIONS

#endif /* AHA_PLOT_H */
