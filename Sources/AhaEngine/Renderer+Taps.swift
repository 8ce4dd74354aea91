import AhaDSP
import Synchronization

// Recorders listen at buses. A tap belongs to the renderer from `addTap` until it is detached.
extension Renderer {
  @_noLocks
  func applyToTap(_ command: Command) {
    let address = Int(command.first)
    guard let tap = UnsafeMutablePointer<RecorderTap>(bitPattern: address) else { return }
    let strip = strips + command.index
    switch command.kind {
    case .addTap:
      tap.pointee.next = strip.pointee.firstTap
      strip.pointee.firstTap = tap
    case .removeTap: detach(tap, from: strip)
    case .startTap: tap.pointee.start(at: command.second)
    case .stopTap: tap.pointee.stop(at: command.second)
    case .pauseTap: tap.pointee.pause()
    case .resumeTap: tap.pointee.resume()
    default: break
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
