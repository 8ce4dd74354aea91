// The few lines of C that Swift cannot say, and the system headers it may use.
// What the renderer calls is marked AHA_REALTIME, so that the compiler lets @_noLocks code call it.
#ifndef AHA_SHIMS_H
#define AHA_SHIMS_H

#include <signal.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#define AHA_REALTIME __attribute__((swift_attr("@_noLocks")))

// Floating-point state: denormals are flushed while we render, and the host's state comes back.
#if defined(__SSE2__)
static inline AHA_REALTIME uint64_t shim_flush_denormals(void) {
  uint32_t before = _mm_getcsr();
  _mm_setcsr(before | 0x8040u); // FTZ | DAZ
  return before;
}
static inline AHA_REALTIME void shim_restore_denormals(uint64_t before) {
  _mm_setcsr((uint32_t)before);
}
#elif defined(__aarch64__)
static inline AHA_REALTIME uint64_t shim_flush_denormals(void) {
  uint64_t before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" : : "r"(before | (1ull << 24)));
  return before;
}
static inline AHA_REALTIME void shim_restore_denormals(uint64_t before) {
  __asm__ volatile("msr fpcr, %0" : : "r"(before));
}
#else
static inline AHA_REALTIME uint64_t shim_flush_denormals(void) { return 0; }
static inline AHA_REALTIME void shim_restore_denormals(uint64_t before) { (void)before; }
#endif

typedef float shim_float4 __attribute__((ext_vector_type(4)));

// Returns its argument, unknown to the optimizer: LLVM otherwise computes lanes of a product one by
// one if they are shuffled afterward.
static inline AHA_REALTIME shim_float4 shim_keep(shim_float4 lanes) {
#if defined(__x86_64__)
  __asm__("" : "+x"(lanes));
#elif defined(__aarch64__)
  __asm__("" : "+w"(lanes));
#endif
  return lanes;
}

// Asks for a line of memory that will be read soon; any address is allowed.
static inline AHA_REALTIME void shim_prefetch(const void *address) {
  __builtin_prefetch(address, 0, 2);
}

static inline AHA_REALTIME void shim_clear(void *bytes, size_t size) { memset(bytes, 0, size); }
static inline AHA_REALTIME void shim_copy(void *to, const void *from, size_t size) {
  memcpy(to, from, size);
}

// The libm that kernels may call on the audio thread.
static inline AHA_REALTIME float shim_sin(float x) { return sinf(x); }
static inline AHA_REALTIME float shim_cos(float x) { return cosf(x); }
static inline AHA_REALTIME float shim_tan(float x) { return tanf(x); }
static inline AHA_REALTIME float shim_tanh(float x) { return tanhf(x); }
static inline AHA_REALTIME float shim_atan2(float y, float x) { return atan2f(y, x); }
static inline AHA_REALTIME float shim_exp(float x) { return expf(x); }
static inline AHA_REALTIME float shim_log(float x) { return logf(x); }
static inline AHA_REALTIME float shim_power(float x, float y) { return powf(x, y); }
static inline AHA_REALTIME float shim_root(float x) { return sqrtf(x); }

/// The monotonic clock, for the audio thread.
static inline AHA_REALTIME int64_t shim_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// For threads that render together: waits while a word has a value, wakes all that do, and says
/// that nothing is to be done.
void shim_wait_word(const void *word, uint32_t value);
AHA_REALTIME void shim_wake_word(const void *word);
static inline AHA_REALTIME void shim_relax(void) {
#if defined(__SSE2__)
  _mm_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// What a device calls for each block: frames are interleaved; input or output may be NULL.
typedef void (*shim_device_run)(void *context, const float *input, float *output, size_t frames);
static inline AHA_REALTIME void shim_run_device(shim_device_run run, void *context,
                                                const float *input, float *output,
                                                size_t frames) {
  run(context, input, output, frames);
}

// errno and open are macros and variadics, which Swift does not import.
static inline int shim_errno(void) { return errno; }
static inline int shim_open(const char *path, int flags, mode_t mode) {
  return open(path, flags | O_CLOEXEC, mode);
}

/// The next entry of a folder; NULL at the end, and where `failure` is not 0 then.
static inline struct dirent *shim_next_entry(DIR *directory, int *failure) {
  errno = 0;
  struct dirent *entry = readdir(directory);
  *failure = entry ? 0 : errno;
  return entry;
}

/// Starts to write a part of a file to the disk without waiting; 0, or -1 where it cannot be done.
int shim_start_writeback(int descriptor, int64_t offset, int64_t count);

/// Names a thread; at most 15 bytes.
int shim_name_thread(pthread_t thread, const char *name);

/// Keeps the calling thread, which is about to end, until somebody can wait for it: the next one
/// that leaves, or the unloading of the library, whose code it still runs.
void shim_leave_thread(pthread_t thread);

/// A socket that listens on this machine alone (::1 where `six` is not 0); port 0: a free one. It
/// does not block, and neither do those that it accepts. -1: errno says why not.
int shim_listen_on_loopback(int six, uint16_t port);
int shim_socket_port(int fd);
int shim_accept(int fd);
/// These two never wait, and never raise SIGPIPE; the socket itself blocks for others who have it.
ssize_t shim_receive(int fd, void *bytes, size_t size);
ssize_t shim_send(int fd, const void *bytes, size_t size);
void shim_end_sending(int fd);
int shim_socket_pair(int ends[2]);

/// Starts a program with `talk` as its input and output. 0, or an errno value.
int shim_spawn(const char *path, char *const arguments[], int talk, int complaints,
               pid_t *process);
/// A descriptor of a child, readable when it has ended: its number may be given to others as soon
/// as somebody has waited for it, which the host may do at any time.
int shim_open_process(pid_t process);
int shim_kill_process(int descriptor);
/// Waits for a child: what it exited with, or -1 where it was killed or somebody else waited first.
int shim_reap(pid_t process);

/// The text of an errno value, in the buffer given; always ended with NUL.
void shim_error_text(int error, char *buffer, size_t capacity);

/// The calling thread's last-error line: shim_error_line_capacity bytes, ended with NUL.
enum { shim_error_line_capacity = 512 };
AHA_REALTIME char *shim_error_line(void);

/// How many of the host's callbacks the calling thread is inside of.
int *shim_callback_depth(void);

/// Where the handle table is; NULL until the first handle. C, because the audio thread reads it and
/// a Swift global may take a lock the first time.
/// An array of shim_handle_chunks addresses, freed with what they point to when libaha is unloaded.
enum { shim_handle_chunks = 32768 };
AHA_REALTIME void *shim_handle_root(void);
void shim_set_handle_root(void *root);
/// Where the generations of every slot start: 24 random bits, drawn with the root.
AHA_REALTIME uint32_t shim_first_generation(void);

/// The locks that live as long as the library, in static memory: what is allocated for good would
/// be lost each time the library is unloaded.
enum {
  shim_lock_handles,
  shim_lock_log,
  shim_lock_log_line,
  shim_lock_devices,
  shim_lock_analyses,
  shim_lock_net,
  shim_lock_accounts,
  shim_lock_drops,
  shim_lock_count
};
pthread_mutex_t *shim_static_lock(int which);

/// The version text of the header this was compiled with.
const char *shim_version_text(void);

#endif
