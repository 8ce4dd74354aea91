/* aha/event.h: events of an engine or a job, in order; the host reads them when it is ready. */
#ifndef AHA_EVENT_H
#define AHA_EVENT_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/** Kinds of events. An event's error is its result and its line. */
typedef uint32_t aha_event_kind;

enum {
  AHA_EVENT_NONE = 0,
  /** A player produced its first frame. source: aha_player. */
  AHA_EVENT_PLAYER_STARTED = 1,
  /** A player jumped back to the start of its loop. value: jumps so far; several jumps within 512
   *  frames may be reported as one event, with the frame of the last one. source: aha_player. */
  AHA_EVENT_PLAYER_LOOPED = 2,
  /** A player reached the end of its sound; reported after the smoothing of a final step. source:
   *  aha_player. */
  AHA_EVENT_PLAYER_ENDED = 3,
  /** A player is silent after aha_player_stop. source: aha_player. */
  AHA_EVENT_PLAYER_STOPPED = 4,
  /** A player is silent after aha_player_pause. source: aha_player. */
  AHA_EVENT_PLAYER_PAUSED = 5,
  /** A streamed sound had no data in time; it fades out, and fades in when data is available.
   *  value: underruns of the engine so far. source: aha_player. */
  AHA_EVENT_UNDERRUN = 6,
  /** A streamed sound cannot be read further; it plays the data read so far. error: why.
   *  source: aha_player. */
  AHA_EVENT_STREAM_FAILED = 7,
  /** NaN or infinity was replaced with silence. value: samples. source: aha_bus. */
  AHA_EVENT_NONFINITE = 8,
  /** A job has ended. result: its result; line: why it failed. source: aha_job. */
  AHA_EVENT_JOB_FINISHED = 9,
  /** Events were dropped because the queue was full. value: their number. */
  AHA_EVENT_LOST = 10,
  /** A one-shot with a number has ended. value: that number. Since: 1.0. */
  AHA_EVENT_ONE_SHOT_ENDED = 11,
  /** A player continues with its next sound, whose first frame is audible at the frame. source:
   *  aha_player. Since: 1.0. */
  AHA_EVENT_PLAYER_CONTINUED = 12,

  /* Devices; source: aha_device. Each of the last four is reported at most once per second. */
  /** A device began to run: after a start, or in place of a lost device. line: its id; value:
   *  number of earlier losses. */
  AHA_EVENT_DEVICE_OPENED = 20,
  /** The device or its server disappeared. result: AHA_ERROR_DEVICE; line: the device and how the
   *  loss was detected. */
  AHA_EVENT_DEVICE_LOST = 21,
  /** The default device changed. line: the id of the new one. */
  AHA_EVENT_DEVICE_DEFAULT_CHANGED = 22,
  /** The device did not request frames in time. value: gaps so far. */
  AHA_EVENT_DEVICE_GAP = 23,
  /** The device ran out of frames to play, or lost recorded frames. value: number so far. */
  AHA_EVENT_DEVICE_XRUN = 24,
  /** Rendering a block took longer than the block lasts. value: such blocks so far. */
  AHA_EVENT_DEVICE_LATE = 25,
  /** An output was opened with fewer channels than the engine has. value: its channels; line: the
   *  device, and where the other channels are heard. Since: 1.0. */
  AHA_EVENT_DEVICE_FOLDED = 26,
  /** A take started. frame: the start; value: frames of pre-roll before it; line: the path. source:
   *  aha_recorder. */
  AHA_EVENT_RECORDER_STARTED = 40,
  /** A take is complete. error: why it ended, unless it was stopped; value: frames in its
   *  files. source: aha_recorder. */
  AHA_EVENT_RECORDER_FINISHED = 41,
  /** The disk was too slow for the ring buffer: frames were replaced with silence. value: their
   *  number. source: aha_recorder. */
  AHA_EVENT_RECORDER_OVERRUN = 42,
  /** The disk has room for fewer seconds than warn_seconds. value: seconds left. source:
   *  aha_recorder. */
  AHA_EVENT_RECORDER_DISK_LOW = 43,
  /** The disk was full before the disk guard could end the take. value: frames that are in no file.
   *  source: aha_recorder. */
  AHA_EVENT_RECORDER_DISK_FULL = 44,
  /** A take continues in its next file. frame: the first frame of that file; value: the file's
   *  number; line: its path. source: aha_recorder. */
  AHA_EVENT_RECORDER_SPLIT = 45,

  /** The timeline started. value: its position. */
  AHA_EVENT_TIMELINE_STARTED = 60,
  /** The timeline stopped. value: its position. */
  AHA_EVENT_TIMELINE_STOPPED = 61,
  /** The timeline jumped back to the start of its loop. value: that position. */
  AHA_EVENT_TIMELINE_LOOPED = 62,
  /** A sound of a project is missing or unreadable: its track is silent. value: the track's id;
   *  error: why. */
  AHA_EVENT_SOUND_MISSING = 63,
  /** An impulse response of a project is missing, unreadable or too long: its convolution does not
   *  change the sound. value: the effect's id; error: why. Since: 0.10. */
  AHA_EVENT_IMPULSE_MISSING = 64,
  /** An LV2 plug-in of a project is missing or cannot be used: its effect is left out. value: the
   *  effect's id; error: why. Since: 0.10. */
  AHA_EVENT_PLUGIN_MISSING = 65,
  /** A file of a project is streamed, because the resident sounds of its session would exceed the
   *  engine's max_resident_bytes. value: the id of a track with the file; line: its path. Since:
   *  1.0. */
  AHA_EVENT_SOUND_STREAMED = 66,

  /* Accounts and requests; events of a client, not of an engine. frame is 0. source:
   *  aha_account. */
  /** A URL is ready to open in a browser: aha_account_copy_text returns it. line: the provider. */
  AHA_EVENT_ACCOUNT_URL_PREPARED = 80,
  /** Signed in. line: the provider. value: AHA_STORE_…, the token store. */
  AHA_EVENT_ACCOUNT_SIGNED_IN = 81,
  /** A sign-in failed, or the stored token is damaged (AHA_ERROR_DAMAGED) or readable by other
   *  users (AHA_ERROR_ACCESS). error: why, in the server's words if it gave a reason. */
  AHA_EVENT_ACCOUNT_FAILED = 82,
  /** Signed out: by the host (result is AHA_OK), or by the server. error: why. */
  AHA_EVENT_ACCOUNT_SIGNED_OUT = 83,

  /* source: aha_request. */
  /** A reply began. value: its status. */
  AHA_EVENT_REQUEST_RESPONSE = 100,
  /** Bytes were sent or received; at most ten times per second. value: bytes so far, both
   *  directions. */
  AHA_EVENT_REQUEST_PROGRESS = 101,
  /** Data is ready for aha_request_read. value: bytes. */
  AHA_EVENT_REQUEST_DATA = 102,
  /** The request succeeded. value: the status. */
  AHA_EVENT_REQUEST_FINISHED = 103,
  /** The request failed. error: why; value: the status, or 0. */
  AHA_EVENT_REQUEST_FAILED = 104,

  /** A reader of a remote stream waits for the network. source: aha_stream. */
  AHA_EVENT_REMOTE_BUFFERING = 120,
  /** Data is available again. source: aha_stream. */
  AHA_EVENT_REMOTE_PLAYING = 121,
  /** A live stream has another title; it is heard within some seconds. line: the title; whole in
   *  AHA_STREAM_TITLE. At most one in a second. source: aha_stream. Since: 1.0. */
  AHA_EVENT_LIVE_TITLE = 122,
  /** A live stream has connected. line: the name of its station, or its host; value: earlier
   *  connections. source: aha_stream. Since: 1.0. */
  AHA_EVENT_LIVE_CONNECTED = 123,
  /** A live stream has lost its connection, or has not got one. error: why; value: milliseconds
   *  until the next attempt. source: aha_stream. Since: 1.0. */
  AHA_EVENT_LIVE_LOST = 124,

  /* source: aha_drop. */
  /** The drop asks for a file: answer with aha_drop_answer_… value: AHA_ASSET_… */
  AHA_EVENT_DROP_ASSET_WANTED = 140,
  /** The drop's stage changed. value: AHA_DROP_… */
  AHA_EVENT_DROP_STAGE = 141,
  /** Bytes were sent; at most ten times per second. value: bytes confirmed or in flight so far. */
  AHA_EVENT_DROP_PROGRESS = 142,
  /** The drop ended. value: 1 if it succeeded, else 0; error: why, or its
   *  line is the URL, which is whole in AHA_DROP_URL only: a presigned one is longer than a
   *  line. */
  AHA_EVENT_DROP_CLOSED = 143,
  /** The drop is sent, but its URL does not answer: a wrong public URL, or a server that publishes
   *  later. The drop succeeds. line: the reason. Since: 0.10. */
  AHA_EVENT_DROP_WARNING = 144,

  /** An opening succeeded or failed. error: why, or its line is the title. source: aha_opening. */
  AHA_EVENT_OPENING_FINISHED = 160,
  /** A URL given to aha_client_handle_url refers to a piece: aha_opening_create opens it. line: the
   *  URL. source: NULL. */
  AHA_EVENT_OPEN_WANTED = 161,
  /** A URL given to aha_client_handle_url went to another process of the user, which waits for it.
   *  line: the URL of a piece, or the scheme and host of a redirect. source: NULL. Since: 0.10. */
  AHA_EVENT_URL_PASSED_ON = 162
};

/** One event. */
typedef struct aha_event {
  size_t struct_size;
  /** AHA_EVENT_… */
  aha_event_kind kind;
  /** AHA_OK, or the error that the event is about. */
  aha_result result;
  /** The engine frame at which it happened. */
  uint64_t frame;
  /** The handle that the event is about, of the type that the kind names; NULL if the host has
   *  released it. Borrowed: compare it, or use it while you hold a reference. */
  void *source;
  /** See the kind. */
  int64_t value;
  /** See the kind; "" without one. Truncated to 255 bytes. */
  char line[256];
} aha_event;

/** An event structure with struct_size set. */
static inline aha_event aha_event_init(void) {
  aha_event event = {sizeof(aha_event), 0, 0, 0, NULL, 0, {0}};
  return event;
}

/**
 * The name of an event kind, as in "AHA_EVENT_PLAYER_ENDED"; "AHA_EVENT_UNKNOWN" for an unknown
 * number.
 * @return Static text. Errors: none. Thread: [any] [render]. Since: 0.1.
 */
AHA_API const char *aha_event_kind_name(aha_event_kind kind);

AHA_END_DECLARATIONS

#endif /* AHA_EVENT_H */
