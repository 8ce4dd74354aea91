import AhaBase
import AhaNet

/// Uploads one file in chunks; the journal records each step.
final class UploadRun {
  /// Max times that a destination may lose the upload.
  private static let maxLosses = 3
  /// Max steps in a row without newly confirmed bytes.
  private static let maxIdle = 3

  private let drop: Drop
  private let role: AssetRole
  private let destination: any Destination
  private let source: FileSource
  private let call: DropCall
  private var losses = 0

  init(
    drop: Drop, role: AssetRole, destination: any Destination, source: FileSource,
    via call: DropCall
  ) {
    (self.drop, self.role, self.destination) = (drop, role, destination)
    (self.source, self.call) = (source, call)
  }

  /// Returns the result of `finish`. Errors: those of the destination and of the file.
  func send() throws(AhaError) -> String {
    while true {
      let asset = drop.data[role]
      // The upload was complete before the drop was interrupted.
      if !asset.result.isEmpty { return asset.result }
      let upload = try destination.upload(
        asset.asset, at: drop.data.record.location, from: asset.upload, via: call)
      try keep(stateOf: upload, waiting: true)
      call.keep = { [self] () throws(AhaError) in try keepState(of: upload) }
      defer { call.keep = { () throws(AhaError) in } }
      guard let loss = try sendAll(of: upload) else {
        // A file that has changed meanwhile is not published.
        _ = try source.digest()
        try call.job.throwIfCancelled()
        return try upload.finish(with: source, via: call)
      }
      losses += 1
      if losses > UploadRun.maxLosses {
        throw AhaError(.reply, "\(destination.name) lost the upload \(losses) times: \(loss)")
      }
      let reason = call.withoutSecrets(AhaError(.reply, loss)).line
      Log.info("\(destination.name) lost an upload, which starts again: \(reason)")
      try drop.keep(waiting: true, role: role) { [drop, role] in
        $0.record.repeated += $0[role].confirmed + drop.removeWasted()
        $0[role].forgetUpload()
      }
    }
  }

  /// Nil when all bytes are confirmed, or the reason to restart the upload.
  private func sendAll(of upload: any AssetUpload) throws(AhaError) -> String? {
    var (idle, isFirst) = (0, true)
    // An empty file needs one message too.
    while upload.confirmed < source.size || isFirst && source.size == 0 {
      try call.job.throwIfCancelled()
      let before = upload.confirmed
      if case .lost(let line) = try next(of: upload) { return line }
      isFirst = false
      if upload.confirmed > before { idle = 0 } else if source.size > 0 { idle += 1 }
      if idle >= UploadRun.maxIdle {
        throw AhaError(
          .reply, "\(destination.name) confirms nothing after byte \(before) of \(source.name)")
      }
      try keep(stateOf: upload, waiting: false)
    }
    return nil
  }

  private func next(of upload: any AssetUpload) throws(AhaError) -> UploadStep {
    do throws(AhaError) { return try upload.sendNext(from: source, via: call) } catch {
      // Stores the exact count of sent bytes, now known.
      try? keepState(of: upload)
      throw error
    }
  }

  /// Stores the upload's own state while chunks are in flight.
  private func keepState(of upload: any AssetUpload) throws(AhaError) {
    let state = upload.state
    try drop.keep(waiting: false, role: role) { [role] in $0[role].upload = state }
  }

  private func keep(stateOf upload: any AssetUpload, waiting: Bool) throws(AhaError) {
    let (state, confirmed) = (upload.state, max(0, min(upload.confirmed, source.size)))
    let known = source.beginning(upTo: confirmed)
    _ = drop.note { $0.confirm() }
    try drop.keep(waiting: waiting, role: role) {
      let (before, sent) = ($0[self.role].confirmed, $0[self.role].pending)
      $0.record.repeated += max(0, before - confirmed)
      // The upload was reopened. The destination may have some of the bytes after all.
      if waiting {
        $0.record.repeated += max(upload.repeated, min(sent, before + sent - confirmed))
      }
      $0[self.role].pending = 0
      $0[self.role].upload = state
      $0[self.role].confirmed = confirmed
      // The digest compared on resume stays valid until a longer one exists.
      if let known { $0[self.role].known = known }
    }
  }
}

/// Bytes in flight: sent by the drop's current message and not yet confirmed.
struct BytesInFlight {
  private(set) var count: Int64 = 0
  /// Bytes sent without effect since the last `removeWasted`.
  private var wasted: Int64 = 0
  private var nextReport = Instant(nanoseconds: 0)

  private static let pause: Int64 = 100

  /// Sets the count; a lower one means that a new attempt started at 0.
  mutating func move(to bytes: Int64) {
    if bytes < count { wasted += count }
    count = bytes
  }

  /// The destination has confirmed the bytes.
  mutating func confirm() { count = 0 }

  /// No work runs any more. Returns: the bytes that are sent again on resume.
  mutating func end() -> Int64 {
    defer { (count, wasted) = (0, 0) }
    return unconfirmed
  }

  /// Bytes that were sent again already, or are if the process ends now.
  var unconfirmed: Int64 { count + wasted }

  mutating func removeWasted() -> Int64 {
    defer { wasted = 0 }
    return wasted
  }

  /// Rate limit for progress events: at most ten per second.
  mutating func mayReport() -> Bool {
    let now = Instant.now()
    guard nextReport < now else { return false }
    nextReport = Instant.after(milliseconds: BytesInFlight.pause)
    return true
  }
}
