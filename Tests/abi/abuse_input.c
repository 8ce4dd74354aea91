/* Live inputs: arguments out of range, calls at the wrong time, and the codes of the header. */
#include "check.h"

static aha_engine *engine, *other;
static aha_bus *bus, *other_bus;

static aha_result make(aha_input_options options) {
  aha_input *made = (void *)&options;
  options.struct_size = sizeof options;
  aha_result result = aha_input_create(engine, bus, NULL, &options, &made);
  CHECK(result == AHA_OK || made == NULL, "out_input not NULL");
  if (result == AHA_OK) NEED(aha_input_release(made));
  return result;
}

static aha_input_status status_of(aha_input *input) {
  aha_input_status status = aha_input_status_init();
  NEED(aha_input_get_status(input, &status));
  return status;
}

static void check_options(void) {
  INVALID(make((aha_input_options){.channels = 3}), "3");
  INVALID(aha_input_create(engine, other_bus, NULL, NULL, &(aha_input *){0}), "another engine");
}

static aha_device *device_of(aha_engine *owner, aha_device_direction direction) {
  aha_device_options options = aha_device_options_init();
  aha_device *device = NULL;
  options.id = "stepped";
  options.direction = direction;
  NEED(aha_device_open(owner, &options, &device));
  return device;
}

static void check_devices(void) {
  aha_device *output = device_of(engine, AHA_DEVICE_OUTPUT);
  aha_device *foreign = device_of(other, AHA_DEVICE_INPUT);
  aha_device *input = device_of(engine, AHA_DEVICE_INPUT);
  aha_input *live = NULL;
  INVALID(aha_input_create(engine, bus, output, NULL, &live), "output");
  INVALID(aha_input_create(engine, bus, foreign, NULL, &live), "another engine");
  NEED(aha_input_create(engine, bus, input, NULL, &live));
  CHECK(aha_input_write(live, NULL, 1) == AHA_ERROR_UNSUPPORTED, "a device's input was written to");
  aha_input *second = (void *)&live;
  CHECK(aha_input_create(engine, bus, NULL, NULL, &second) == AHA_ERROR_STATE && second == NULL,
        "a bus has two inputs");
  /* The input keeps its device alive. */
  NEED(aha_device_release(input));
  NEED(aha_input_release(live));
  NEED(aha_device_release(output));
  NEED(aha_device_release(foreign));
}

static void render(int blocks) {
  static float frames[2 * 512];
  for (int i = 0; i < blocks; i++) NEED(aha_engine_render(engine, frames, 512));
}

static void check_use(void) {
  aha_input *live = NULL, *master = NULL;
  aha_input_status status = aha_input_status_init();
  render(8);
  NEED(aha_input_create(engine, bus, NULL, NULL, &live));
  INVALID(aha_input_write(live, NULL, (UINT64_C(1) << 31) + 1), "2147483648");
  NEED(aha_input_write(live, NULL, UINT64_C(1) << 20));
  NEED(aha_input_write(live, (float[]){NAN, INFINITY, -INFINITY, 1e38f}, 2));
  render(8);
  NEED(aha_input_get_status(live, &status));
  NEED(aha_input_set_offset_frames(live, -1000000));
  CHECK(status_of(live).latency_frames == 0, "a latency below 0");
  CHECK(status_of(live).offset_frames == -1000000, "the offset");
  NEED(aha_input_set_offset_frames(live, 77));
  CHECK(status_of(live).latency_frames >= 77, "the latency without its offset");
  CHECK(status_of(live).is_monitored, "not monitored at first");
  NEED(aha_input_set_monitored(live, 0));
  CHECK(!status_of(live).is_monitored, "still monitored");
  CHECK(aha_input_measure_latency(live, NULL) == AHA_ERROR_STATE, "measured without a render");
  NEED(aha_input_create(engine, NULL, NULL, NULL, &master));
  INVALID(aha_input_set_monitored(master, 0), "master");
  NEED(aha_input_release(master));
  NEED(aha_bus_release(bus));
  NEED(aha_input_release(live));
  CHECK(aha_input_write(live, NULL, 1) == AHA_ERROR_RELEASED, "a released input was written to");
  render(8);
}

int main(void) {
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_engine_create(NULL, &other));
  NEED(aha_bus_create(engine, NULL, &bus));
  NEED(aha_bus_create(other, NULL, &other_bus));
  check_options();
  check_devices();
  check_use();
  NEED(aha_engine_release(engine));
  NEED(aha_engine_release(other));
  return verdict();
}
