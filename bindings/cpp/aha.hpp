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

#include "aha.h"

// Each part uses those before it.
#include "aha/error.hpp"
#include "aha/thrown.hpp"
#include "aha/handle.hpp"
#include "aha/text.hpp"
#include "aha/options.hpp"
#include "aha/calls.hpp"

#include "aha/log.hpp"
#include "aha/stream.hpp"
#include "aha/job.hpp"
#include "aha/effect.hpp"
#include "aha/engine.hpp"
#include "aha/host_effect.hpp"
#include "aha/effects.hpp"
#include "aha/bus.hpp"
#include "aha/sound.hpp"
#include "aha/player.hpp"
#include "aha/device.hpp"
#include "aha/input.hpp"
#include "aha/recorder.hpp"
#include "aha/piece.hpp"
#include "aha/analysis.hpp"
#include "aha/picture.hpp"
#include "aha/client.hpp"
#include "aha/account.hpp"
#include "aha/request.hpp"
#include "aha/destination.hpp"
#include "aha/drop.hpp"
#include "aha/share.hpp"
#include "aha/opening.hpp"
#include "aha/items.hpp"
#include "aha/library.hpp"
#include "aha/history.hpp"

#include "aha/bodies.hpp"

#endif // AHA_HPP
