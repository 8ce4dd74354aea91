/* cli.h: what the command line program needs from the system and Swift does not reach. */
#ifndef CLI_H
#define CLI_H

#include <errno.h>
#include <signal.h>
#include <stddef.h>

/** Non-zero when the descriptor is a terminal. */
int cli_is_terminal(int descriptor);

/** The terminal's width in columns; 80 when it does not say. */
int cli_columns(int descriptor);

/** Writes all bytes; returns 0, or errno of the write that failed. */
int cli_write(int descriptor, const void *bytes, size_t size);

/** The system's text for an errno. */
const char *cli_error_text(int error);

/** Makes a folder; returns 0, or errno. */
int cli_make_folder(const char *path);

/** Makes a folder of a free name, in the place of XXXXXX at the end; returns 0, or errno. */
int cli_make_hidden_folder(char *template_path);

/** Removes a file or an empty folder; returns 0, or errno. */
int cli_remove(const char *path);

/** Gives a file another path, in place of another file; returns 0, or errno. */
int cli_rename(const char *from, const char *to);

/** Writes a file to a path where nothing is; returns 0, or errno. */
int cli_write_file(const char *path, const void *bytes, size_t size);

/** Non-zero when both paths lead to one file that is there. */
int cli_is_same_file(const char *one, const char *other);

/** Non-zero for a symbolic link, also one that leads to nothing. */
int cli_is_link(const char *path);

/** Seconds of a clock that only goes forward. */
double cli_clock_seconds(void);

/** Seconds since 1970. */
double cli_time_seconds(void);

/** Reads a number as strtod does in the C locale, which this program never leaves; returns 0 where
 *  the text is not one number. */
int cli_parse_double(const char *text, double *value);

/** Writes value with that many decimals; returns the length. */
int cli_format_fixed(char *text, size_t capacity, double value, int decimals);

/** A level in decibels of full scale; minus infinity for 0. */
double cli_decibels(double level);

/** Descriptors 0 to 2 that are closed shall be nobody else's: reading and writing them fails. */
void cli_hold_descriptors(void);

/**
 * From now on SIGINT, SIGTERM and SIGHUP are only noted (unless the parent had them ignored), and
 * writing to a closed pipe is an error of that write, not the end of the program.
 */
void cli_catch_signals(void);

/** Sets what a signal does, but for one that is ignored: so the caller wants it. */
void cli_handle_signal(int signal_number, void (*handler)(int), int flags);

/** The last signal noted; 0 when there was none. */
int cli_caught_signal(void);

/** Ends the process by this signal, so that the parent sees what ended it. */
void cli_end_by_signal(int signal_number);

/**
 * From now on keys are read as they are pressed, and not shown, where standard input is a terminal
 * and the program in its foreground. The terminal is as it was after cli_keys_end, when the program
 * exits, stops for a while, or is ended by a signal that is not SIGKILL. Returns non-zero when keys
 * are read.
 */
int cli_keys_begin(void);

/** Gives the terminal back as it was; does nothing a second time. */
void cli_keys_end(void);

/**
 * Waits until the descriptor is readable, a key was pressed, a signal came, or the time is up.
 * Returns how many bytes of keys were read.
 */
int cli_wait(int events, int timeout_ms, unsigned char *keys, size_t capacity);

/** A variable of the environment; NULL when it is not set. */
const char *cli_environment(const char *name);

/** Starts the desktop's browser; returns 0, or errno. Does not wait for it. */
int cli_open_url(const char *url);

/** Runs a program of PATH, and waits for its end. arguments end with NULL, output with NUL.
 *  Returns 0, or errno; EIO for an exit code that is not 0. */
int cli_run(const char *const *arguments, char *output, size_t capacity);

/** Waits for standard input; how many bytes were read, 0 when the time is up, -1 at its end. */
int cli_read_input(int timeout_ms, void *bytes, size_t capacity);

/** Makes a folder, and those above it, for this user alone; returns 0, or errno. */
int cli_make_private_folders(char *path);

/** Reads at most so many bytes of a file; returns how many, or -errno. */
int cli_read_file(const char *path, void *bytes, size_t capacity);

/** Where standard input is a terminal, what is typed shows no more, or again. */
void cli_hide_input(int hidden);

/** A file by its whole path, without links; returns 0, or errno. */
int cli_whole_path(const char *path, char *whole, size_t capacity);

#endif /* CLI_H */
