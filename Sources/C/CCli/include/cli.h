/* cli.h: system functions for the command line program that Swift cannot call. */
#ifndef CLI_H
#define CLI_H

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/** 0 for a call that succeeded, else errno. */
static inline int cli_error(int result) { return result == 0 ? 0 : errno; }

/** The name that the program was started by, without folders; "aha" if it is unknown. */
const char *cli_program_name(void);

/** The terminal's width in columns; 80 if unknown. */
int cli_columns(int descriptor);

/** Writes all bytes; returns 0, or the errno of the failed write. */
int cli_write(int descriptor, const void *bytes, size_t size);

/** Non-zero if both paths lead to the same existing file. */
int cli_is_same_file(const char *one, const char *other);

/** Monotonic clock. Units: seconds. */
double cli_clock_seconds(void);

/** Parses a number in the C locale, which this program never changes. Returns 0 for other text. */
int cli_parse_double(const char *text, double *value);

/** Formats value with `decimals` decimals; returns the length. */
int cli_format_fixed(char *text, size_t capacity, double value, int decimals);

/**
 * Occupies closed descriptors 0 to 2, so that no other file gets them: their use fails. From now on
 * SIGINT, SIGTERM and SIGHUP only set a flag (unless the parent ignores them), and a write to a
 * closed pipe returns an error instead of ending the program.
 */
void cli_prepare(void);

/** Sets the handler of a signal, unless the parent ignores the signal. */
void cli_handle_signal(int signal_number, void (*handler)(int), int flags);

/** The last caught signal; 0 without one. */
int cli_caught_signal(void);

/** Ends the process with this signal, so that the parent sees the cause. */
void cli_end_by_signal(int signal_number);

/**
 * If standard input is a terminal and the program in its foreground, reads keys unbuffered and
 * without echo from now on. The terminal is restored by cli_keys_end, at exit, while the program is
 * stopped, and by any fatal signal except SIGKILL. Returns non-zero if keys are read.
 */
int cli_keys_begin(void);

/** Restores the terminal. A second call has no effect. */
void cli_keys_end(void);

/**
 * Waits until the descriptor is readable, a key is pressed, a signal arrives, or the timeout.
 * Returns the count of key bytes read.
 */
int cli_wait(int events, int timeout_ms, unsigned char *keys, size_t capacity);

/** Loads libqrencode; returns 0 without it. */
int cli_load_qr(void);

/**
 * The modules of a QR code, row by row; bit 0 is set for a dark one. free releases them. Returns
 * NULL with a reason if the text is too long, or libqrencode is missing.
 */
unsigned char *cli_make_qr(const char *text, int *width, char *reason, size_t capacity);

/** Starts the desktop's browser; returns 0, or errno. Does not wait for it. */
int cli_open_url(const char *url);

/** Waits for standard input. Returns the count of bytes; 0 on timeout, -1 at the end. */
int cli_read_input(int timeout_ms, void *bytes, size_t capacity);

/**
 * Reads a pipe to its end; free releases the bytes. Returns NULL if it is empty, and with *error,
 * an errno, if reading failed or a signal arrived.
 */
void *cli_read_pipe(const char *path, size_t *size, int *error);

/** Opens a pipe and writes all bytes. Returns 0 or an errno. */
int cli_write_pipe(const char *path, const void *bytes, size_t size);

/**
 * Reads standard input to its end, once for the process. Returns NULL if it is empty, and with
 * *error, an errno, if reading failed or a signal arrived.
 */
const void *cli_standard_input(size_t *size, int *error);

/** Turns the echo of standard input off or on, if it is a terminal. */
void cli_hide_input(int hidden);

/** The distribution, kernel, processor and C library, as in "Debian GNU/Linux 12 (bookworm), …". */
void cli_copy_system(char *text, size_t capacity);

/** Copies the path of the loaded file whose name begins with `name`; 0 if there is none. */
int cli_copy_mapped(const char *name, char *text, size_t capacity);

/** Soft limits of the process; -1: unlimited. */
typedef struct cli_limits {
  int64_t realtime_priority;
  /** Units: bytes. */
  int64_t locked_memory;
  int64_t open_files;
} cli_limits;

cli_limits cli_get_limits(void);

/** Whether this thread may have a real-time priority: tries it, and returns to the former one. */
int cli_may_be_realtime(void);

/** Whether a folder of PATH has the program. */
int cli_is_in_path(const char *program);

#endif /* CLI_H */
