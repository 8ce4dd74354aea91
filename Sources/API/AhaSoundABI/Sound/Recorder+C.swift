import AhaArguments
import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine
import CAha
import CShims

extension Engine {
  func createRecorder(
    of bus: Bus, to path: FilePath, options: Recorder.Options,
    encode: UnsafePointer<aha_encode_options>?
  ) throws(AhaError) -> Recorder {
    let settings = try EncodeSettings(
      options: encode, fileExtension: path.fileExtension, sampleRate: settings.sampleRate,
      channels: recordedChannels(of: bus), isTake: true
    ).forPairs()
    return try makeRecorder(of: bus, to: path, settings: settings, options: options)
  }
}

extension Ramped {
  /// The frame of a take; nil: now. Errors: `invalidArgument`.
  fileprivate func recordingFrame() throws(AhaError) -> Int64? {
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
  func start(_ ramp: Ramped) throws(AhaError) { try start(at: ramp.recordingFrame()) }
  func stop(_ ramp: Ramped) throws(AhaError) { try stop(at: ramp.recordingFrame()) }
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
