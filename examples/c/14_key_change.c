/* 14_key_change: reads a piece's key from its tags, plays it in another key, and tunes a voice to
 * it.
 *   cc 14_key_change.c $(pkg-config --cflags --libs aha) -o 14_key_change
 *   ./14_key_change piece.flac C out.flac [voice.flac] */
#include <aha.h>
#include <stdio.h>
#include <stdlib.h>

/* A failed call ends the program with its error line. */
static void need(aha_result result, const char *what) {
  if (result >= AHA_OK) return;
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  exit(1);
}

/* The key change from the key in a file's tags to another root. */
static aha_key_change find_change(const char *path, const char *note) {
  aha_key_change change = aha_key_change_init();
  aha_tonality wanted;
  aha_piece *piece;
  need(aha_tonality_read(note, &wanted), note);
  need(aha_piece_load_tags(path, &piece), path);
  aha_result result = aha_piece_get_key_change(piece, wanted.root, &change);
  need(result, path);
  need(aha_piece_release(piece), path);
  if (result == AHA_END) exit((fprintf(stderr, "%s has no key\n", path), 1));
  return change;
}

/* Starts a sound; its chain has one effect. */
static aha_effect *play(aha_engine *engine, const char *path, aha_effect_kind kind) {
  aha_sound *sound;
  aha_player *player;
  aha_effect *effect;
  need(aha_sound_load(engine, path, NULL, &sound), path);
  need(aha_player_create(engine, sound, NULL, NULL, &player), path);
  need(aha_effect_create(engine, kind, &effect), "effect");
  need(aha_chain_add(aha_player_chain(player), effect), "effect");
  need(aha_player_start(player, NULL), path);
  return effect;
}

int main(int count, char **arguments) {
  aha_engine *engine;
  aha_job *job;
  char key[64];
  if (count < 4) return fprintf(stderr, "usage: %s PIECE NOTE OUT [VOICE]\n", arguments[0]), 2;
  aha_key_change change = find_change(arguments[1], arguments[2]);
  need(aha_tonality_copy_text(&change.tonality, AHA_TONALITY_TEXT_NAME, key, sizeof key, NULL), "");
  printf("%+d semitones to %s\n", (int)change.semitones, key);
  need(aha_engine_create(NULL, &engine), "engine");
  aha_effect *pitch = play(engine, arguments[1], AHA_EFFECT_PITCH);
  need(aha_effect_set_value(pitch, AHA_PITCH_CENTS, change.pitch_cents, NULL), "pitch");
  if (count > 4) {
    aha_effect *tuner = play(engine, arguments[4], AHA_EFFECT_TUNER);
    need(aha_effect_set_value(tuner, AHA_TUNER_SCALE, change.tuner_scale, NULL), "scale");
    need(aha_effect_set_value(tuner, AHA_TUNER_ROOT, change.tuner_root, NULL), "root");
  }
  need(aha_render_save(engine, arguments[3], 0, NULL, &job), arguments[3]);
  need(aha_job_wait(job, -1), arguments[3]);
  aha_engine_release(engine); /* ends everything created from it */
  return 0;
}
