import AhaArguments
import AhaBase
import AhaEngine
import CAha

extension OneShot.Options {
  init(_ options: UnsafePointer<aha_play_options>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(options, "options", default: aha_play_options_init())
    try requireZero(fields.reserved, "options")
    start = frame(fields.start_frame)
    speed = fields.speed == 0 ? 1 : fields.speed
    gainDb = fields.gain_db
    pan = fields.pan
    velocity = fields.velocity == 0 ? 1 : fields.velocity
    loopCount = fields.loop_count
    priority = UInt8(try require(fields.priority, in: 0...255, "priority"))
    quality = try known(fields.quality, "quality")
    stop = fields.stop_frame == 0 ? nil : frame(fields.stop_frame)
    stages.attack = try fade(fields.attack_frames, shape: fields.attack_shape)
    stages.decay = try fade(fields.decay_frames, shape: fields.decay_shape)
    stages.release = try fade(fields.release_frames, shape: fields.release_shape)
    stages.sustainDb = fields.sustain_db
    chokeGroup = fields.choke_group
    chokeFade = frame(fields.choke_fade_frames)
    space = try fields.space.map { (space) throws(AhaError) in try Space(space) }
    number = fields.number
  }
}

/// The file is opened last, so that a bad argument is reported first.
@c @implementation
public func aha_engine_play_file(
  _ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ bus: OpaquePointer?,
  _ options: UnsafePointer<aha_play_options>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let engine = try Handle.object(engine, as: Engine.self)
    let path = try FilePath(required(path, "path"))
    let bus = try busOrMaster(bus, of: engine)
    let options = try OneShot.Options(options)
    try engine.playFile(FileStream(reading: path), on: bus, options)
  }
}
