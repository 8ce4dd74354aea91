import AhaBase
import AhaCodec
import CShims
import Synchronization

// The recorder's thread: runs from the first frame that the take may need to the end of the file.
extension Recorder {
  private static let periodMilliseconds: Int64 = 50
  private static let headerMilliseconds: Int64 = 500
  private static let syncMilliseconds: Int64 = 1000

  /// Errors: `system` (no thread).
  func startThread() throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    thread = try Thread(name: "aha-recorder") { [self] in serve() }
  }

  /// Ends a recorder whose thread could not start; the renderer does not know it.
  func giveUp(_ error: AhaError) {
    drainLock.locked { failure = Ending(reason: .failed, error: error) }
    tap.value.isDetached.store(true, ordering: .releasing)
    wake()
  }

  private func serve() {
    // The end of the process completes the take.
    shim_begin_finisher()
    var headerDue = Instant.after(milliseconds: Recorder.headerMilliseconds)
    var syncDue = Instant.after(milliseconds: Recorder.syncMilliseconds)
    while !hasEnded() {
      let now = Instant.now()
      let isHeaderDue = now >= headerDue
      drainLock.locked {
        drain()
        keep(header: isHeaderDue)
      }
      if isHeaderDue { headerDue = Instant.after(milliseconds: Recorder.headerMilliseconds) }
      if now >= syncDue {
        drainLock.locked { synchronize() }
        guardDisk()
        syncDue = Instant.after(milliseconds: Recorder.syncMilliseconds)
      }
      nap()
    }
    drainLock.locked { drain() }
    finish()
    shim_end_finisher()
    leave()
  }

  private func nap() {
    lock.lock()
    if !isClosing {
      _ = changed.wait(until: Instant.after(milliseconds: Recorder.periodMilliseconds))
    }
    lock.unlock()
  }

  /// True if no more frames can arrive. Carries out a stop itself if no thread renders.
  private func hasEnded() -> Bool {
    if shim_must_finish() || lock.locked({ isClosing }) { return true }
    if drainLock.locked({ failure != nil }) { return true }
    if tap.value.hasEnded { return true }
    if engine.lock.locked({ control.isStopped }) { engine.applyIfIdle() }
    return false
  }

  private func keep(header: Bool) {
    guard failure == nil, hasBegun, let file else { return }
    do throws(AhaError) {
      try file.checkpoint(header: header)
      bytesFiled.store(finished.reduce(file.bytes) { $0 + $1.bytes }, ordering: .relaxed)
    } catch {
      fail(error)
    }
  }

  private func synchronize() {
    guard failure == nil, hasBegun, let file else { return }
    guard file.isAtPath else {
      tap.value.isClosed.store(true, ordering: .releasing)
      failure = goneEnding(file)
      return
    }
    do throws(AhaError) {
      try file.synchronize(recorded: file.frames + recorded - framesFiled)
    } catch {
      fail(error)
    }
  }

  // MARK: The end

  private func finish() {
    var ending = drainLock.locked { failure }
    let isClosing = lock.locked { self.isClosing }
    if ending == nil {
      ending = Ending(reason: isClosing ? .closed : .stopped)
    }
    tap.value.isClosed.store(true, ordering: .releasing)
    let files = drainLock.locked { completeFile(&ending!) }
    check(files, ending: &ending!)
    let stored = drainLock.locked { framesFiled }
    let missing = ending!.reason == .diskLow ? 0 : max(0, recorded - stored)
    lost.store(missing, ordering: .relaxed)
    end(ending!, stored: stored, missing: missing)
  }

  /// Completes the last file as far as possible. Returns all files with frames.
  private func completeFile(_ ending: inout Ending) -> [TakeFile] {
    guard let file else { return finished }
    self.file = nil
    let wasUsed = file.frames > 0 || ending.reason == .fileGone
    if wasUsed, !file.isAtPath { return leaveGone(file, ending: &ending) }
    if file.frames == 0, !file.isBroken {
      file.discard()
      if !finished.isEmpty { lock.locked { _ = paths.popLast() } }
      return finished
    }
    if !file.isBroken {
      do throws(AhaError) {
        try file.finish()
        bytesFiled.store(finished.reduce(file.bytes) { $0 + $1.bytes }, ordering: .relaxed)
        return finished + [file]
      } catch {
        if ending.error == nil { ending = Ending(reason: reason(of: error), error: error) }
      }
    }
    framesFiled -= file.frames - file.salvage()
    bytesFiled.store(finished.reduce(file.bytes) { $0 + $1.bytes }, ordering: .relaxed)
    return finished
  }

  /// Completes a removed or moved file at its present path. Earlier files of the take that were
  /// removed or moved count as lost too. Returns the files still at their paths.
  private func leaveGone(_ file: TakeFile, ending: inout Ending) -> [TakeFile] {
    file.completeElsewhere()
    if ending.reason != .diskFull { ending = goneEnding(file) }
    let left = finished.filter { $0.isAtPath }
    framesFiled = left.reduce(0) { $0 + $1.frames }
    bytesFiled.store(left.reduce(0) { $0 + $1.bytes }, ordering: .relaxed)
    return left
  }

  private func goneEnding(_ file: TakeFile) -> Ending {
    let line = "\(file.path.text) was removed while it was recorded"
    return Ending(reason: .fileGone, error: AhaError(.notFound, line))
  }

  private func reason(of error: AhaError) -> Reason {
    error.code == .diskFull ? .diskFull : .failed
  }

  private func check(_ files: [TakeFile], ending: inout Ending) {
    for file in files where ending.error == nil {
      do throws(AhaError) {
        try file.check()
      } catch {
        ending = Ending(reason: .failed, error: error)
      }
    }
  }

  private func end(_ ending: Ending, stored: Int64, missing: Int64) {
    let line = ending.error?.line ?? ""
    let code = ending.error?.code ?? .ok
    if ending.reason == .diskFull {
      post(.recorderDiskFull, result: code, value: missing, line: line)
    }
    let end = tap.value.firstFrame.load(ordering: .relaxed) + stored
    post(.recorderFinished, at: end, result: code, value: stored, line: line) {
      lock.locked {
        framesStored = stored
        self.ending = ending
        changed.signalAll()
      }
    }
  }

  /// Detaches the tap from the renderer.
  private func leave() {
    var isRequested = false
    while !tap.value.isDetached.load(ordering: .acquiring) {
      // No thread renders once the engine closes.
      if lock.locked({ isClosing }) { break }
      if !isRequested {
        isRequested = (try? engine.locked { () throws(AhaError) in try send(.remove) }) != nil
      }
      engine.applyIfIdle()
      nap()
    }
    engine.recorders.leave(self)
    try? engine.locked { () throws(AhaError) in try engine.letGo(of: bus) }
  }
}
