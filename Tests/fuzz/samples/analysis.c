/* The samples target's analysis: numbers are in their ranges, positions are in the sound, and
 * equal samples give equal results. */
#include "samples.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEMPOS = 16, MAX_LOOPS = 4, MAX_BINS = 512, MAX_STEPS = 1024 };

/* All results of an analysis, to compare by bytes. */
typedef struct result {
  aha_analysis_info info;
  aha_tempo tempos[MAX_TEMPOS];
  aha_loop_points loops[MAX_LOOPS];
  aha_outline_bin bins[2][MAX_BINS];
  uint32_t bin_count;
  aha_onset *onsets;
  aha_beat *beats;
} result;

static int is_share(double value) { return value >= 0 && value <= 1; }

/* A number, or the "none" of a level. */
static int is_level(double value) { return isfinite(value) || value == -INFINITY; }

static void check_info(const aha_analysis_info *info, const samples *sound) {
  aha_tonality_text all = AHA_TONALITY_TEXT_NAME;
  require(info->frames == sound->count && info->sample_rate == sound->rate, "another length");
  require(info->channels == (sound->channels == 1 ? 1 : 2), "channels");
  require(info->leading_silence_frames + info->trailing_silence_frames <= info->frames, "silence");
  require(is_level(info->loudness_lufs) && info->loudness_lufs < 1000, "loudness");
  require(is_level(info->short_term_lufs) && info->short_term_lufs < 1000, "short-term loudness");
  require(isfinite(info->range_lu) && info->range_lu >= 0, "loudness range");
  require(is_level(info->true_peak_db) && info->true_peak_db < 1000, "true peak");
  require(info->tempo_bpm == 0 || (info->tempo_bpm >= 42 && info->tempo_bpm <= 220), "tempo");
  require(is_share(info->tempo_confidence), "the tempo's confidence");
  require(is_share(info->key_confidence), "the key's confidence");
  require(is_share(info->time_signature_confidence), "the time signature's confidence");
  require(fabs(info->tuning_cents) <= 50, "tuning");
  require(info->tempo_count <= MAX_TEMPOS && info->loop_count <= MAX_LOOPS, "counts");
  require_ok(aha_tonality_copy_text(&info->tonality, all, NULL, 0, NULL), "tonality");
  if (sound->count + 4 < 0.4 * sound->rate)
    require(info->loudness_lufs == -INFINITY, "loudness of less than 0.4 s");
}

static void check_places(const result *found, const samples *sound) {
  double sum = 0;
  for (uint32_t i = 0; i < found->info.tempo_count; i++) {
    const aha_tempo *tempo = &found->tempos[i];
    require(tempo->bpm >= 42 && tempo->bpm <= 220 && is_share(tempo->weight), "a tempo");
    require(i == 0 || tempo->weight <= tempo[-1].weight, "tempos are not in their order");
    sum += tempo->weight;
  }
  require(sum <= 1 + 1e-9, "weights are above 1");
  for (uint32_t i = 0; i < found->info.onset_count; i++) {
    const aha_onset *onset = &found->onsets[i];
    require(onset->frame < sound->count, "an onset past the end");
    require(i == 0 || onset->frame >= onset[-1].frame, "onsets are not in their order");
    require(isfinite(onset->strength) && onset->strength >= 0.39, "an onset's strength");
  }
  for (uint32_t i = 0; i < found->info.beat_count; i++) {
    const aha_beat *beat = &found->beats[i];
    require(beat->frame < sound->count, "a beat past the end");
    require(i == 0 || beat->frame >= beat[-1].frame, "beats are not in their order");
    require(beat->bpm > 10 && beat->bpm < 1000, "a beat's tempo");
    require(beat->number <= found->info.pulses_per_bar, "a beat's number");
    require(i == 0 || beat->bar >= beat[-1].bar, "bars are not in their order");
  }
  for (uint32_t i = 0; i < found->info.loop_count; i++) {
    const aha_loop_points *loop = &found->loops[i];
    require(loop->begin_frame < loop->end_frame && loop->end_frame <= sound->count, "a loop");
    require(is_share(loop->quality) && isfinite(loop->step), "a loop's quality");
    require(i == 0 || loop->quality <= loop[-1].quality, "loops are not in their order");
  }
}

/* Sections cover the sound in order, without gaps. */
static void check_section(uint64_t begin, uint64_t end, uint64_t after, const samples *sound) {
  require(begin == after, "sections with a gap");
  require(begin < end && end <= sound->count, "a section outside the sound");
}

static void check_keys(aha_analysis *analysis, const samples *sound) {
  static aha_key_section keys[MAX_STEPS];
  static aha_chord chords[MAX_STEPS];
  uint32_t count;
  uint64_t after = 0;
  require_ok(aha_analysis_copy_keys(analysis, keys, MAX_STEPS, &count), "keys");
  for (uint32_t i = 0; i < count; after = keys[i++].end_frame) {
    check_section(keys[i].begin_frame, keys[i].end_frame, after, sound);
    require(is_share(keys[i].confidence), "a section's confidence");
    require(keys[i].tonality.mode == AHA_TONALITY_TONAL, "a section without a key");
  }
  require(count == 0 || after == sound->count, "sections end before the sound");
  require_ok(aha_analysis_copy_chords(analysis, chords, MAX_STEPS, &count), "chords");
  for (uint32_t i = after = 0; i < count; after = chords[i++].end_frame) {
    check_section(chords[i].begin_frame, chords[i].end_frame, after, sound);
    require(is_share(chords[i].confidence), "a chord's confidence");
    require(chords[i].root < 12 && chords[i].quality <= AHA_CHORD_MINOR, "a chord");
  }
  require(count == 0 || after == sound->count, "chords end before the sound");
}

static void check_bins(const result *found) {
  for (uint32_t c = 0; c < found->info.channels; c++)
    for (uint32_t i = 0; i < found->bin_count; i++) {
      const aha_outline_bin *bin = &found->bins[c][i];
      float limit = fmaxf(fabsf(bin->lowest), fabsf(bin->highest));
      require(isfinite(bin->lowest) && isfinite(bin->highest), "an outline's extremes");
      require(bin->lowest <= bin->highest, "an outline's order");
      require(bin->rms >= 0 && bin->rms <= limit * 1.001f + 1e-22f, "an outline's mean");
    }
}

static void read_result(aha_analysis *analysis, result *found, uint32_t bins) {
  uint32_t count;
  found->info = aha_analysis_info_init();
  found->bin_count = bins;
  require_ok(aha_analysis_get_info(analysis, &found->info), "info");
  found->onsets = calloc(found->info.onset_count + 1, sizeof *found->onsets);
  require(found->onsets != NULL, "no memory");
  require_ok(aha_analysis_copy_tempos(analysis, found->tempos, MAX_TEMPOS, &count), "tempos");
  require(count == found->info.tempo_count, "the tempos' count");
  require_ok(aha_analysis_copy_loops(analysis, found->loops, MAX_LOOPS, &count), "loops");
  require(count == found->info.loop_count, "the loops' count");
  require_ok(aha_analysis_copy_onsets(analysis, found->onsets, found->info.onset_count, &count),
             "onsets");
  require(count == found->info.onset_count, "the onsets' count");
  found->beats = calloc(found->info.beat_count + 1, sizeof *found->beats);
  require(found->beats != NULL, "no memory");
  require_ok(aha_analysis_copy_beats(analysis, found->beats, found->info.beat_count, &count),
             "beats");
  require(count == found->info.beat_count, "the beats' count");
  for (uint32_t c = 0; c < found->info.channels; c++)
    require_ok(aha_analysis_copy_outline(analysis, c, found->bins[c], bins), "outline");
}

/* A piece with all fields except a title. */
static void check_piece(aha_analysis *analysis, const samples *sound) {
  aha_piece *piece;
  aha_piece_info info = aha_piece_info_init();
  aha_piece_problem problem = aha_piece_problem_init();
  require_ok(aha_piece_create(&piece), "piece");
  require_ok(aha_analysis_fill_piece(analysis, piece, NULL), "fill");
  require_ok(aha_piece_get_info(piece, &info), "piece's info");
  require(fabs(info.length_us - sound->count * 1e6 / sound->rate) <= 1, "a piece's length");
  if (aha_piece_problem_count(piece, 0) != 1) {
    aha_piece_problem_get(piece, 0, 1, &problem);
    require(0, problem.line);
  }
  aha_piece_release(piece);
}

static void analyze(const samples *sound, result *found, uint32_t bins) {
  aha_analysis *analysis;
  memset(found, 0, sizeof *found);
  require_ok(aha_analysis_create(sound->frames, sound->count, sound->channels, sound->rate,
                                 &analysis),
             "analysis");
  read_result(analysis, found, bins);
  check_piece(analysis, sound);
  check_keys(analysis, sound);
  require_ok(aha_analysis_release(analysis), "release");
}

static void require_same(const result *one, const result *other) {
  size_t onsets = one->info.onset_count * sizeof *one->onsets;
  size_t beats = one->info.beat_count * sizeof *one->beats;
  require(!memcmp(&one->info, &other->info, sizeof one->info), "another time other numbers");
  require(!memcmp(one->tempos, other->tempos, sizeof one->tempos), "another time other tempos");
  require(!memcmp(one->loops, other->loops, sizeof one->loops), "another time other loops");
  require(!memcmp(one->bins, other->bins, sizeof one->bins), "another time another outline");
  require(!memcmp(one->onsets, other->onsets, onsets), "another time other onsets");
  require(!memcmp(one->beats, other->beats, beats), "another time other beats");
}

/* NaN and infinity count as silence. */
static void silence_nonfinite(samples *sound) {
  for (uint32_t i = 0; i < sound->count * sound->channels; i++)
    if (!isfinite(sound->frames[i])) sound->frames[i] = 0;
}

void try_analysis(source *from, const samples *sound) {
  static result one, other;
  uint32_t bins = draw_value(from, 1, MAX_BINS);
  samples again = *sound;
  analyze(sound, &one, bins);
  check_info(&one.info, sound);
  check_places(&one, sound);
  check_bins(&one);
  if (sound->is_extreme || draw_one_in(from, 4)) {
    silence_nonfinite(&again);
    analyze(&again, &other, bins);
    require_same(&one, &other);
    free(other.onsets);
    free(other.beats);
  }
  free(one.onsets);
  free(one.beats);
}
