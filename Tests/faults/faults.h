/* Fault injection: shared by the interposer, the runner and the scenes.
 *
 * A scene is one task of a host: its `act` calls libaha, releases all objects it created and
 * returns the first error. The runner repeats it in a new process for each n, with the n-th call
 * of one kind failing, until a run has no n-th call. */
#ifndef AHA_FAULTS_H
#define AHA_FAULTS_H

#include "../abi/check.h"

#include <stdint.h>

/* Kinds of calls that can fail. Allocations have three: those of C libraries; libaha's checked
 * ones and all others from FAULT_LARGE bytes on; and Swift's objects, arrays and small blocks,
 * whose failure Embedded Swift cannot report (decision 0030). */
typedef enum {
  FAULT_RENAME, FAULT_WRITE, FAULT_SYNC, FAULT_OPEN, FAULT_THREAD, FAULT_READ, FAULT_TRUNCATE,
  FAULT_DESCRIPTOR, FAULT_FOLDER, FAULT_CLOSE, FAULT_MAP, FAULT_LIBRARY, FAULT_MEMORY_C,
  FAULT_MEMORY_LARGE, FAULT_MEMORY_SWIFT, FAULT_COUNT
} fault_kind;

enum { FAULT_LARGE = 1 << 16, FAULT_FRAMES = 24, FAULT_STACKS = 20000 };

/* Library of a caller, and offset in it. */
typedef struct {
  char library[40];
  long offset;
} fault_frame;

/* Shared by the runner and its child. */
typedef struct {
  long calls;              /* of the kind while armed */
  int fired;
  int is_folder_sync;      /* the failed call was the sync of a folder: the new name stays */
  int code, again;         /* of the call with the fault, and of the second one */
  int failed_checks;
  int descriptors, threads; /* left at the end */
  int frame_count;
  fault_frame frames[FAULT_FRAMES]; /* address of the failed call */
  char stage[40];
  char note[1024];
} fault_report;

/* From now on the n-th call of the kind fails; with `sticky` all later ones fail too. n = 0 only
 * counts. Calls of the test program itself never fail. */
void fault_arm(fault_report *report, fault_kind kind, long n, int sticky, int own_calls);
void fault_disarm(void);
/* A number for the stack of each call that the last run with n = 0 counted; in shared memory. */
extern uint64_t *fault_stacks;
const char *fault_name(fault_kind kind);

/* State of a scene: `prepare` fills it in, `act` uses it. */
typedef struct {
  char folder[256];
  char target[300];
  aha_engine *engine;
  aha_sound *sound;
  aha_player *player;
  aha_stream *stream;
  aha_client *client;
  aha_destination *destination;
  aha_library *library;
  aha_project *project;
  aha_piece *piece;
  int argument;
} scene;

typedef struct {
  const char *name;
  void (*prepare)(scene *);
  aha_result (*act)(scene *);
  /* Counts failed checks of the result of a successful `act`; NULL: no checks. */
  void (*verify)(scene *);
  int argument;
  /* File name pattern of files that an unfinished act may add or change: takes, and databases,
   * which the act itself must find usable the second time. NULL: no such files. */
  const char *open_files;
  /* SCENE_OWN_CALLS: only calls of libaha itself fail, not those of its libraries. */
  int flags;
} scene_row;

enum { SCENE_OWN_CALLS = 1 };

extern const scene_row sound_scenes[], file_scenes[], work_scenes[], online_scenes[];

/* In an act: stops at the first error. */
#define TRY(call) do { \
    aha_result try_result = (call); \
    if (try_result < 0) return try_result; \
  } while (0)

/* The same in an act with clean-up: jumps to `end`. */
#define TRY_TO_END(call) do { \
    aha_result try_result = (call); \
    if (try_result < 0) { \
      result = try_result; \
      goto end; \
    } \
  } while (0)

/* A variable whose object is released when the act returns. */
#define OWNED(noun, name) __attribute__((cleanup(end_##noun))) aha_##noun *name = NULL
#define RELEASES(noun) \
  static inline void end_##noun(aha_##noun **object) { \
    if (*object) (void)aha_##noun##_release(*object); \
  }
RELEASES(account)
RELEASES(analysis)
RELEASES(bus)
RELEASES(client)
RELEASES(destination)
RELEASES(device)
RELEASES(drop)
RELEASES(effect)
RELEASES(engine)
RELEASES(input)
RELEASES(items)
RELEASES(library)
RELEASES(opening)
RELEASES(piece)
RELEASES(player)
RELEASES(project)
RELEASES(recorder)
RELEASES(recovery)
RELEASES(report)
RELEASES(request)
RELEASES(session)
RELEASES(sound)
RELEASES(stream)

/* Waits for a job and releases it. The runner detects a job that does not end as a hang. */
static inline aha_result finish(aha_job *job) {
  aha_result result = aha_job_wait(job, -1);
  (void)aha_job_release(job);
  return result;
}

/* In an act: starts a job with this call, and waits for it. */
#define TRY_JOB(start) do { \
    aha_job *job = NULL; \
    TRY(start); \
    TRY(finish(job)); \
  } while (0)

static inline const char *in_folder(const scene *s, const char *name) {
  static _Thread_local char paths[4][600];
  static _Thread_local unsigned next;
  char *path = paths[next++ % 4];
  snprintf(path, 600, "%s/%s", s->folder, name);
  return path;
}

/* Shared by several files of scenes. */
/* Starts the server; returns its process number. */
int start_server(void);
const char *server_url(const char *path);
enum { REPLY_BYTES = 100000 };

/* Files of a folder, with hashes of their content. */
typedef struct {
  char name[300];
  uint64_t hash;
} file_mark;
enum { MAX_FILES = 64 };
typedef struct {
  file_mark files[MAX_FILES];
  int count;
} folder_marks;

/* Reads all files except those whose names match the pattern; NULL: all files. */
void mark_folder(const char *folder, const char *except, folder_marks *marks);
const file_mark *find_mark(const folder_marks *marks, const char *name);
void remove_folder(const char *folder);
int count_entries(const char *folder);

void prepare_engine(scene *);
void prepare_player(scene *);
void save_tone(const scene *, const char *name, uint64_t frames);
void write_text(const char *path, const char *text);
void verify_sound(const char *path, uint64_t frames);

#endif /* AHA_FAULTS_H */
