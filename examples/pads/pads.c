/* pads: sixteen pads in a window: keys and the mouse play sounds, with choke groups and meters.
 *   cc pads.c $(pkg-config --cflags --libs aha sdl2) -lm -o pads
 *   ./pads [--device ID] [[GROUP:]FILE...]
 * Up to 16 files; without one, the loops of libaha's demo, of the package lmms-common. Keys: 1 2 3
 * 4, Q W E R, A S D F, Z X C V; escape quits. A pad of a choke group (1 to 9) stops the others of
 * its group, as a closed hi-hat stops an open one. The mouse plays louder at the top of a pad.
 * Without a sound device, the null device plays. */
#include <SDL.h>
#include <aha.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 16, COLUMNS = 4, PAD = 140, GAP = 12, BAR = 40, METER = 10 };
enum { WIDTH = COLUMNS * (PAD + GAP) + GAP, HEIGHT = WIDTH + BAR };

typedef struct pad {
  aha_sound *sound;
  aha_bus *bus;
  char name[16];
  uint32_t group;
  /* Peak in dB, held, and falling by 1 dB a frame. */
  float level_db;
} pad;

/* The order of the pads on the screen, and on a keyboard of any language. */
static const SDL_Scancode keys[COUNT] = {
    SDL_SCANCODE_1, SDL_SCANCODE_2, SDL_SCANCODE_3, SDL_SCANCODE_4, SDL_SCANCODE_Q, SDL_SCANCODE_W,
    SDL_SCANCODE_E, SDL_SCANCODE_R, SDL_SCANCODE_A, SDL_SCANCODE_S, SDL_SCANCODE_D, SDL_SCANCODE_F,
    SDL_SCANCODE_Z, SDL_SCANCODE_X, SDL_SCANCODE_C, SDL_SCANCODE_V};
static const char letters[] = "1234QWERASDFZXCV";

/* The loops of libaha's demo. */
#define LOOPS "/usr/share/lmms/samples/"
static char *demo[] = {
    LOOPS "beats/rave_kick01.ogg", LOOPS "beats/rave_snare01.ogg", LOOPS "beats/rave_hihat01.ogg",
    LOOPS "beats/rave_hihat02.ogg", LOOPS "beats/rave_kick02.ogg",
    LOOPS "bassloops/rave_bass01.ogg", LOOPS "bassloops/rave_bass02.ogg",
    LOOPS "stringsnpads/space_strings02.ogg"};

static aha_engine *engine;
static aha_device *device;
static pad pads[COUNT];
static size_t used;
static char notice[256];

static void fail(const char *what) {
  fprintf(stderr, "pads: %s: %s\n", what, aha_last_error());
  exit(1);
}

/* A font of 3 x 5 dots: digits, letters, and blank for all else. Bit 14 is the upper left dot. */
static const uint16_t digits[] = {0x7B6F, 0x2C97, 0x73E7, 0x73CF, 0x5BC9,
                                  0x79CF, 0x79EF, 0x7249, 0x7BEF, 0x7BCF};
static const uint16_t alphabet[] = {
    0x2BED, 0x6BAE, 0x3923, 0x6B6E, 0x79A7, 0x79A4, 0x396B, 0x5BED, 0x7497, 0x124F, 0x5BAD, 0x4927,
    0x5FED, 0x6B6D, 0x2B6A, 0x6BA4, 0x2B7B, 0x6BAD, 0x388E, 0x7492, 0x5B6F, 0x5B6A, 0x5BFD, 0x5AAD,
    0x5A92, 0x72A7};

static uint16_t dots_of(char letter) {
  if (letter >= '0' && letter <= '9') return digits[letter - '0'];
  if (letter >= 'a' && letter <= 'z') letter = (char)(letter - 'a' + 'A');
  if (letter >= 'A' && letter <= 'Z') return alphabet[letter - 'A'];
  if (letter == '-' || letter == '_') return 0x01C0;
  return letter == '.' ? 0x0002 : letter == ':' ? 0x0410 : 0;
}

static void draw_text(SDL_Renderer *renderer, const char *text, int x, int y, int size, int width) {
  for (; *text && width >= 4 * size; text++, x += 4 * size, width -= 4 * size)
    for (int dot = 0; dot < 15; dot++)
      if (dots_of(*text) >> (14 - dot) & 1)
        SDL_RenderFillRect(renderer,
                           &(SDL_Rect){x + dot % 3 * size, y + dot / 3 * size, size, size});
}

/* The name of a file without its folder and ending. */
static void name_pad(pad *pad, const char *path) {
  const char *slash = strrchr(path, '/');
  snprintf(pad->name, sizeof pad->name, "%s", slash ? slash + 1 : path);
  char *dot = strrchr(pad->name, '.');
  if (dot) *dot = '\0';
}

/* Loads a sound into memory, as one-shots need it, and gives it a bus for its meter. */
static void load_pad(const char *argument) {
  pad *pad = &pads[used++];
  aha_sound_options options = aha_sound_options_init();
  options.mode = AHA_SOUND_RESIDENT;
  pad->level_db = -INFINITY;
  if (argument[0] >= '1' && argument[0] <= '9' && argument[1] == ':') {
    pad->group = (uint32_t)(argument[0] - '0');
    argument += 2;
  }
  name_pad(pad, argument);
  if (aha_sound_load(engine, argument, &options, &pad->sound) != AHA_OK) fail(argument);
  if (aha_bus_create(engine, NULL, &pad->bus) != AHA_OK) fail("bus");
}

/* Velocity: above 0, up to 1. */
static void hit(size_t index, float velocity) {
  aha_play_options options = aha_play_options_init();
  if (index >= used) return;
  options.velocity = velocity;
  options.choke_group = pads[index].group;
  if (aha_one_shot_play(engine, pads[index].sound, pads[index].bus, &options) != AHA_OK)
    snprintf(notice, sizeof notice, "%s", aha_last_error());
}

/* The given device, else the default one, else the null device. */
static void open_device(const char *wanted) {
  const char *ids[] = {wanted, "", "null"};
  for (size_t index = 0; index < 3; index++) {
    aha_device_options options = aha_device_options_init();
    if (ids[index] == NULL) continue;
    options.id = ids[index];
    options.block_frames = 256;
    if (aha_device_open(engine, &options, &device) != AHA_OK) continue;
    if (aha_device_start(device) == AHA_OK) {
      snprintf(notice, sizeof notice, "%s", *ids[index] ? ids[index] : "default device");
      return;
    }
    aha_device_release(device);
  }
  fail("device");
}

static void take_events(void) {
  aha_event event = aha_event_init();
  while (aha_engine_next_event(engine, &event) == AHA_OK)
    if (event.kind == AHA_EVENT_DEVICE_LOST || event.kind == AHA_EVENT_DEVICE_OPENED)
      snprintf(notice, sizeof notice, "%s", event.line);
}

static SDL_Rect place_of(size_t index) {
  int column = (int)index % COLUMNS, row = (int)index / COLUMNS;
  return (SDL_Rect){GAP + column * (PAD + GAP), GAP + row * (PAD + GAP), PAD, PAD};
}

static float peak_db(aha_bus *bus) {
  aha_bus_meter meter = aha_bus_meter_init();
  if (aha_bus_read_meter(bus, &meter) != AHA_OK) return -INFINITY;
  return 20.0f * log10f(fmaxf(meter.peak_left, meter.peak_right));
}

/* A share of -60 dB to 0 dB. */
static float share_of(float db) { return fminf(1.0f, fmaxf(0.0f, (db + 60.0f) / 60.0f)); }

static void draw_pad(SDL_Renderer *renderer, size_t index) {
  pad *pad = &pads[index];
  SDL_Rect place = place_of(index);
  char letter[] = {letters[index], '\0'};
  if (index < used) pad->level_db = fmaxf(peak_db(pad->bus), pad->level_db - 1.0f);
  float level = index < used ? share_of(pad->level_db) : 0.0f;
  Uint8 light = (Uint8)(48.0f + 160.0f * level);
  Uint8 red = index < used ? light : 28, green = index < used ? light / 2 + 24 : 28;
  SDL_SetRenderDrawColor(renderer, red, green, 40, 255);
  SDL_RenderFillRect(renderer, &place);
  SDL_SetRenderDrawColor(renderer, 235, 235, 235, 255);
  draw_text(renderer, letter, place.x + 10, place.y + 10, 6, PAD);
  draw_text(renderer, pad->name, place.x + 10, place.y + PAD - 44, 2, PAD - 16);
  if (pad->group) {
    char text[] = {'C', 'H', 'O', 'K', 'E', ' ', (char)('0' + pad->group), '\0'};
    draw_text(renderer, text, place.x + 56, place.y + 14, 2, PAD - 56);
  }
  int width = (int)(level * (float)(PAD - 20));
  SDL_SetRenderDrawColor(renderer, 16, 16, 20, 255);
  SDL_RenderFillRect(renderer, &(SDL_Rect){place.x + 10, place.y + PAD - 22, PAD - 20, METER});
  SDL_SetRenderDrawColor(renderer, level > 0.98f ? 240 : 90, level > 0.98f ? 60 : 220, 90, 255);
  SDL_RenderFillRect(renderer, &(SDL_Rect){place.x + 10, place.y + PAD - 22, width, METER});
}

static void draw(SDL_Renderer *renderer) {
  static float master_db = -INFINITY;
  SDL_SetRenderDrawColor(renderer, 16, 16, 20, 255);
  SDL_RenderClear(renderer);
  for (size_t index = 0; index < COUNT; index++) draw_pad(renderer, index);
  master_db = fmaxf(peak_db(aha_engine_master_bus(engine)), master_db - 1.0f);
  int width = (int)(share_of(master_db) * 200.0f);
  SDL_SetRenderDrawColor(renderer, 90, 220, 90, 255);
  SDL_RenderFillRect(renderer, &(SDL_Rect){GAP, HEIGHT - BAR + 12, width, 2 * METER});
  SDL_SetRenderDrawColor(renderer, 200, 200, 200, 255);
  draw_text(renderer, notice, GAP + 220, HEIGHT - BAR + 16, 2, WIDTH - GAP - 240);
  SDL_RenderPresent(renderer);
}

/* Plays the pad below the mouse, the louder the higher. */
static void click(int x, int y) {
  for (size_t index = 0; index < COUNT; index++) {
    SDL_Rect place = place_of(index);
    if (!SDL_PointInRect(&(SDL_Point){x, y}, &place)) continue;
    hit(index, 1.0f - 0.7f * (float)(y - place.y) / PAD);
  }
}

/* Returns 0 at the end. */
static int handle(const SDL_Event *event) {
  if (event->type == SDL_QUIT) return 0;
  if (event->type == SDL_MOUSEBUTTONDOWN) click(event->button.x, event->button.y);
  if (event->type != SDL_KEYDOWN || event->key.repeat) return 1;
  if (event->key.keysym.scancode == SDL_SCANCODE_ESCAPE) return 0;
  for (size_t index = 0; index < COUNT; index++)
    if (keys[index] == event->key.keysym.scancode) hit(index, 1.0f);
  return 1;
}

/* Keys play between two frames of the picture: the loop waits for events, not for the screen. */
static void run(SDL_Renderer *renderer) {
  SDL_Event event;
  Uint32 drawn = 0;
  for (;;) {
    int is_event = SDL_WaitEventTimeout(&event, 16);
    if (is_event && !handle(&event)) return;
    take_events();
    if (SDL_GetTicks() - drawn < 16) continue;
    drawn = SDL_GetTicks();
    draw(renderer);
  }
}

int main(int count, char **arguments) {
  const char *wanted = NULL;
  int first = 1;
  if (count > 2 && strcmp(arguments[1], "--device") == 0) wanted = arguments[2], first = 3;
  char **files = arguments + first;
  int given = count - first;
  if (given > COUNT) {
    fprintf(stderr, "usage: pads [--device ID] [[GROUP:]FILE...] (up to %d files)\n", COUNT);
    return 2;
  }
  if (given == 0) files = demo, given = (int)(sizeof demo / sizeof *demo);
  if (aha_engine_create(NULL, &engine) != AHA_OK) fail("engine");
  for (int index = 0; index < given; index++) load_pad(files[index]);
  open_device(wanted);
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    fprintf(stderr, "pads: %s\n", SDL_GetError());
    return 1;
  }
  SDL_Window *window = SDL_CreateWindow("pads", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                        WIDTH, HEIGHT, SDL_WINDOW_SHOWN);
  SDL_Renderer *renderer = window ? SDL_CreateRenderer(window, -1, 0) : NULL;
  if (renderer == NULL) {
    fprintf(stderr, "pads: %s\n", SDL_GetError());
    return 1;
  }
  run(renderer);
  SDL_DestroyRenderer(renderer);
  SDL_DestroyWindow(window);
  SDL_Quit();
  aha_device_release(device);
  aha_engine_release(engine);
  return 0;
}
