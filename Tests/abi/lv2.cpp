// LV2 plug-ins in C++; Tests/abi/cpp sets LV2_PATH to the plug-ins of Tests/lv2.
#include "hosts.hpp"

static const char *const gain = "urn:aha-test:gain", *const worker = "urn:aha-test:worker";

static void plugins_are_listed() {
  bool is_found = false;
  for (const aha_lv2_info &plugin : aha::lv2s())
    is_found = is_found || gain == std::string(plugin.uri);
  CHECK(is_found && aha::lv2_find(gain).parameter_count == 4);
  CHECK(aha::lv2_preset_text(worker, 0, AHA_LV2_PRESET_TEXT_TITLE) == "Triple");
  CHECK(throws(AHA_ERROR_NOT_FOUND, [] { return aha::lv2_find("urn:none"); }));
}

static void a_plugin_is_an_effect_with_a_state() {
  aha::Engine engine = aha::Engine::offline();
  aha::Effect effect = engine.lv2(worker);
  effect.load_lv2_preset(aha::lv2_preset_text(worker, 0, AHA_LV2_PRESET_TEXT_URI));
  const aha::Effect copy = engine.lv2(worker, effect.lv2_state());
  CHECK(copy.value(AHA_EFFECT_LV2 << 8) == 0.5f && copy.lv2_uri() == worker);
  aha::Player player(engine, aha::Sound(engine, tone(4800), 2, 48000));
  player.chain().add(copy);
  player.start();
  engine.render(4800);
  CHECK(throws(AHA_ERROR_UNSUPPORTED, [&] { return engine.lv2("urn:aha-test:many"); }));
  CHECK(throws(AHA_ERROR_UNSUPPORTED,
               [&] { return aha::Effect(engine, AHA_EFFECT_FILTER).lv2_state(); }));
}

int main() {
  plugins_are_listed();
  a_plugin_is_an_effect_with_a_state();
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures || !checks;
}
