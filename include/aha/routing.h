/* aha/routing.h: sends and side-chains of a project. */
#ifndef AHA_ROUTING_H
#define AHA_ROUTING_H

#include "chain.h"
#include "track.h"

AHA_BEGIN_DECLARATIONS

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
 * by aha_project_remove_bus.
 * @param owner_kind   AHA_OWNER_TRACK or AHA_OWNER_BUS.
 * @param destination  0: the master. Neither a send nor a bus that the owner receives sound from.
 * @param options      NULL for the defaults. Less than -120 dB is -120 (silence).
 * @param out_id       The id of the send's bus; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (the owner, the destination), AHA_ERROR_INVALID_ARGUMENT (a loop
 * through outputs, sends or side-chains), AHA_ERROR_LIMIT (the project has 1024 sends), those of
 * every edit. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_project_add_send(aha_project *project, aha_owner_kind owner_kind,
                                        aha_id owner, aha_id destination,
                                        AHA_NULLABLE const aha_send_options *options,
                                        AHA_NULLABLE aha_id *out_id);

/**
 * Reads the source of a send. Its destination is the parent of its bus.
 * @param send  The id of its bus.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND (also for a bus that is not a send), AHA_ERROR_INVALID_ARGUMENT,
 * handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_project_get_send(aha_project *project, aha_id send, aha_project_send *info);

/**
 * Lets the level of a track or bus, after its fader, control a compressor or gate.
 * aha_project_get_effect reads it. Removing the track or bus ends the side-chain.
 * @param key_kind  AHA_OWNER_TRACK or AHA_OWNER_BUS; ignored if key is 0.
 * @param key       0: the effect's own input.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_UNSUPPORTED (another kind of effect),
 * AHA_ERROR_INVALID_ARGUMENT (a loop), those of every edit. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_project_set_effect_sidechain(aha_project *project, aha_id effect,
                                                    aha_owner_kind key_kind, aha_id key);

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
AHA_API aha_result aha_project_duck(aha_project *project, aha_owner_kind owner_kind, aha_id owner,
                                    aha_owner_kind key_kind, aha_id key,
                                    AHA_NULLABLE const aha_duck_options *options,
                                    AHA_NULLABLE aha_id *out_id);

AHA_END_DECLARATIONS

#endif /* AHA_ROUTING_H */
