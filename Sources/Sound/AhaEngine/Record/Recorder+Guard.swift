import AhaBase
import AhaCodec
import Synchronization

// Ends a take before the disk is full.
extension Recorder {
  /// Bytes per second that the take writes to the disk.
  var bytesPerSecond: Double {
    let frames = recorded
    let seconds = Double(frames) / Double(settings.sampleRate)
    guard settings.bytesPerFrame == nil, seconds > 5 else { return settings.bytesPerSecond }
    return max(1, Double(bytesFiled.load(ordering: .relaxed)) / seconds)
  }

  var device: UInt? { freeAtFirst?.device }

  /// Free bytes that the guard reserves.
  private var floor: Int64 {
    guard let freeAtFirst else { return options.minimumFree }
    return max(options.minimumFree, Int64(Double(freeAtFirst.free) * (1 - options.freeShare)))
  }

  func guardDisk() {
    guard drainLock.locked({ hasBegun }), let space = options.world.space(path.folder)
    else { return }
    let left = space.free - floor
    let rate = engine.recorders.bytesPerSecond(onDeviceOf: self)
    let seconds = left <= 0 ? 0 : Int64(min(Double(left) / rate, 1e15))
    remaining.store(seconds, ordering: .relaxed)
    // Up to two seconds may pass before the next check.
    if Double(left) < 2 * rate { return endBeforeFull(space.free) }
    if seconds >= 2 * options.warnSeconds { hasWarned = false }
    guard seconds < options.warnSeconds, !hasWarned else { return }
    hasWarned = true
    post(
      .recorderDiskLow, value: seconds,
      line: "\(path.text): \(space.free) bytes are free, enough for \(seconds) s")
  }

  private func endBeforeFull(_ free: Int64) {
    tap.value.isClosed.store(true, ordering: .releasing)
    drainLock.locked {
      drain()
      guard failure == nil else { return }
      let line = "\(path.text) was ended with \(free) bytes free: \(floor) are to stay so"
      failure = Ending(reason: .diskLow, error: AhaError(.diskFull, line))
    }
  }
}
