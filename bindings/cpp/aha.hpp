// aha.hpp: libaha for C++17. Objects own their handles and release them. A failed call throws
// aha::Error. Names are those of the C headers, which document each call. Include this file; the
// files in aha/ are its parts.
//
//   aha::Engine engine;
//   aha::Sound drums(engine, "drums.ogg");
//   aha::Player player(engine, drums);
//   player.chain().add(aha::Reverb(engine).set_mix(0.5f));
//   player.start();
//   engine.save("out.flac", 48000 * 10).wait();
#ifndef AHA_HPP
#define AHA_HPP

#if __cplusplus < 201703L
#error "aha.hpp needs C++17: compile with -std=c++17 or a later standard"
#else // no further errors

#include "aha.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Each part uses those before it.
#include "aha/error.hpp"
#include "aha/host.hpp"
#include "aha/handle.hpp"
#include "aha/text.hpp"
#include "aha/objects.hpp"
#include "aha/options.hpp"
#include "aha/calls.hpp"
#include "aha/effects.hpp"
#include "aha/log.hpp"
#include "aha/tonality.hpp"
#include "aha/history_cursor.hpp"

#endif
#endif // AHA_HPP
