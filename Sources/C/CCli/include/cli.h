/* cli.h: system functions for the command line program that Swift cannot call. */
#ifndef CLI_H
#define CLI_H

#include <errno.h>
#include <signal.h>
#include <stddef.h>

/** Non-zero if the descriptor is a terminal. */
int cli_is_terminal(int descriptor);

/** The terminal's width in columns; 80 if unknown. */
int cli_columns(int descriptor);

/** Writes all bytes; returns 0, or the errno of the failed write. */
int cli_write(int descriptor, const void *bytes, size_t size);

/** The system's text for an errno. */
const char *cli_error_text(int error);

/** Makes a folder; returns 0, or errno. */
int cli_make_folder(const char *path);

/** Makes a folder with a unique name, which replaces the final XXXXXX; returns 0, or errno. */
int cli_make_hidden_folder(char *template_path);

/** Removes a file or an empty folder; returns 0, or errno. */
int cli_remove(const char *path);

/** Renames a file; replaces an existing file. Returns 0, or errno. */
int cli_rename(const char *from, const char *to);

/** Writes a new file; the path must not exist. Returns 0, or errno. */
int cli_write_file(const char *path, const void *bytes, size_t size);

/** Non-zero if both paths lead to the same existing file. */
int cli_is_same_file(const char *one, const char *other);

/** Non-zero for a symbolic link, also a broken one. */
int cli_is_link(const char *path);

/** Monotonic clock. Units: seconds. */
double cli_clock_seconds(void);

/** Seconds since 1970. */
double cli_time_seconds(void);

/** Parses a number with strtod in the C locale, which this program never changes. Returns 0 if the
 *  text is not one number. */
int cli_parse_double(const char *text, double *value);

/** Formats value with `decimals` decimals; returns the length. */
int cli_format_fixed(char *text, size_t capacity, double value, int decimals);

/** A level in decibels of full scale; minus infinity for 0. */
double cli_decibels(double level);

/** Occupies closed descriptors 0 to 2, so that no other file gets them. Their use fails. */
void cli_hold_descriptors(void);

/**
 * From now on SIGINT, SIGTERM and SIGHUP only set a flag (unless the parent ignores them), and a
 * write to a closed pipe returns an error instead of ending the program.
 */
void cli_catch_signals(void);

/** Sets the handler of a signal, unless the parent has the signal ignored. */
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

/** An environment variable; NULL if unset. */
const char *cli_environment(const char *name);

/** Starts the desktop's browser; returns 0, or errno. Does not wait for it. */
int cli_open_url(const char *url);

/** Runs a program from PATH and waits for its end. `arguments` ends with NULL, `output` with NUL.
 *  Returns 0, or errno; EIO for a non-zero exit code. */
int cli_run(const char *const *arguments, char *output, size_t capacity);

/** Waits for standard input. Returns the count of bytes; 0 on timeout, -1 at the end. */
int cli_read_input(int timeout_ms, void *bytes, size_t capacity);

/** Makes a folder and its parents with mode 0700; returns 0, or errno. */
int cli_make_private_folders(char *path);

/** Reads up to `capacity` bytes of a file; returns the count, or -errno. */
int cli_read_file(const char *path, void *bytes, size_t capacity);

/** Turns the echo of standard input off or on, if it is a terminal. */
void cli_hide_input(int hidden);

/** The absolute path of a file without links; returns 0, or errno. */
int cli_whole_path(const char *path, char *whole, size_t capacity);

#endif /* CLI_H */
