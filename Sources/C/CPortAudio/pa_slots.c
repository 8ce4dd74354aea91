#define _GNU_SOURCE // dlinfo
#include "pa_slots.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, DATA_SLOT = R_X86_64_GLOB_DAT };
#elif defined(__aarch64__)
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, DATA_SLOT = R_AARCH64_GLOB_DAT };
#else
enum { JUMP_SLOT = -1, DATA_SLOT = -1 };
#endif

#if __ELF_NATIVE_CLASS == 64

typedef struct tables {
  const ElfW(Sym) *symbols;
  const char *names;
  const ElfW(Rela) *relocations[2];
  size_t counts[2];
} tables;

static tables read_tables(const struct link_map *map) {
  tables found = {0};
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
    const void *address = (const void *)entry->d_un.d_ptr;
    size_t count = entry->d_un.d_val / sizeof(ElfW(Rela));
    switch (entry->d_tag) {
    case DT_SYMTAB: found.symbols = address; break;
    case DT_STRTAB: found.names = address; break;
    case DT_JMPREL: found.relocations[0] = address; break;
    case DT_PLTRELSZ: found.counts[0] = count; break;
    case DT_RELA: found.relocations[1] = address; break;
    case DT_RELASZ: found.counts[1] = count; break;
    }
  }
  return found;
}

// Whether the loader made the page read-only after relocation (RELRO).
static int is_sealed(const struct link_map *map, uintptr_t page, uintptr_t size) {
  const ElfW(Ehdr) *head = (const void *)map->l_addr;
  const ElfW(Phdr) *parts = (const void *)(map->l_addr + head->e_phoff);
  for (int i = 0; i < head->e_phnum; i++) {
    uintptr_t begin = map->l_addr + parts[i].p_vaddr, end = begin + parts[i].p_memsz;
    if (parts[i].p_type == PT_GNU_RELRO) return page >= (begin & -size) && page < (end & -size);
  }
  return 0;
}

static void set(const struct link_map *map, void **place, void *function) {
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), page = (uintptr_t)place & -size;
  int sealed = is_sealed(map, page, size);
  if (sealed && mprotect((void *)page, size, PROT_READ | PROT_WRITE) != 0) return;
  *place = function;
  if (sealed) mprotect((void *)page, size, PROT_READ);
}

void pa_slots_set(void *library, const pa_slot *slots, size_t count) {
  struct link_map *map = NULL;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return;
  tables found = read_tables(map);
  for (size_t table = 0; table < 2; table++) {
    for (size_t i = 0; i < found.counts[table]; i++) {
      const ElfW(Rela) *entry = &found.relocations[table][i];
      if (ELF64_R_TYPE(entry->r_info) != JUMP_SLOT && ELF64_R_TYPE(entry->r_info) != DATA_SLOT)
        continue;
      const char *name = found.names + found.symbols[ELF64_R_SYM(entry->r_info)].st_name;
      for (size_t slot = 0; slot < count; slot++)
        if (strcmp(name, slots[slot].name) == 0)
          set(map, (void **)(map->l_addr + entry->r_offset), slots[slot].function);
    }
  }
}

#else

void pa_slots_set(void *library, const pa_slot *slots, size_t count) {
  (void)library, (void)slots, (void)count;
}

#endif
