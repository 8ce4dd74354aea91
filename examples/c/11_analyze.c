/* 11_analyze: analyzes a sound in the background, prints the results, and makes a piece of them.
 *   cc 11_analyze.c $(pkg-config --cflags --libs aha) -o 11_analyze
 *   ./11_analyze loop.ogg piece.json */
#include <aha.h>
#include <stdio.h>

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

static void tell(aha_analysis *analysis) {
  aha_analysis_info info = aha_analysis_info_init();
  char key[64] = "";
  aha_outline_bin bins[8];
  aha_analysis_get_info(analysis, &info);
  aha_tonality_copy_text(&info.tonality, AHA_TONALITY_TEXT_NAME, key, sizeof key, NULL);
  printf("%.1f LUFS, %.1f dBTP\n", info.loudness_lufs, info.true_peak_db);
  printf("%.2f BPM (%.0f %% sure), %s\n", info.tempo_bpm, 100 * info.tempo_confidence, key);
  printf("%u onsets, %u loops\n", (unsigned)info.onset_count, (unsigned)info.loop_count);
  aha_analysis_copy_outline(analysis, 0, bins, 8);
  for (int i = 0; i < 8; i++) printf("%6.2f to %.2f\n", bins[i].lowest, bins[i].highest);
}

/* A piece with all measured fields; only the title is ours. */
static aha_result save_piece(aha_analysis *analysis, const char *path) {
  aha_piece *piece;
  uint32_t fields;
  aha_result result = aha_piece_create(&piece);
  if (result != AHA_OK) return result;
  aha_piece_set_text(piece, AHA_PIECE_TITLE, "A loop");
  aha_analysis_fill_piece(analysis, piece, &fields);
  printf("tempo %s\n", fields >> AHA_PIECE_FIELD_TEMPO & 1 ? "guessed" : "not known");
  result = aha_piece_save(piece, path);
  aha_piece_release(piece);
  return result;
}

int main(int count, char **arguments) {
  aha_analysis *analysis;
  aha_job *job;
  if (count != 3) {
    fprintf(stderr, "usage: 11_analyze SOUND PIECE.json\n");
    return 2;
  }
  if (aha_analysis_start(arguments[1], &analysis, &job) != AHA_OK) return failed("start");
  while (aha_job_wait(job, 100) == AHA_PENDING) {
    aha_job_progress progress = aha_job_progress_init();
    aha_job_get_progress(job, &progress);
    printf("%.0f %%\n", 100 * progress.fraction);
  }
  if (aha_job_wait(job, 0) != AHA_OK) return failed(arguments[1]);
  tell(analysis);
  if (save_piece(analysis, arguments[2]) != AHA_OK) return failed(arguments[2]);
  aha_job_release(job);
  aha_analysis_release(analysis);
  return 0;
}
