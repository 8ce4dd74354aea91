/* An engine without players on a device:  idle_aha FRAMES TURNS */
#include "idle.h"

int main(int count, char **arguments) {
  aha_engine *engine;
  if (count != 3) return 2;
  start_server(arguments[1]);
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_device_start(open_device(engine, "jack:system", AHA_DEVICE_LOSS_STOP)));
  print_idle(atoi(arguments[2]));
  NEED(aha_engine_release(engine));
  return 0;
}
