import AhaArguments
import AhaBase
import AhaEngine
import CAha

extension OneShot.Options {
  init(_ options: UnsafePointer<aha_play_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_play_options_init())
    try requireZero(asked.reserved, "options")
    start = frame(asked.start_frame)
    speed = asked.speed == 0 ? 1 : asked.speed
    gainDb = asked.gain_db
    pan = asked.pan
    velocity = asked.velocity == 0 ? 1 : asked.velocity
    loopCount = asked.loop_count
    priority = UInt8(try require(asked.priority, in: 0...255, "priority"))
    quality = try known(asked.quality, "quality")
    stop = asked.stop_frame == 0 ? nil : frame(asked.stop_frame)
    stages.attack = try fade(asked.attack_frames, asked.attack_shape)
    stages.decay = try fade(asked.decay_frames, asked.decay_shape)
    stages.release = try fade(asked.release_frames, asked.release_shape)
    stages.sustainDb = asked.sustain_db
    chokeGroup = asked.choke_group
    chokeFade = frame(asked.choke_fade_frames)
  }
}
