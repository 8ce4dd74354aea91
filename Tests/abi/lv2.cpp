// LV2 plug-ins in C++; Tests/abi/cpp sets LV2_PATH to the plug-ins of Tests/lv2.
#include "hosts.hpp"

static const char *const gain = "urn:aha-test:gain", *const worker = "urn:aha-test:worker";

static void plugins_are_listed() {
  bool is_found = false;
  for (std::uint32_t i = 0; i < aha::lv2_count(); i++)
    is_found = is_found || std::string(aha::lv2_at(i).uri) == gain;
  CHECK(is_found && aha::lv2_find(gain).parameter_count == 4);
  CHECK(aha::lv2_copy_preset_text(worker, 0, AHA_LV2_PRESET_TEXT_TITLE) == "Triple");
  CHECK(throws(AHA_ERROR_NOT_FOUND, [] { aha::lv2_find("urn:none"); }));
}

static void a_plugin_is_an_effect_with_a_state() {
  const aha::Engine engine = aha::Engine::offline();
  const aha::Effect effect = engine.lv2(worker);
  effect.load_lv2_preset(aha::lv2_copy_preset_text(worker, 0, AHA_LV2_PRESET_TEXT_URI));
  const aha::Effect copy = engine.lv2(worker, effect.text(AHA_EFFECT_TEXT_LV2_STATE));
  CHECK(copy.value(AHA_EFFECT_LV2 << 8) == 0.5f && copy.text(AHA_EFFECT_TEXT_LV2_URI) == worker);
  const aha::Player player(engine, aha::Sound(engine, tone(4800), 2, 48000));
  player.chain().add(copy);
  player.start();
  engine.render(4800);
  CHECK(throws(AHA_ERROR_UNSUPPORTED, [&] { engine.lv2("urn:aha-test:many"); }));
  CHECK(throws(AHA_ERROR_UNSUPPORTED,
               [&] { aha::Effect(engine, AHA_EFFECT_FILTER).text(AHA_EFFECT_TEXT_LV2_STATE); }));
}

int main() {
  plugins_are_listed();
  a_plugin_is_an_effect_with_a_state();
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures || !checks;
}
