// Threads that render together: waits, wakes and priorities.
#define _GNU_SOURCE // SCHED_RESET_ON_FORK
#include "shims.h"

#include <linux/futex.h>
#include <sys/syscall.h>

// A system call for the audio thread, without the function of libc: it sets errno, and sanitizers
// take each use of it for one that blocks.
static long call(long number, long a, long b, long c) {
#if defined(__x86_64__)
  register long timeout __asm__("r10") = 0;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(timeout)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = 0;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
  return x0;
#else
  return syscall(number, a, b, c, 0);
#endif
}

void shim_wait_word(const void *word, uint32_t value) {
  shim_begin_wait();
  call(SYS_futex, (long)word, FUTEX_WAIT_PRIVATE, value);
  shim_end_wait();
}

void shim_wake_word(const void *word, int32_t count) {
  call(SYS_futex, (long)word, FUTEX_WAKE_PRIVATE, count);
}

void shim_await_worker(const void *word) {
  if (__atomic_load_n((const uint32_t *)word, __ATOMIC_ACQUIRE) == 0) return;
  if (call(SYS_futex, (long)word, FUTEX_LOCK_PI_PRIVATE, 0) == 0) {
    call(SYS_futex, (long)word, FUTEX_UNLOCK_PI_PRIVATE, 0);
  } else {
    // A kernel without priority inheritance.
    call(SYS_sched_yield, 0, 0, 0);
  }
}

void shim_end_awaited_work(const void *word) {
  call(SYS_futex, (long)word, FUTEX_UNLOCK_PI_PRIVATE, 0);
}

uint32_t shim_thread_id(void) { return (uint32_t)call(SYS_gettid, 0, 0, 0); }

static bool is_realtime(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR; }

void shim_follow_priority(uint32_t thread) {
  struct sched_param wanted, own;
  int policy = sched_getscheduler((pid_t)thread), present = sched_getscheduler(0);
  if (policy < 0 || present < 0 || sched_getparam((pid_t)thread, &wanted) != 0 ||
      sched_getparam(0, &own) != 0) {
    return;
  }
  policy &= ~SCHED_RESET_ON_FORK;
  present &= ~SCHED_RESET_ON_FORK;
  if (policy == present && wanted.sched_priority == own.sched_priority) return;
  if (!is_realtime(policy) && !is_realtime(present)) return;
  if (!is_realtime(policy)) policy = SCHED_OTHER, wanted.sched_priority = 0;
  // rtkit gives real-time priority only to threads whose children do not inherit it.
  sched_setscheduler(0, policy | SCHED_RESET_ON_FORK, &wanted);
}
