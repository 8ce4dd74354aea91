import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine
import CAha
import CShims
import Synchronization

extension Recorder: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_RECORDER, "recorder") }

  func began(_ handle: UInt) { tag.store(handle, ordering: .relaxed) }

  func ended(_ handle: UInt) {
    tag.store(0, ordering: .relaxed)
    release()
  }
}

extension Engine {
  func createRecorder(
    of bus: Bus, to path: FilePath, _ options: Recorder.Options,
    _ encode: UnsafePointer<aha_encode_options>?
  ) throws(AhaError) -> Recorder {
    let settings = try EncodeSettings(
      encode, fileExtension: path.fileExtension, sampleRate: settings.sampleRate,
      channels: recordedChannels(of: bus), isTake: true)
    return try makeRecorder(of: bus, to: path, settings, options)
  }
}

extension Recorder.Options {
  init(_ options: UnsafePointer<aha_recorder_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_recorder_options_init())
    try requireZero(asked.reserved, "options")
    splitFrames = Int64(clamping: asked.split_frames)
    splitBytes = Int64(clamping: asked.split_bytes)
    if asked.minimum_free_bytes > 0 { minimumFree = Int64(clamping: asked.minimum_free_bytes) }
    ringMilliseconds = try choose(asked.ring_ms, 100...60_000, ringMilliseconds, "ring_ms")
    preRollMilliseconds = try choose(asked.pre_roll_ms, 0...60_000, 0, "pre_roll_ms")
    if asked.warn_seconds > 0 { warnSeconds = Int64(asked.warn_seconds) }
    replaces = asked.replace != 0
    guard asked.free_share != 0 else { return }
    guard asked.free_share > 0, asked.free_share <= 1 else {
      throw AhaError(.invalidArgument, "free_share \(asked.free_share) is not above 0 to 1")
    }
    freeShare = Double(asked.free_share)
  }
}

extension Ramped {
  /// The frame of a take; nil: now. Errors: `invalidArgument`.
  fileprivate func takeFrame() throws(AhaError) -> Int64? {
    if let fade {
      throw AhaError(.invalidArgument, "a take has no fade, but frames is \(fade.frames)")
    }
    guard atFrame < 1 << 62 else {
      throw AhaError(.invalidArgument, "frame \(atFrame) is over 2^62")
    }
    return frame == 0 ? nil : frame
  }
}

extension Recorder {
  func start(_ ramp: Ramped) throws(AhaError) { try start(at: ramp.takeFrame()) }
  func stop(_ ramp: Ramped) throws(AhaError) { try stop(at: ramp.takeFrame()) }
}

extension aha_recorder_meter {
  init(_ recorder: Recorder) {
    self = aha_recorder_meter_init()
    let peak = recorder.peak()
    peak_left_db = decibels(peak.left)
    peak_right_db = decibels(peak.right)
  }
}

private func decibels(_ factor: Float) -> Float {
  factor > 0 ? shim_log(factor) * (20 / shim_log(10)) : -Float.infinity
}
