// C helpers that Swift cannot express, and the system headers that Swift code may use. AHA_REALTIME
// marks functions that the renderer calls: @_noLocks code may call only those.
#ifndef AHA_SHIMS_H
#define AHA_SHIMS_H

#include <signal.h>

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
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
// AHA_PLAIN, for tests: no instructions beyond those that the compiler chooses for any processor.
#if defined(__x86_64__) && !defined(AHA_PLAIN)
#define SHIM_X86
#include <xmmintrin.h>
#elif defined(__aarch64__) && !defined(AHA_PLAIN)
#define SHIM_ARM
#endif

#define AHA_REALTIME __attribute__((swift_attr("@_noLocks")))

// Floating-point state: denormals are flushed on libaha's threads, and while a host's thread
// renders or is in a function that may block; then the host's state is restored.
#if defined(SHIM_X86)
static inline AHA_REALTIME uint64_t shim_flush_denormals(void) {
  uint32_t before = _mm_getcsr();
  _mm_setcsr(before | 0x8040u); // FTZ | DAZ
  return before;
}
static inline AHA_REALTIME void shim_restore_denormals(uint64_t before) {
  _mm_setcsr((uint32_t)before);
}
#elif defined(SHIM_ARM)
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

// The functions of a host's effect.
typedef int32_t (*shim_process_fn)(void *user_data, float *left, float *right, uint32_t frames,
                                   const float *values);
typedef void (*shim_reset_fn)(void *user_data);

static inline AHA_REALTIME int32_t shim_process(shim_process_fn process, void *user_data,
                                                float *left, float *right, uint32_t frames,
                                                const float *values) {
  return process(user_data, left, right, frames, values);
}
static inline AHA_REALTIME void shim_reset(shim_reset_fn reset, void *user_data) {
  reset(user_data);
}

typedef float shim_float4 __attribute__((ext_vector_type(4)));

// Prefetches a cache line for reading; any address is allowed.
static inline AHA_REALTIME void shim_prefetch(const void *address) {
  __builtin_prefetch(address, 0, 2);
}

static inline AHA_REALTIME void shim_clear(void *bytes, size_t size) { memset(bytes, 0, size); }
static inline AHA_REALTIME void shim_copy(void *to, const void *from, size_t size) {
  memcpy(to, from, size);
}

// libm functions that kernels may call on the audio thread.
static inline AHA_REALTIME float shim_sin(float x) { return sinf(x); }
static inline AHA_REALTIME float shim_cos(float x) { return cosf(x); }
static inline AHA_REALTIME float shim_tan(float x) { return tanf(x); }
static inline AHA_REALTIME float shim_tanh(float x) { return tanhf(x); }
static inline AHA_REALTIME float shim_atan2(float y, float x) { return atan2f(y, x); }
static inline AHA_REALTIME float shim_exp(float x) { return expf(x); }
static inline AHA_REALTIME float shim_log(float x) { return logf(x); }
static inline AHA_REALTIME float shim_power(float x, float y) { return powf(x, y); }
static inline AHA_REALTIME float shim_root(float x) { return sqrtf(x); }
static inline AHA_REALTIME shim_float4 shim_roots(shim_float4 x) {
  return __builtin_elementwise_sqrt(x);
}
/// The natural logarithm; exp(x) - 1 and log(1 + x) without cancellation at small x.
static inline AHA_REALTIME double shim_precise_log(double x) { return log(x); }
static inline AHA_REALTIME double shim_log1p(double x) { return log1p(x); }
static inline AHA_REALTIME double shim_exp2(double x) { return exp2(x); }
static inline AHA_REALTIME double shim_log2(double x) { return log2(x); }
static inline AHA_REALTIME double shim_expm1(double x) { return expm1(x); }

/// The monotonic clock, for the audio thread.
static inline AHA_REALTIME int64_t shim_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Futex operations for threads that render together. A *word* is the first operand: wait while it
/// has a value; wake up to `count` threads that wait on it.
void shim_wait_word(const void *word, uint32_t value);
AHA_REALTIME void shim_wake_word(const void *word, int32_t count);
/// Waits until a word that holds the id of a working thread is 0. The kernel gives that thread the
/// caller's priority meanwhile. Returns at once if the word is 0 already.
AHA_REALTIME void shim_await_worker(const void *word);
/// Ends the work of a thread on whose word another one waits: the word is not its id any more.
AHA_REALTIME void shim_end_awaited_work(const void *word);
/// Kernel's id of the calling thread.
AHA_REALTIME uint32_t shim_thread_id(void);
/// Gives the calling thread the real-time priority of another thread, or none, if the process may.
void shim_follow_priority(uint32_t thread);
/// A pause in a spin loop.
static inline AHA_REALTIME void shim_relax(void) {
#if defined(SHIM_X86)
  _mm_pause();
#elif defined(SHIM_ARM)
  __asm__ volatile("yield");
#endif
}

/// Callback of a device for each block. Frames are interleaved; input or output may be NULL.
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

/// The next entry of a folder; NULL at the end, or with an errno in `failure`.
static inline struct dirent *shim_next_entry(DIR *directory, int *failure) {
  errno = 0;
  struct dirent *entry = readdir(directory);
  *failure = entry ? 0 : errno;
  return entry;
}

/// Starts to write a part of a file to the disk without waiting; 0, or -1 on failure.
int shim_start_writeback(int descriptor, int64_t offset, int64_t count);

/// Names a thread; at most 15 bytes.
int shim_name_thread(pthread_t thread, const char *name);

// The end of the process (exit.c). A thread of libaha is busy, waits, or has parked: it never runs
// again. A process that ends waits until no thread is busy, for at most a second.

/// Starts a thread of libaha, with asynchronous signals blocked. Returns 0 or an errno value;
/// ECANCELED at the end of the process.
int shim_start_thread(pthread_t *thread, void *(*body)(void *), void *context);
/// True once the exit handler has begun: calls of the host are refused, callbacks are not called.
AHA_REALTIME bool shim_has_ended(void);
/// True once a finisher must complete its work.
bool shim_must_finish(void);
/// Marks the calling thread: the exit handler waits up to five seconds until its work is complete.
void shim_begin_finisher(void);
void shim_end_finisher(void);
/// Parks a thread of libaha if the process ends. Jobs call it wherever they notice a cancellation.
void shim_park_at_end(void);
/// Around a wait that touches no memory of a library. On other threads they do nothing.
void shim_begin_wait(void);
void shim_end_wait(void);
/// pthread_mutex_lock, and pthread_cond_(timed)wait, as such waits. NULL: no deadline.
void shim_lock(pthread_mutex_t *mutex);
int shim_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline);
/// Around a call of any thread that the exit handler waits for. False: the process ends, and the
/// call must not happen.
AHA_REALTIME bool shim_begin_call(void);
AHA_REALTIME void shim_end_call(void);
/// Around dlopen, dlclose and what belongs to them: one load at a time. A fork waits for its end,
/// for at most five seconds.
void shim_begin_load(void);
void shim_end_load(void);
/// Registers the exit handler anew, so that it runs before handlers that a library has registered.
void shim_guard_exit(void);
/// The same if a library was loaded since the last call.
void shim_guard_exit_after_loads(void);

/// A socket that listens on the loopback address (::1 if `six` is not 0); port 0: a free port. It
/// and the accepted sockets are non-blocking. -1 with errno on failure.
int shim_listen_on_loopback(int six, uint16_t port);
int shim_socket_port(int fd);
int shim_accept(int fd);
/// A socket at an abstract name of this machine, to which other processes connect for messages, or
/// the connection to it; non-blocking. -1 with errno on failure.
int shim_listen_for_processes(const char *name);
int shim_connect_to_process(const char *name);
/// Closes a listening socket. Connections are refused and its port is free from now on, also while
/// a child between fork and exec has a copy of the descriptor.
void shim_close_listener(int fd);
/// A descriptor that polls readable while one of its members does; members leave it when they are
/// closed. -1 with errno on failure.
int shim_poll_set(void);
int shim_add_to_poll_set(int set, int fd);
/// Whether the other end of a connection is of the same user; sets its process.
int shim_is_own_users(int fd, pid_t *process);
/// These two never wait and never raise SIGPIPE. The socket itself stays blocking, for other
/// owners.
ssize_t shim_receive(int fd, void *bytes, size_t size);
ssize_t shim_send(int fd, const void *bytes, size_t size);
void shim_end_sending(int fd);
int shim_socket_pair(int ends[2]);

/// Starts a program with `talk` as its input and output. 0, or an errno value.
int shim_spawn(const char *path, char *const arguments[], int talk, int complaints,
               pid_t *process);
/// A pidfd of a child; readable when the child has ended. A process id is not enough: it may be
/// reused as soon as any code, also the host's, has waited for the child.
int shim_open_process(pid_t process);
int shim_kill_process(int descriptor);
/// Waits for a child. Returns its exit code; -1 if it was killed or other code waited first.
int shim_reap(pid_t process);

/// Fills a buffer with random bytes for secrets, by the kernel. Returns 0 without such bytes.
int shim_random_bytes(void *bytes, size_t size);

/// Writes the text of an errno value to a buffer, with a terminating NUL.
void shim_error_text(int error, char *buffer, size_t capacity);

/// The calling thread's last-error line: shim_error_line_capacity bytes, with a terminating NUL.
enum { shim_error_line_capacity = 512 };
AHA_REALTIME char *shim_error_line(void);

/// Nesting depth of the host's callbacks on the calling thread.
int *shim_callback_depth(void);

/// The handle table; NULL before the first handle. In C, because the audio thread reads it and the
/// first access to a Swift global may lock.
/// An array of shim_handle_chunks addresses. libaha is never unloaded, so neither is freed.
enum { shim_handle_chunks = 32768 };
AHA_REALTIME void *shim_handle_root(void);
void shim_set_handle_root(void *root);
/// The first generation of every slot: 24 random bits, chosen together with the root.
AHA_REALTIME uint32_t shim_first_generation(void);

/// The operations on a kind of handle; NULL before the first handle of that kind.
void *shim_handle_class(uint8_t kind);
/// False if the kind has operations already. They stay until the process ends.
bool shim_register_handle_class(uint8_t kind, void *operations);

/// Returns a lock with the lifetime of the process, each time another one. Its memory is static.
pthread_mutex_t *shim_new_static_lock(void);

/// target += planes[0] * gains[0], then += planes[1] * gains[1], and so on.
AHA_REALTIME void shim_mix(const float *const *planes, const float *gains, size_t count,
                           float *target, size_t frames);

/// The highest square of a block, and the sum of all squares.
typedef struct shim_level {
  float peak, squares;
} shim_level;

/// samples *= gain; the level of the result.
AHA_REALTIME void shim_scale(float *samples, float gain, size_t frames, shim_level *level);
/// output = left, right, left, right, ...
AHA_REALTIME void shim_interleave(const float *left, const float *right, float *output,
                                  size_t frames);

/// Polyphase table of a lowpass filter: for each of 2^position_bits positions between two frames a
/// row of `taps` weights, then a row of the differences to the next position, times 2^-24. `taps`
/// is a multiple of 8.
typedef struct shim_sinc_table {
  const float *rows;
  int32_t taps;
  uint32_t position_bits;
} shim_sinc_table;

/// Frames to read at moving positions: 32.32 fixed point, from the first weighted frame on. Each
/// frame adds `slope` to `step`, then `step` to `position`. left == right: mono.
typedef struct shim_varispeed_run {
  const float *left, *right;
  int64_t position, step, slope;
  float *to_left, *to_right;
  size_t frames;
} shim_varispeed_run;

AHA_REALTIME void shim_read_sinc(shim_sinc_table table, shim_varispeed_run run);
/// Cubic Hermite interpolation; four weighted frames.
AHA_REALTIME void shim_read_cubic(shim_varispeed_run run);

enum {
  /// Max frames of one `shim_saturate`.
  SHIM_SATURATION_CHUNK = 64,
  /// Frames by which the output lags.
  SHIM_SATURATION_LAG = 38,
  /// Floats of memory of one channel, zeroed at first: four planes with a long history, and 15.
  SHIM_SATURATION_FLOATS = 4 * (48 + SHIM_SATURATION_CHUNK) + 15 * (8 + SHIM_SATURATION_CHUNK),
  /// Offsets of the next frames without and with drive.
  SHIM_SATURATION_DRY = 48,
  SHIM_SATURATION_INPUT = SHIM_SATURATION_DRY + 48 + SHIM_SATURATION_CHUNK,
};

/// The next frames of one channel of a saturation (tanh, soft, tube, hard).
typedef struct shim_saturation {
  float *memory, *output;
  /// Of the new curve in each frame, while the curve changes; otherwise NULL.
  const float *shares;
  int32_t curve, former;
  size_t frames;
} shim_saturation;

/// Output of the curve; rounds up to eight frames.
AHA_REALTIME void shim_saturate(shim_saturation run);
/// Keeps the newest frames as the history of the next chunk.
AHA_REALTIME void shim_saturation_shift(float *memory, size_t frames);

/// to[n] = sum of samples[n + tap] * taps[tap]. Rounds `frames` up to a multiple of eight.
AHA_REALTIME void shim_convolve(const float *samples, const float *taps, size_t count, float *to,
                                size_t frames);
/// sum += one * other, complex: `stride` real parts, then `stride` imaginary ones; a multiple of
/// eight.
AHA_REALTIME void shim_add_product(float *sum, const float *one, const float *other,
                                   size_t stride);

/// sum += one * by_one + two * by_two, as in `shim_add_product`.
AHA_REALTIME void shim_add_products(float *sum, const float *one, const float *by_one,
                                    const float *two, const float *by_two, size_t stride);
/// Splits the spectrum of left + i right, of 2 * block samples: into planes of `stride` floats with
/// the bins 0 to block of left real, left imaginary, right real, right imaginary. `block` is a
/// multiple of eight.
AHA_REALTIME void shim_separate(const float *re, const float *im, size_t block, float *planes,
                                size_t stride);
/// The reverse of `shim_separate`.
AHA_REALTIME void shim_combine(const float *planes, size_t stride, size_t block, float *re,
                               float *im);

/// Coefficients of state-variable sections; lanes: left and right of the first section, then of the
/// second one.
typedef struct shim_section_coefficients {
  shim_float4 decay, cross, direct, input, band, low;
} shim_section_coefficients;

/// Two sections in series: coefficients, their change per frame, and states.
typedef struct shim_section_pair {
  shim_section_coefficients coefficients, step;
  shim_float4 s1, s2;
} shim_section_pair;

/// Runs the first section, in place. Before the first frame a ramp has moved by `elapsed` steps.
AHA_REALTIME void shim_run_section(shim_section_pair *pair, bool moves, float elapsed, float *left,
                                   float *right, size_t frames);
/// Runs both sections.
AHA_REALTIME void shim_run_sections(shim_section_pair *pair, bool moves, float elapsed, float *left,
                                    float *right, size_t frames);

/// Pairs of a half-band of the ladder, and the frames by which its output lags.
enum { SHIM_LADDER_PAIRS = 20, SHIM_LADDER_LAG = 2 * SHIM_LADDER_PAIRS - 1 };

/// The latest input of the poles and, for each pole, the parts of its state that do not depend and
/// that depend on that input, two poles in a vector; the same parts of the next sum that is fed
/// back.
typedef struct shim_ladder_poles {
  shim_float4 input, free[2], factor[2], back, slope;
} shim_ladder_poles;

/// The poles, and per side the newest input frames, the newest sample between them, and the newest
/// outputs at and after the frames.
typedef struct shim_ladder_state {
  shim_ladder_poles poles;
  float inputs[2][2 * SHIM_LADDER_PAIRS], outputs[2][2][2 * SHIM_LADDER_PAIRS], between[2];
} shim_ladder_state;

/// The next frames of a ladder filter.
typedef struct shim_ladder_run {
  /// Weights of the input and of the four poles; G of a pole; k; drive. Frame n has the values
  /// start + step * (time + n).
  shim_float4 start[2], step[2];
  float time;
  /// False: `step` is 0.
  bool moves;
  const float *from_left, *from_right;
  /// May be the input; NULL: no output.
  float *left, *right;
  size_t frames;
} shim_ladder_run;

AHA_REALTIME void shim_run_ladder(const shim_ladder_run *run, shim_ladder_state *state);

/// Sample and hold: 2^32 of the phase is one held sample.
typedef struct shim_holder {
  uint32_t phase, step;
  bool is_empty;
  float left, right;
} shim_holder;

AHA_REALTIME void shim_hold(shim_holder *holder, const float *left, const float *right,
                            float *to_left, float *to_right, size_t frames);

/// audio += (rounded source - audio) * mix. Frame n has the values + step * (time + n).
typedef struct shim_crusher {
  /// Steps per unit, of the former and of the new resolution.
  float before, after;
  /// Mix, and the share of the new resolution.
  float mix, mix_step, share, share_step;
  float time;
  /// False: the steps are 0 and the share is 1.
  bool moves;
} shim_crusher;

/// `source` may be `audio`.
AHA_REALTIME void shim_crush(shim_crusher crusher, const float *source, float *audio,
                             size_t frames);

/// A pass of an FFT, or a part of one: butterflies of `radix` (2, 3 or 4), with `groups` different
/// twiddles and `stride` butterflies each. The pass with a stride of 1 has radix 4.
typedef struct shim_fft_pass {
  int32_t radix;
  size_t groups, stride;
  /// (radix - 1) planes of real and of imaginary parts, `groups` values each.
  const float *twiddles;
  const float *from_re, *from_im;
  float *to_re, *to_im;
  /// Butterflies `first` to `end`: multiples of four.
  size_t first, end;
} shim_fft_pass;

AHA_REALTIME void shim_run_fft_pass(shim_fft_pass pass);

/// to[n] += from[n] * (real, imaginary), complex.
AHA_REALTIME void shim_add_rotated(const float *re, const float *im, float real, float imaginary,
                                   float *to_re, float *to_im, size_t count);

/// The spectrum of a grain and of the former one, to continue the partials at their peaks.
typedef struct shim_peaks {
  /// `size` bins each, and one more that may be read.
  const float *re, *im, *last_re, *last_im;
  int32_t size;
  /// There is no former grain: the peaks' frequencies are given, and no rotations.
  bool is_first;
  /// Rotation and shift of each bin in the former grain. Units: cycles, whole bins.
  const float *rotations, *shifts;
  /// New frequency over old.
  double ratio;
  /// Frames from the former grain to this one, by how many fewer they are than at the new
  /// frequency, and from the grain's beginning to its middle.
  double advance, gone, middle;
  double cycles_per_frame, bins_per_cycle;
} shim_peaks;

/// Of each peak: the shift in bins (before: its frequency, if there is no former grain), rounded to
/// whole bins, the rotation at the grain's middle in cycles, and that of the bins as a factor.
typedef struct shim_rotations {
  double *wanted;
  int32_t *shift;
  float *rotation, *cosine, *sine;
} shim_rotations;

/// Eight peaks.
AHA_REALTIME void shim_rotate_peaks(shim_peaks peaks, const int32_t *bins, shim_rotations to);

/// The version of the header that the library was compiled with.
const char *shim_version_text(void);

// Converts texts to UTF-8 with iconv(3). NULL: the encoding is unknown, or no memory.
void *shim_iconv_open(const char *encoding);
void shim_iconv_close(void *converter);
// Returns the count of bytes written; `used` is that of bytes read. An invalid unit, of `unit`
// bytes, becomes U+FFFD. Stops before an incomplete character, unless `is_last`. Thread: one at a
// time.
size_t shim_iconv(void *converter, const void *input, size_t count, size_t unit, size_t *used,
                  void *output, size_t size, bool is_last);

#endif
