// PortAudio as a table of functions, loaded for the first device. A table instead of linking,
// because one process may need several copies of PortAudio; see docs/decisions/0010.
#ifndef AHA_PA_API_H
#define AHA_PA_API_H

#include <portaudio.h>

typedef struct pa_api {
  void *library;
  PaError (*initialize)(void);
  PaError (*terminate)(void);
  const char *(*error_text)(PaError);
  const PaHostErrorInfo *(*last_host_error)(void);
  PaDeviceIndex (*device_count)(void);
  PaDeviceIndex (*default_input)(void);
  PaDeviceIndex (*default_output)(void);
  const PaDeviceInfo *(*device_info)(PaDeviceIndex);
  const PaHostApiInfo *(*host_api_info)(PaHostApiIndex);
  PaError (*is_format_supported)(const PaStreamParameters *, const PaStreamParameters *, double);
  PaError (*open_stream)(PaStream **, const PaStreamParameters *, const PaStreamParameters *,
                         double, unsigned long, PaStreamFlags, PaStreamCallback *, void *);
  PaError (*close_stream)(PaStream *);
  PaError (*start_stream)(PaStream *);
  PaError (*abort_stream)(PaStream *);
  PaError (*is_stream_active)(PaStream *);
  const PaStreamInfo *(*stream_info)(PaStream *);
} pa_api;

/// PortAudio's macros, which Swift does not import.
enum {
  pa_float_samples = 1,
  pa_neither_clip_nor_dither = 3,
  pa_lost_input = 2,
  pa_lacked_output = 4
};

/// Loads PortAudio, or a copy of it with its own state; 0, or -1.
int pa_api_load(pa_api *api, int copy);

/// Unloads a terminated copy.
void pa_api_unload(pa_api *api);

/// Sends the lines of ALSA and JACK to `line` instead of stderr, until libaha is unloaded.
void pa_api_redirect(const pa_api *api, void (*line)(const char *text));

/// Count of calls that are known never to return.
unsigned pa_api_stays(void);

#endif
