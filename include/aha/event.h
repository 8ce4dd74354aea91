/* aha/event.h: what happened in an engine, in order, taken when the host has time. */
#ifndef AHA_EVENT_H
#define AHA_EVENT_H

#include "engine.h"

AHA_BEGIN_DECLARATIONS

/** Kinds of events. */
typedef uint32_t aha_event_kind;

enum {
  AHA_EVENT_NONE = 0,
  /** A player gave its first frame. source: aha_player. */
  AHA_EVENT_PLAYER_STARTED = 1,
  /** A player jumped back to its loop's begin. value: jumps so far; several jumps within 512 frames
   *  may be told as one, with the last one's frame. source: aha_player. */
  AHA_EVENT_PLAYER_LOOPED = 2,
  /** A player came to the end of its sound; told when a last step that had to be smoothed is over.
   *  source: aha_player. */
  AHA_EVENT_PLAYER_ENDED = 3,
  /** A player is silent after aha_player_stop. source: aha_player. */
  AHA_EVENT_PLAYER_STOPPED = 4,
  /** A player is silent after aha_player_pause. source: aha_player. */
  AHA_EVENT_PLAYER_PAUSED = 5,
  /** A streamed sound had no data in time; it fades out, and in again when there is. value:
   *  underruns of the engine so far. source: aha_player. */
  AHA_EVENT_UNDERRUN = 6,
  /** A streamed sound can't be read any further; it plays what it has. result, line: why.
   *  source: aha_player. */
  AHA_EVENT_STREAM_FAILED = 7,
  /** NaN or infinity became silence. value: samples. source: aha_bus. */
  AHA_EVENT_NONFINITE = 8,
  /** A job has ended. result: what it came to; line: why it failed. source: aha_job. */
  AHA_EVENT_JOB_FINISHED = 9,
  /** Events were lost because nobody took them. value: how many. */
  AHA_EVENT_LOST = 10,

  /* Devices; source: aha_device. Of the last four, each comes at most once a second. */
  /** A device runs that did not: after a start, or in place of a lost one. line: its id; value: how
   *  often a device was lost before. */
  AHA_EVENT_DEVICE_OPENED = 20,
  /** The device is gone, or its server. result: AHA_ERROR_DEVICE; line: which, and how that was
   *  seen. */
  AHA_EVENT_DEVICE_LOST = 21,
  /** Another device is the default one now. line: its id. */
  AHA_EVENT_DEVICE_DEFAULT_CHANGED = 22,
  /** The device did not ask for frames in time. value: gaps so far. */
  AHA_EVENT_DEVICE_GAP = 23,
  /** The device ran out of frames, or lost some that it recorded. value: so far. */
  AHA_EVENT_DEVICE_XRUN = 24,
  /** Rendering a block took longer than the block lasts. value: such blocks so far. */
  AHA_EVENT_DEVICE_LATE = 25,
  /** A take began. frame: the start; value: frames of pre-roll before it; line: the path.
   *  source: aha_recorder. */
  AHA_EVENT_RECORDER_STARTED = 40,
  /** A take is complete, whatever ended it. result, line: why, unless it was stopped; value: frames
   *  in its files. source: aha_recorder. */
  AHA_EVENT_RECORDER_FINISHED = 41,
  /** The disk was too slow for the ring: frames became silence. value: how many. source:
   *  aha_recorder. */
  AHA_EVENT_RECORDER_OVERRUN = 42,
  /** The disk has room for fewer seconds than were to be warned of. value: how many.
   *  source: aha_recorder. */
  AHA_EVENT_RECORDER_DISK_LOW = 43,
  /** The disk was full before the guard could end the take. value: frames that were heard and are
   *  in no file. source: aha_recorder. */
  AHA_EVENT_RECORDER_DISK_FULL = 44,
  /** A take goes on in its next file. frame: the first one there; value: the file's number; line:
   *  its path. source: aha_recorder. */
  AHA_EVENT_RECORDER_SPLIT = 45,

  /** The timeline runs. value: its position. */
  AHA_EVENT_TIMELINE_STARTED = 60,
  /** The timeline stands. value: its position. */
  AHA_EVENT_TIMELINE_STOPPED = 61,
  /** The timeline jumped back to its loop's begin. value: that position. */
  AHA_EVENT_TIMELINE_LOOPED = 62,
  /** A sound of a project is not there, or cannot be read: its track is silent. value: the track's
   *  id; result and line: why. */
  AHA_EVENT_SOUND_MISSING = 63,

  /* Accounts and requests; of a client, not of an engine. frame is 0. source: aha_account. */
  /** A URL is to be opened in a browser: aha_account_copy_text has it. line: the provider. */
  AHA_EVENT_ACCOUNT_URL_PREPARED = 80,
  /** Signed in. line: the provider. value: AHA_STORE_…, where the token is. */
  AHA_EVENT_ACCOUNT_SIGNED_IN = 81,
  /** A sign-in failed, or what is kept is no token (AHA_ERROR_DAMAGED) or was opened to others
   *  (AHA_ERROR_ACCESS). result, line: why, in the server's words where it said. */
  AHA_EVENT_ACCOUNT_FAILED = 82,
  /** Signed out: asked for (result is AHA_OK), or by the server. result, line: why. */
  AHA_EVENT_ACCOUNT_SIGNED_OUT = 83,

  /* source: aha_request. */
  /** A reply began. value: its status. */
  AHA_EVENT_REQUEST_RESPONSE = 100,
  /** Bytes went or came; at most ten times a second. value: so far, both ways. */
  AHA_EVENT_REQUEST_PROGRESS = 101,
  /** There is data to take by aha_request_read. value: how much. */
  AHA_EVENT_REQUEST_DATA = 102,
  /** It is over, and was a success. value: the status. */
  AHA_EVENT_REQUEST_FINISHED = 103,
  /** It is over, and was none. result, line: why; value: the status, or 0. */
  AHA_EVENT_REQUEST_FAILED = 104,

  /** A reader of a remote stream has to wait for the network. source: aha_stream. */
  AHA_EVENT_REMOTE_BUFFERING = 120,
  /** There is data again. source: aha_stream. */
  AHA_EVENT_REMOTE_PLAYING = 121,

  /* source: aha_drop. */
  /** A file is wanted: aha_drop_answer_… value: AHA_ASSET_… */
  AHA_EVENT_DROP_ASSET_WANTED = 140,
  /** It is at another stage. value: AHA_DROP_… */
  AHA_EVENT_DROP_STAGE = 141,
  /** Bytes went; at most ten times a second. value: confirmed or on their way so far. */
  AHA_EVENT_DROP_PROGRESS = 142,
  /** It is over. value: 1 when it is done, else 0; result, line: why not, or the URL. */
  AHA_EVENT_DROP_CLOSED = 143,

  /** Something is open, or could not be opened. result, line: why, or the title. source:
   *  aha_opening. */
  AHA_EVENT_OPENING_FINISHED = 160,
  /** A URL asks for a piece, by aha_handle_url: aha_opening_create opens it. line: the URL. source:
   *  NULL. */
  AHA_EVENT_OPEN_WANTED = 161
};

/** One thing that happened. */
typedef struct aha_event {
  size_t struct_size;
  /** AHA_EVENT_… */
  aha_event_kind kind;
  /** AHA_OK, or the error that the event is about. */
  aha_result result;
  /** The engine frame at which it happened. */
  uint64_t frame;
  /** The handle it happened to, of the kind that the event names; NULL when the host has released
   *  it. Borrowed: compare it, or use it while you own the handle. */
  void *source;
  /** See the kind. */
  int64_t value;
  /** Why, for failures; else "". Cut at 255 bytes. */
  char line[256];
} aha_event;

/** An event structure with struct_size set. */
static inline aha_event aha_event_init(void) {
  aha_event event = {sizeof(aha_event), 0, 0, 0, NULL, 0, {0}};
  return event;
}

/**
 * Takes the oldest event.
 * @param event  Filled in; struct_size must be set. AHA_EVENT_NONE when there is none.
 * @return AHA_OK, or AHA_END when there is none.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_engine_next_event(aha_engine *engine, aha_event *event);

/**
 * A file descriptor that polls readable while there are events; for poll, epoll, GLib, asyncio.
 * An event of the audio thread shows within 20 ms. Take events until AHA_END; do not read or close
 * the descriptor. The first call starts a thread.
 * @return Lives as long as the engine; -1 on failure.
 * Errors: AHA_ERROR_SYSTEM, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API int aha_engine_event_fd(aha_engine *engine);

/**
 * The name of an event kind, as in "AHA_EVENT_PLAYER_ENDED"; "AHA_EVENT_UNKNOWN" for another
 * number.
 * @return Static text. Errors: none. Thread: [any] [render]. Since: 0.1.
 */
AHA_API const char *aha_event_kind_name(aha_event_kind kind);

AHA_END_DECLARATIONS

#endif /* AHA_EVENT_H */
