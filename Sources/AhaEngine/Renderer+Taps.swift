import AhaDSP
import Synchronization

// Recorders listen at buses. A tap belongs to the renderer from its `add` until it is detached.
extension Renderer {
  @_noLocks
  func apply(_ command: TapCommand, to tap: UnsafeMutablePointer<RecorderTap>, of bus: Int) {
    let strip = strips + bus
    switch command {
    case .add:
      tap.pointee.next = strip.pointee.firstTap
      strip.pointee.firstTap = tap
    case .remove: detach(tap, from: strip)
    case .start(let frame): tap.pointee.start(at: frame)
    case .stop(let frame): tap.pointee.stop(at: frame)
    case .pause: tap.pointee.pause()
    case .resume: tap.pointee.resume()
    }
  }

  @_noLocks
  private func detach(
    _ tap: UnsafeMutablePointer<RecorderTap>, from strip: UnsafeMutablePointer<Strip>
  ) {
    if strip.pointee.firstTap == tap { strip.pointee.firstTap = tap.pointee.next }
    var other = strip.pointee.firstTap
    while let before = other {
      if before.pointee.next == tap { before.pointee.next = tap.pointee.next }
      other = before.pointee.next
    }
    tap.pointee.isDetached.store(true, ordering: .releasing)
  }

  /// What the output's taps hear: the very frames that the caller gets.
  @_noLocks
  func feedOutputTaps(_ output: UnsafePointer<Float>, _ frames: Int) {
    var next = strips[0].firstTap
    while let tap = next {
      tap.pointee.feed(
        output, output + (channels - 1), stride: channels, frames: frames, label: clock)
      next = tap.pointee.next
    }
  }

  /// What the taps of another bus hear: what it sends on. After its chain has run.
  @_noLocks
  func feedTaps(of index: Int, _ audio: StereoTarget, _ came: Int, of frames: Int) {
    guard index != 0 else { return }
    let strip = strips + index
    let label = strip.pointee.time + Int64(frames - came - lead(of: strip.pointee.chain))
    var next = strip.pointee.firstTap
    while let tap = next {
      tap.pointee.feed(audio.left, audio.right, stride: 1, frames: came, label: label)
      next = tap.pointee.next
    }
  }
}
