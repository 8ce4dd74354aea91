/* Runs scenes with faults.
 *
 *   faults [--all] [--trace] [--kind NAME] [--scene TEXT] [--only N] [--part I/COUNT] FOLDER
 *
 * Without --all, at most SHORT_RUNS values of n for each scene and kind are tried: the first ones,
 * and others spread over the rest. With it, all are tried but those whose call has the same stack
 * as SAME_STACK calls before. */
#include "faults.h"

#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SHORT_RUNS = 4, HANG_MS = 120000, MAX_RUNS = FAULT_STACKS, SAME_STACK = 2 };

static const scene_row *const lists[] = {sound_scenes, file_scenes, work_scenes, online_scenes};
static fault_report *report;
static const char *root, *wanted_scene = "";
static int is_exhaustive, wanted_kind = -1, part, parts = 1, is_tracing;
static long only, run_count, fault_count, fault_failures, unchecked_count, kept_count;

#define NOTE(...) do { \
    size_t note_length = strlen(report->note); \
    snprintf(report->note + note_length, sizeof report->note - note_length, __VA_ARGS__); \
    report->failed_checks++; \
  } while (0)

static void compare(const folder_marks *before, const folder_marks *after) {
  for (int i = 0; i < before->count; i++) {
    const file_mark *now = find_mark(after, before->files[i].name);
    if (!now) NOTE("; %s is gone", before->files[i].name);
    else if (now->hash != before->files[i].hash) NOTE("; %s has changed", now->name);
  }
  for (int i = 0; i < after->count; i++)
    if (!find_mark(before, after->files[i].name)) NOTE("; %s is left", after->files[i].name);
}

static void refuse_parts(const folder_marks *after) {
  for (int i = 0; i < after->count; i++)
    if (strstr(after->files[i].name, ".part")) NOTE("; %s is left", after->files[i].name);
}

/* The child */

/* Threads and descriptors that the run without a fault left, of the same scene and kind. */
static fault_report usual;

/* Ending threads get one second, and 30 after a fault: a busy machine may end them late. */
static void count_left(long n) {
  for (int turn = 0; turn < (n == 0 ? 1000 : 30000); turn++) {
    report->threads = count_entries("/proc/self/task");
    report->descriptors = count_entries("/proc/self/fd");
    if (n == 0 ? report->threads == 1
               : report->threads <= usual.threads && report->descriptors <= usual.descriptors)
      return;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
}

static void stage(const char *name) { snprintf(report->stage, sizeof report->stage, "%s", name); }

static void release(scene *s) {
  if (s->player) (void)aha_player_release(s->player);
  if (s->sound) (void)aha_sound_release(s->sound);
  if (s->stream) (void)aha_stream_release(s->stream);
  if (s->piece) (void)aha_piece_release(s->piece);
  if (s->project) (void)aha_project_release(s->project);
  if (s->library) (void)aha_library_release(s->library);
  if (s->destination) (void)aha_destination_release(s->destination);
  if (s->engine) (void)aha_engine_release(s->engine);
  if (s->client) (void)aha_client_release(s->client);
}

static void run_armed(const scene_row *row, scene *s, fault_kind kind, long n, int sticky) {
  static folder_marks before, after;
  mark_folder(s->folder, row->open_files, &before);
  stage("the armed call");
  fault_arm(report, kind, n, sticky, row->flags & SCENE_OWN_CALLS);
  aha_result result = row->act(s);
  fault_disarm();
  report->code = result;
  stage("files left");
  mark_folder(s->folder, row->open_files, &after);
  if (result < 0) {
    if (!report->fired) NOTE("; %s without a fault: %s", aha_result_name(result), aha_last_error());
    if (report->is_folder_sync) refuse_parts(&after);
    else compare(&before, &after);
  } else {
    refuse_parts(&after);
    if (row->verify) row->verify(s);
  }
}

static void run_again(const scene_row *row, scene *s) {
  stage("the second call");
  aha_result result = row->act(s);
  report->again = result;
  if (result < 0) NOTE("; the second call: %s: %s", aha_result_name(result), aha_last_error());
  else if (row->verify) row->verify(s);
}

static void run_child(const scene_row *row, fault_kind kind, long n, int sticky) {
  scene s = {.argument = row->argument};
  snprintf(s.folder, sizeof s.folder, "%s/%d", root, getpid());
  if (mkdir(s.folder, 0700)) exit(3);
  setenv("XDG_DATA_HOME", s.folder, 1);
  setenv("XDG_STATE_HOME", s.folder, 1);
  setenv("XDG_CONFIG_HOME", s.folder, 1);
  setenv("HOME", s.folder, 1);
  stage("the preparation");
  if (row->prepare) row->prepare(&s);
  run_armed(row, &s, kind, n, sticky);
  if (n != 0) run_again(row, &s);
  stage("the release");
  release(&s);
  count_left(n);
  report->failed_checks += failures;
  stage("the end");
  fflush(NULL);
  _exit(0);
}

/* The runner */

/* Stack of each thread of a process, to debug a hang. */
static void print_stacks(pid_t process) {
  char number[16];
  snprintf(number, sizeof number, "%d", process);
  pid_t debugger = fork();
  if (debugger == 0)
    _exit(execlp("gdb", "gdb", "-q", "-batch", "-ex", "thread apply all bt 12", "-p", number,
                 NULL));
  waitpid(debugger, NULL, 0);
}

/* Waits for the child with a timeout. Returns its wait status, or -1 if it hung and was killed. */
static int wait_for(pid_t child) {
  int status;
  for (int turn = 0; turn < HANG_MS; turn++) {
    if (waitpid(child, &status, WNOHANG) == child) return status;
    nanosleep(&(struct timespec){.tv_nsec = turn < 50 ? 200000 : 1000000}, NULL);
  }
  if (is_tracing) print_stacks(child);
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return -1;
}

static int run(const scene_row *row, fault_kind kind, long n, int sticky) {
  char folder[600];
  memset(report, 0, sizeof *report);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) run_child(row, kind, n, sticky);
  int status = wait_for(child);
  snprintf(folder, sizeof folder, "%s/%d", root, child);
  remove_folder(folder);
  run_count++;
  return status;
}

static void print_frames(void) {
  for (int i = 0; i < report->frame_count; i++)
    printf("    %s+0x%lx\n", report->frames[i].library, report->frames[i].offset);
}

/* Libraries that use memory without checking the allocation (decision 0030), and libraries of the
 * module whose constructors open files, of which libgcrypt's aborts without one. */
static const struct {
  fault_kind kind;
  const char *library;
} unchecked[] = {
    {FAULT_MEMORY_C, "libsoxr.so"},      {FAULT_MEMORY_C, "libgomp.so"},
    {FAULT_MEMORY_C, "libvorbis.so"},    {FAULT_MEMORY_C, "libvorbisenc.so"},
    {FAULT_MEMORY_C, "libogg.so"},       {FAULT_MEMORY_C, "libsndfile.so"},
    {FAULT_MEMORY_C, "libmp3lame.so"},   {FAULT_MEMORY_C, "libcrypto.so"},
    {FAULT_OPEN, "libselinux.so"},       {FAULT_OPEN, "libnuma.so"},
    {FAULT_OPEN, "libgcrypt.so"}};

/* The failed call was made by a library of that name. */
static int is_by(const char *library) {
  return report->frame_count && !strncmp(report->frames[0].library, library, strlen(library));
}

/* The process ended because of a fault in such a library. */
static int is_unchecked(fault_kind kind, int status) {
  if (status == -1 || !(WIFSIGNALED(status) || WEXITSTATUS(status))) return 0;
  for (size_t i = 0; i < COUNT_OF(unchecked); i++)
    if (unchecked[i].kind == kind && is_by(unchecked[i].library)) return 1;
  /* The loader ends the process with 127; a signal after its failure is a fault of libaha. */
  return kind == FAULT_MEMORY_C && is_by("ld-linux") && WIFEXITED(status) &&
         WEXITSTATUS(status) == 127;
}

/* A library could not be loaded or started without memory. The loader keeps the loaded part of it,
 * and libcrypto its failure: neither tries again in the same process, so the second call fails in
 * the same way. */
static int is_kept_failure(fault_kind kind, int status) {
  int is_unsupported = report->code == AHA_ERROR_UNSUPPORTED;
  int is_without_hash = report->code == AHA_ERROR_SYSTEM && is_by("libcrypto.so");
  return status == 0 && kind == FAULT_MEMORY_C && report->failed_checks == 1 &&
         report->again == report->code &&
         (is_without_hash || (is_unsupported && (is_by("ld-linux") || is_by("libcrypto.so"))));
}

static void judge(const scene_row *row, fault_kind kind, long n, int sticky, int status) {
  char what[1200] = "";
  if (status == -1) snprintf(what, sizeof what, "hangs in %s", report->stage);
  else if (WIFSIGNALED(status))
    snprintf(what, sizeof what, "signal %d (%s) in %s", WTERMSIG(status),
             strsignal(WTERMSIG(status)), report->stage);
  else if (WEXITSTATUS(status)) snprintf(what, sizeof what, "ends in %s", report->stage);
  else if (report->failed_checks)
    snprintf(what, sizeof what, "%d checks failed%s", report->failed_checks, report->note);
  else if (report->descriptors > usual.descriptors)
    snprintf(what, sizeof what, "%d descriptors are left", report->descriptors - usual.descriptors);
  else if (report->threads > usual.threads)
    snprintf(what, sizeof what, "%d threads are left", report->threads - usual.threads);
  if (report->fired) fault_count++;
  if (is_unchecked(kind, status)) unchecked_count++, *what = 0;
  else if (is_kept_failure(kind, status)) kept_count++, *what = 0;
  if (*what) {
    fault_failures++;
    printf("FAILED %s: %s %ld%s (%s): %s\n", row->name, fault_name(kind), n,
           sticky ? " and all that follow" : "", aha_result_name(report->code), what);
  }
  if (is_tracing && report->fired && (*what || report->code >= 0)) {
    if (!*what)
      printf("unnoticed: %s: %s %ld%s\n", row->name, fault_name(kind), n, sticky ? "+" : "");
    print_frames();
  }
}

/* Whether enough calls before the n-th have its stack. */
static int is_known(long n, long calls) {
  int same = 0;
  for (long i = 0; n <= calls && i < n - 1 && same < SAME_STACK; i++)
    same += fault_stacks[i] == fault_stacks[n - 1];
  return same == SAME_STACK;
}

/* The next n: all with a new stack, or a few spread over `calls`. */
static long next(long n, long calls) {
  if (is_exhaustive) {
    do n++; while (n <= MAX_RUNS && is_known(n, calls));
    return n;
  }
  if (n < 2 || calls <= SHORT_RUNS) return n + 1;
  return n + (calls - 2 + SHORT_RUNS - 3) / (SHORT_RUNS - 2);
}

/* Disks that stay full and descriptors that stay exhausted are as frequent as single failures. */
static int can_stick(fault_kind kind) {
  return kind == FAULT_WRITE || kind == FAULT_OPEN || kind == FAULT_THREAD;
}

static void run_scene(const scene_row *row, fault_kind kind) {
  int status = run(row, kind, 0, 0);
  usual = *report;
  judge(row, kind, 0, 0, status);
  if (status != 0 || usual.calls == 0) return;
  for (int sticky = 0; sticky <= can_stick(kind); sticky++)
    for (long n = only ? only : 1; n <= MAX_RUNS; n = next(n, usual.calls)) {
      status = run(row, kind, n, sticky);
      judge(row, kind, n, sticky, status);
      if (!report->fired || only) break;
    }
}

static int read_arguments(int count, char **arguments) {
  for (int i = 1; i < count; i++) {
    const char *word = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "";
    if (strcmp(word, "--all") == 0) is_exhaustive = 1;
    else if (strcmp(word, "--trace") == 0) is_tracing = 1;
    else if (strcmp(word, "--scene") == 0) wanted_scene = value, i++;
    else if (strcmp(word, "--only") == 0) only = atol(value), i++;
    else if (strcmp(word, "--part") == 0) sscanf(value, "%d/%d", &part, &parts), i++;
    else if (strcmp(word, "--kind") == 0) {
      for (int kind = 0; kind < FAULT_COUNT; kind++)
        if (strcmp(value, fault_name((fault_kind)kind)) == 0) wanted_kind = kind;
      i++;
    } else root = word;
  }
  return root != NULL;
}

static void *share(size_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

int main(int count, char **arguments) {
  if (!read_arguments(count, arguments)) return fprintf(stderr, "usage: faults FOLDER\n"), 2;
  report = share(sizeof *report);
  fault_stacks = share(FAULT_STACKS * sizeof *fault_stacks);
  void *first;
  backtrace(&first, 1); /* loads the unwinder */
  pid_t server = start_server();
  int number = 0;
  for (size_t list = 0; list < COUNT_OF(lists); list++)
    for (const scene_row *row = lists[list]; row->name; row++) {
      if (!strstr(row->name, wanted_scene)) continue;
      for (int kind = 0; kind < FAULT_COUNT; kind++) {
        /* An odd number of kinds: two processes share the long ones. */
        int is_mine = number++ % parts == part;
        if (wanted_kind >= 0 ? kind != wanted_kind : kind == FAULT_MEMORY_SWIFT) continue;
        if (is_mine) run_scene(row, (fault_kind)kind);
      }
    }
  kill(server, SIGTERM);
  waitpid(server, NULL, 0);
  if (unchecked_count)
    printf("%ld times a library that does not check its calls ended the process\n",
           unchecked_count);
  if (kept_count)
    printf("%ld times a library that had no memory did not start again\n", kept_count);
  printf("%ld runs, %ld faults, %ld failed\n", run_count, fault_count, fault_failures);
  return fault_failures != 0;
}
