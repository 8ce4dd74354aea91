/* aha/plot.h: a project as a picture. */
#ifndef AHA_PLOT_H
#define AHA_PLOT_H

#include "job.h"
#include "project.h"

AHA_BEGIN_DECLARATIONS

/** What of a project is drawn, and how large. */
typedef struct aha_plot_options {
  size_t struct_size;
  /** From where, in microseconds of the project. */
  int64_t begin_us;
  /** Until where, 1000 after begin_us or more; 0: where the last sound, point or marker is. */
  int64_t end_us;
  /** 320 to 8192 pixels; 0: 1600. */
  uint32_t width;
  /** 120 to 8192 pixels; 0: as tracks and lanes need, if that is possible. */
  uint32_t height;
  /** Non-zero: light on a dark background. */
  uint32_t dark;
  /** Zero. */
  uint32_t reserved;
} aha_plot_options;

/** Options with all defaults. */
static inline aha_plot_options aha_plot_options_init(void) {
  aha_plot_options options = {sizeof(aha_plot_options), 0, 0, 0, 0, 0, 0};
  return options;
}

/**
 * Starts a job that draws a project into a PNG file: tracks with the waveforms of their sounds as
 * they repeat and with their gain, the automation of tracks and buses, markers, over time and bars.
 * Sounds that are missing are hatched. Tracks without room are left out, and a line says how many.
 * The job has no engine: there is no event when it ends. It goes on when the project is released.
 * @param path     The file appears when it is complete, in place of another of its name.
 * @param options  NULL: the whole project, 1600 pixels wide.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, handle errors; of the job: those of
 * writing, AHA_ERROR_OUT_OF_MEMORY. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_plot(aha_project *project, const char *path,
                                    const aha_plot_options *options, aha_job **out_job);

AHA_END_DECLARATIONS

#endif /* AHA_PLOT_H */
