// The features that libaha gives to plug-ins.
#include "plug_inner.h"

#include <lv2/buf-size/buf-size.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/state/state.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static LV2_URID_Map map = {NULL, plug_map};
static LV2_URID_Unmap unmap = {NULL, plug_unmap};

// libaha has no standard output in its host's process, so the lines of plug-ins are dropped.
static int log_words(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list words) {
  (void)handle, (void)type, (void)format, (void)words;
  return 0;
}

static int log_line(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
  (void)handle, (void)type, (void)format;
  return 0;
}

static LV2_Log_Log log_feature = {NULL, log_line, log_words};

static const LV2_Feature shared[] = {
  {LV2_URID__map, &map}, {LV2_URID__unmap, &unmap}, {LV2_LOG__log, &log_feature},
  {LV2_BUF_SIZE__boundedBlockLength, NULL}, {LV2_STATE__loadDefaultState, NULL},
};
enum { shared_count = sizeof shared / sizeof *shared };

// Also the marks that need no data.
bool plug_has_feature(const char *uri) {
  static const char *const others[] = {
    LV2_WORKER__schedule, LV2_OPTIONS__options, LV2_CORE__isLive, LV2_CORE__inPlaceBroken,
    LV2_CORE__hardRTCapable, LV2_STATE__threadSafeRestore};
  for (size_t i = 0; i < shared_count; i++)
    if (strcmp(uri, shared[i].URI) == 0) return true;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp(uri, others[i]) == 0) return true;
  return false;
}

// One list for each sample rate, which lives as long as the process: plug-ins may keep it.
typedef struct rate_options {
  struct rate_options *next;
  double rate;
  float rate_value;
  LV2_Options_Option list[6];
  LV2_Feature feature;
} rate_options;

static rate_options *all_options;

static const LV2_Feature *options_for(double rate) {
  static const int32_t minimum = 1, maximum = plug_max_frames, sequence = 32768;
  for (rate_options *one = all_options; one; one = one->next)
    if (one->rate == rate) return &one->feature;
  rate_options *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  uint32_t whole = plug_map(NULL, LV2_ATOM__Int), real = plug_map(NULL, LV2_ATOM__Float);
  const LV2_Options_Option list[] = {
    {LV2_OPTIONS_INSTANCE, 0, plug_map(NULL, LV2_BUF_SIZE__minBlockLength), 4, whole, &minimum},
    {LV2_OPTIONS_INSTANCE, 0, plug_map(NULL, LV2_BUF_SIZE__maxBlockLength), 4, whole,
     &maximum},
    {LV2_OPTIONS_INSTANCE, 0, plug_map(NULL, LV2_BUF_SIZE__nominalBlockLength), 4, whole,
     &maximum},
    {LV2_OPTIONS_INSTANCE, 0, plug_map(NULL, LV2_BUF_SIZE__sequenceSize), 4, whole, &sequence},
    {LV2_OPTIONS_INSTANCE, 0, plug_map(NULL, LV2_PARAMETERS__sampleRate), 4, real,
     &made->rate_value}};
  memcpy(made->list, list, sizeof list);
  made->rate = rate;
  made->rate_value = (float)rate;
  made->feature = (LV2_Feature){LV2_OPTIONS__options, made->list};
  made->next = all_options;
  all_options = made;
  return &made->feature;
}

void plug_fill_features(plug_side *side, double rate) {
  uint32_t count = 0;
  for (; count < shared_count; count++) side->features[count] = &shared[count];
  side->schedule = (LV2_Worker_Schedule){side, plug_schedule};
  side->schedule_feature = (LV2_Feature){LV2_WORKER__schedule, &side->schedule};
  side->features[count++] = &side->schedule_feature;
  const LV2_Feature *options = options_for(rate);
  if (options) side->features[count++] = options;
  side->features[count] = NULL;
}
