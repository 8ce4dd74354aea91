/* The calls that can fail. The dynamic linker finds them in the test program before the C
 * library, so that calls of libaha and its libraries arrive here. */
#include "faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);
extern char __executable_start, etext;

static _Atomic int armed = -1;
static _Atomic long counted;
static long chosen;
static int is_sticky, wants_own_calls;
static fault_report *report;
uint64_t *fault_stacks;
static uintptr_t library_begin, library_end;

static const char *const names[FAULT_COUNT] = {
    "rename", "write", "sync", "open", "thread", "read", "truncate", "descriptor", "folder",
    "close", "map", "library", "memory-c", "memory-large", "memory-swift"};

const char *fault_name(fault_kind kind) { return names[kind]; }

static int find_library(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  if (!strstr(info->dlpi_name, "/libaha.so")) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    library_begin = info->dlpi_addr + part->p_vaddr;
    library_end = library_begin + part->p_memsz;
  }
  return 1;
}

void fault_arm(fault_report *to, fault_kind kind, long n, int sticky, int own_calls) {
  if (!library_begin) dl_iterate_phdr(find_library, NULL);
  report = to;
  chosen = n;
  is_sticky = sticky;
  wants_own_calls = own_calls;
  atomic_store(&counted, 0);
  atomic_store(&armed, (int)kind);
}

void fault_disarm(void) {
  atomic_store(&armed, -1);
  report->calls = atomic_load(&counted);
}

/* The runner cannot resolve it: the library may be loaded only in this process. */
static void keep_frame(void *address) {
  fault_frame *frame = &report->frames[report->frame_count];
  Dl_info info;
  if (!dladdr(address, &info)) return;
  const char *slash = strrchr(info.dli_fname, '/');
  snprintf(frame->library, sizeof frame->library, "%s", slash ? slash + 1 : info.dli_fname);
  frame->offset = (long)((char *)address - (char *)info.dli_fbase);
  report->frame_count++;
}

/* Stores the callers' addresses by frame pointers: libaha has them, C libraries may not. */
__attribute__((noinline)) static void keep_frames(void *caller) {
  report->frame_count = 0;
  keep_frame(caller);
  uintptr_t *frame = __builtin_frame_address(0), begin = (uintptr_t)frame;
  while (report->frame_count < FAULT_FRAMES) {
    uintptr_t next = frame[0];
    if (next <= (uintptr_t)frame || next > begin + (1 << 16) || next % 8) break;
    frame = (uintptr_t *)next;
    keep_frame((void *)frame[1]);
  }
}

static int is_in_library(void *caller) {
  return (uintptr_t)caller >= library_begin && (uintptr_t)caller < library_end;
}

/* The unwinder also finds the frames of libraries without frame pointers. */
static uint64_t number_stack(void) {
  void *addresses[64];
  int count = backtrace(addresses, 64);
  uint64_t number = 0;
  for (int i = 0; i < count; i++) number = number * 31 + (uintptr_t)addresses[i];
  return number;
}

/* Whether this call of the kind fails. */
static int fails(fault_kind kind, void *caller) {
  if (atomic_load_explicit(&armed, memory_order_relaxed) != (int)kind) return 0;
  if ((char *)caller >= &__executable_start && (char *)caller < &etext) return 0;
  if (wants_own_calls && !is_in_library(caller)) return 0;
  long number = atomic_fetch_add(&counted, 1) + 1;
  if (chosen == 0 && number <= FAULT_STACKS) fault_stacks[number - 1] = number_stack();
  if (chosen == 0 || (is_sticky ? number < chosen : number != chosen)) return 0;
  if (report->fired) return 1;
  report->fired = 1;
  keep_frames(caller);
  return 1;
}

static int memory_fails(size_t size, void *caller) {
  if (atomic_load_explicit(&armed, memory_order_relaxed) < FAULT_MEMORY_C) return 0;
  if (!is_in_library(caller)) return fails(FAULT_MEMORY_C, caller);
  return fails(size >= FAULT_LARGE ? FAULT_MEMORY_LARGE : FAULT_MEMORY_SWIFT, caller);
}

/* Swift's runtime allocates objects and arrays of any size with its minimum alignment and cannot
 * report a failure. claimMemory requests whole cache lines. */
static int aligned_fails(size_t alignment, size_t size, void *caller) {
  if (atomic_load_explicit(&armed, memory_order_relaxed) < FAULT_MEMORY_C) return 0;
  if (is_in_library(caller) && alignment <= 16) return fails(FAULT_MEMORY_SWIFT, caller);
  return is_in_library(caller) ? fails(FAULT_MEMORY_LARGE, caller) : memory_fails(size, caller);
}

#define CALLER __builtin_return_address(0)
#define REAL(name) ({ \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    real; \
  })
/* FAIL(kind, error, value): returns the value with that errno if this call is to fail. */
#define FAIL(kind, error, value) do { \
    if (fails(kind, CALLER)) return errno = (error), (value); \
  } while (0)
/* A call that only fails in this way. */
#define CALL(type, name, parameters, arguments, kind, error, value) \
  type name parameters { \
    FAIL(kind, error, value); \
    return REAL(name) arguments; \
  }

#define ALLOCATION(name, parameters, size, real) \
  void *name parameters { \
    if (memory_fails(size, CALLER)) return errno = ENOMEM, NULL; \
    return real; \
  }
ALLOCATION(malloc, (size_t size), size, __libc_malloc(size))
ALLOCATION(calloc, (size_t count, size_t size), count * size, __libc_calloc(count, size))
ALLOCATION(memalign, (size_t alignment, size_t size), size, __libc_memalign(alignment, size))
ALLOCATION(aligned_alloc, (size_t alignment, size_t size), size, __libc_memalign(alignment, size))
void *realloc(void *old, size_t size) {
  if (size && memory_fails(size, CALLER)) return errno = ENOMEM, NULL;
  return __libc_realloc(old, size);
}
int posix_memalign(void **out, size_t alignment, size_t size) {
  if (aligned_fails(alignment, size, CALLER)) return ENOMEM;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *out = memory;
  return 0;
}

CALL(ssize_t, write, (int fd, const void *bytes, size_t size), (fd, bytes, size),
     FAULT_WRITE, ENOSPC, -1)
CALL(ssize_t, pwrite, (int fd, const void *bytes, size_t size, off_t offset),
     (fd, bytes, size, offset), FAULT_WRITE, ENOSPC, -1)
CALL(ssize_t, pwrite64, (int fd, const void *bytes, size_t size, off64_t offset),
     (fd, bytes, size, offset), FAULT_WRITE, ENOSPC, -1)
CALL(ssize_t, writev, (int fd, const struct iovec *parts, int count), (fd, parts, count),
     FAULT_WRITE, ENOSPC, -1)
ssize_t sendfile(int to, int from, off_t *offset, size_t size) {
  FAIL(FAULT_WRITE, ENOSPC, -1);
  ssize_t (*real)(int, int, off_t *, size_t) = dlsym(RTLD_NEXT, "sendfile");
  return real(to, from, offset, size);
}
CALL(ssize_t, read, (int fd, void *bytes, size_t size), (fd, bytes, size), FAULT_READ, EIO, -1)
CALL(ssize_t, pread, (int fd, void *bytes, size_t size, off_t offset), (fd, bytes, size, offset),
     FAULT_READ, EIO, -1)
CALL(ssize_t, pread64, (int fd, void *bytes, size_t size, off64_t offset),
     (fd, bytes, size, offset), FAULT_READ, EIO, -1)

int fsync(int fd) {
  int is_first = report && !report->fired;
  if (fails(FAULT_SYNC, CALLER)) {
    struct stat status;
    if (is_first) report->is_folder_sync = fstat(fd, &status) == 0 && S_ISDIR(status.st_mode);
    return errno = EIO, -1;
  }
  return REAL(fsync)(fd);
}
CALL(int, fdatasync, (int fd), (fd), FAULT_SYNC, EIO, -1)

CALL(int, rename, (const char *from, const char *to), (from, to), FAULT_RENAME, EACCES, -1)
CALL(int, link, (const char *from, const char *to), (from, to), FAULT_RENAME, EACCES, -1)

/* The mode is always passed on; without O_CREAT, the kernel ignores it. */
static mode_t mode_of(va_list list, int flags) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
}
#define OPEN(name, parameters, ...) \
  int name parameters { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = mode_of(list, flags); \
    va_end(list); \
    FAIL(FAULT_OPEN, EMFILE, -1); \
    return REAL(name)(__VA_ARGS__, mode); \
  }
OPEN(open, (const char *path, int flags, ...), path, flags)
OPEN(open64, (const char *path, int flags, ...), path, flags)
OPEN(openat, (int folder, const char *path, int flags, ...), folder, path, flags)
OPEN(openat64, (int folder, const char *path, int flags, ...), folder, path, flags)
CALL(FILE *, fopen, (const char *path, const char *mode), (path, mode), FAULT_OPEN, EMFILE, NULL)
CALL(FILE *, fopen64, (const char *path, const char *mode), (path, mode), FAULT_OPEN, EMFILE, NULL)
CALL(DIR *, opendir, (const char *path), (path), FAULT_OPEN, EMFILE, NULL)
CALL(int, memfd_create, (const char *name, unsigned flags), (name, flags), FAULT_OPEN, EMFILE, -1)

CALL(int, ftruncate, (int fd, off_t size), (fd, size), FAULT_TRUNCATE, EIO, -1)
CALL(int, ftruncate64, (int fd, off64_t size), (fd, size), FAULT_TRUNCATE, EIO, -1)
int posix_fallocate(int fd, off_t offset, off_t size) {
  if (fails(FAULT_TRUNCATE, CALLER)) return ENOSPC;
  return REAL(posix_fallocate)(fd, offset, size);
}

CALL(int, eventfd, (unsigned value, int flags), (value, flags), FAULT_DESCRIPTOR, EMFILE, -1)
CALL(int, inotify_init1, (int flags), (flags), FAULT_DESCRIPTOR, EMFILE, -1)
CALL(int, inotify_add_watch, (int fd, const char *path, uint32_t mask), (fd, path, mask),
     FAULT_DESCRIPTOR, ENOSPC, -1)
CALL(int, socket, (int domain, int type, int protocol), (domain, type, protocol),
     FAULT_DESCRIPTOR, EMFILE, -1)
CALL(int, socketpair, (int domain, int type, int protocol, int ends[2]),
     (domain, type, protocol, ends), FAULT_DESCRIPTOR, EMFILE, -1)
CALL(int, pipe2, (int ends[2], int flags), (ends, flags), FAULT_DESCRIPTOR, EMFILE, -1)

CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), FAULT_FOLDER, ENOSPC, -1)
/* The descriptor is closed, as Linux does when close reports a disk error. */
int close(int fd) {
  int result = REAL(close)(fd);
  FAIL(FAULT_CLOSE, EIO, -1);
  return result;
}
CALL(void *, mmap, (void *address, size_t size, int protection, int flags, int fd, off_t offset),
     (address, size, protection, flags, fd, offset), FAULT_MAP, ENOMEM, MAP_FAILED)
CALL(void *, mmap64,
     (void *address, size_t size, int protection, int flags, int fd, off64_t offset),
     (address, size, protection, flags, fd, offset), FAULT_MAP, ENOMEM, MAP_FAILED)
void *dlopen(const char *name, int flags) {
  /* A nonexistent name, so that dlerror has a line. */
  if (fails(FAULT_LIBRARY, CALLER)) name = "/nonexistent/library.so";
  return REAL(dlopen)(name, flags);
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument) {
  if (fails(FAULT_THREAD, CALLER)) return EAGAIN;
  return REAL(pthread_create)(thread, attributes, body, argument);
}
