// aha.hpp: libaha for C++17. Objects own their handles and let go of them; a call that fails throws
// aha::Error; names are those of the C headers, which say what each call means.
//
//   aha::Engine engine;
//   aha::Sound drums(engine, "drums.ogg");
//   aha::Player player(engine, drums);
//   player.chain().add(aha::Reverb(engine));
//   player.start();
//   engine.save("out.flac", 48000 * 10).wait();
#ifndef AHA_HPP
#define AHA_HPP

#include "aha.h"

#include "aha/account.hpp"
#include "aha/analysis.hpp"
#include "aha/bus.hpp"
#include "aha/calls.hpp"
#include "aha/chain.hpp"
#include "aha/client.hpp"
#include "aha/component.hpp"
#include "aha/destination.hpp"
#include "aha/device.hpp"
#include "aha/drop.hpp"
#include "aha/effect.hpp"
#include "aha/effects.hpp"
#include "aha/engine.hpp"
#include "aha/error.hpp"
#include "aha/handle.hpp"
#include "aha/history.hpp"
#include "aha/input.hpp"
#include "aha/items.hpp"
#include "aha/job.hpp"
#include "aha/library.hpp"
#include "aha/log.hpp"
#include "aha/opening.hpp"
#include "aha/picture.hpp"
#include "aha/piece.hpp"
#include "aha/player.hpp"
#include "aha/recorder.hpp"
#include "aha/project.hpp"
#include "aha/request.hpp"
#include "aha/session.hpp"
#include "aha/share.hpp"
#include "aha/sound.hpp"
#include "aha/stream.hpp"
#include "aha/text.hpp"

#endif // AHA_HPP
