/* aha/project_bus.h: the buses of a project, and its sends. */
#ifndef AHA_PROJECT_BUS_H
#define AHA_PROJECT_BUS_H

#include "chain.h"
#include "project.h"

AHA_BEGIN_DECLARATIONS

/** The mix settings of a bus of a project. */
typedef struct aha_project_bus {
  size_t struct_size;
  /** The bus that the bus sends to; 0: the master, and for the master itself. */
  aha_id parent;
  /** -120 (silence) to 24. */
  float gain_db;
  /** -1 (left) to 1 (right). */
  float pan;
  AHA_PYTHON(muted) AHA_FLAG uint32_t is_muted;
  AHA_PYTHON(soloed) AHA_FLAG uint32_t is_soloed;
} aha_project_bus AHA_PART;

/** A bus at 0 dB, centered. */
static inline aha_project_bus aha_project_bus_init(void) {
  aha_project_bus bus = {sizeof(aha_project_bus), 0, 0.0f, 0.0f, 0, 0};
  return bus;
}

/**
 * Adds a bus.
 * @param name    "" for none.
 * @param bus     NULL: as in aha_project_bus_init.
 * @param out_id  May be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (the parent), AHA_ERROR_INVALID_ARGUMENT, those of every edit.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_bus_add(aha_project *project, const char *name,
                                       AHA_NULLABLE const aha_project_bus *bus,
                                       AHA_NULLABLE aha_id *out_id);

/**
 * Reads the settings of a bus.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since:
 * 0.4.
 */
AHA_API aha_result aha_project_bus_get(aha_project *project, aha_id bus, aha_project_bus *info);

/**
 * Changes a bus.
 * @param info  All fields are set; fields beyond struct_size keep their values.
 * Errors: AHA_ERROR_NOT_FOUND (also the parent), AHA_ERROR_INVALID_ARGUMENT (a cycle), those of
 * every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_bus_set(aha_project *project, aha_id bus,
                                       const aha_project_bus *info);

/**
 * A bus's name.
 * @param buffer      NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_bus_copy_name(aha_project *project, aha_id bus,
                                             AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                             size_t *out_length);

/**
 * Names a bus.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_bus_set_name(aha_project *project, aha_id bus, const char *name);

/**
 * Removes a bus with its effects, lanes and side-chains, and the sends from it and to it; its
 * tracks and buses are routed to its parent.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT (the master), those of every edit.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_bus_remove(aha_project *project, aha_id bus);

/**
 * Moves a bus to an index in the list.
 * @param index  Below the count.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_bus_move(aha_project *project, aha_id bus, uint32_t index);

/** The number of buses, including the master. Errors: 0 for a bad handle. Thread: [any]. Since:
 *  0.4. */
AHA_API uint32_t aha_project_bus_count(aha_project *project) AHA_C_ONLY;

/**
 * The buses in order, including the master, by index.
 * @param index  Below the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_bus_at(aha_project *project, uint32_t index,
                                      AHA_ID(ProjectBus) aha_id *out_id) AHA_PYTHON(buses);

/** The source of a send of a project. */
typedef struct aha_project_send {
  size_t struct_size;
  /** The track or bus that sends. */
  aha_id owner;
  /** AHA_OWNER_TRACK or AHA_OWNER_BUS. */
  aha_owner_kind owner_kind;
  aha_send_point point;
} aha_project_send;

/** A send structure with struct_size set. */
static inline aha_project_send aha_project_send_init(void) {
  aha_project_send send = {sizeof(aha_project_send), 0, 0, 0};
  return send;
}

/**
 * Adds a send from a track or bus to a bus. The send is a bus of the project: it is in the list of
 * buses, its parent is the destination, and its gain, pan, mute, solo, effects and lanes are those
 * of any bus. Its only input is the owner. It is removed with its owner, with its destination, or
 * by aha_project_bus_remove.
 * @param owner_kind   AHA_OWNER_TRACK or AHA_OWNER_BUS.
 * @param destination  0: the master. Neither a send nor a bus that the owner receives sound from.
 * @param options      NULL for the defaults. Less than -120 dB is -120 (silence).
 * @param out_id       The id of the send's bus; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (the owner, the destination), AHA_ERROR_INVALID_ARGUMENT (a loop
 * through outputs, sends or side-chains), AHA_ERROR_LIMIT (the project has 1024 sends), those of
 * every edit. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_project_bus_add_send(aha_project *project, aha_owner_kind owner_kind,
                                            aha_id owner, aha_id destination,
                                            AHA_NULLABLE const aha_send_options *options,
                                            AHA_NULLABLE aha_id *out_id) AHA_CPP(add_send);

/**
 * Reads the source of a send. Its destination is the parent of its bus.
 * @param send  The id of its bus.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND (also for a bus that is not a send), AHA_ERROR_INVALID_ARGUMENT,
 * handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_project_bus_get_send(aha_project *project, aha_id send,
                                            aha_project_send *info) AHA_CPP(send);

/**
 * Makes a track or bus quieter while another one is heard, as aha_bus_duck does: adds a compressor
 * with a side-chain at the end of its chain, as one edit.
 * @param owner_kind  AHA_OWNER_TRACK or AHA_OWNER_BUS.
 * @param key_kind    AHA_OWNER_TRACK or AHA_OWNER_BUS.
 * @param options     NULL for the defaults.
 * @param out_id      The id of the compressor; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT (also a loop), those of every edit.
 * Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_project_bus_duck(aha_project *project, aha_owner_kind owner_kind,
                                        aha_id owner, aha_owner_kind key_kind, aha_id key,
                                        AHA_NULLABLE const aha_duck_options *options,
                                        AHA_NULLABLE aha_id *out_id) AHA_CPP(duck);

AHA_END_DECLARATIONS

#endif /* AHA_PROJECT_BUS_H */
