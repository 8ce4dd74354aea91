import AhaArguments
import AhaBase
import AhaEngine
import AhaProject
import CAha

extension Project {
  func createSession(
    _ engine: Engine, options: UnsafePointer<aha_session_options>?
  ) throws(AhaError) -> Session {
    let options = try Session.Options(options)
    try document.require(options.scope)
    return try Session(document, on: engine, options: options)
  }
}

extension Session.Options {
  fileprivate init(_ options: UnsafePointer<aha_session_options>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(options, "options", default: aha_session_options_init())
    mode = try known(fields.mode, "mode")
    scope = try Bounce.Scope(scope: fields.scope, id: fields.scope_id)
  }
}

extension Bounce.Scope {
  /// Errors: `invalidArgument`.
  init(scope: aha_scope, id: aha_id) throws(AhaError) {
    switch scope {
    case aha_scope(AHA_SCOPE_EVERYTHING):
      guard id == 0 else {
        throw AhaError(.invalidArgument, "scope_id \(id) without a scope of one track or bus")
      }
      self = .everything
    case aha_scope(AHA_SCOPE_TRACK): self = .track(Document.id(id))
    case aha_scope(AHA_SCOPE_BUS): self = .bus(Document.id(id))
    default: throw AhaError(.invalidArgument, "scope \(scope) is not known")
    }
  }
}

extension Document {
  /// Errors: `notFound`.
  func require(_ scope: Bounce.Scope) throws(AhaError) {
    switch scope {
    case .everything: return
    case .track(let id): _ = try track(id)
    case .bus(let id): _ = try bus(id)
    }
  }
}

// MARK: Transport

/// -1 means none.
private func wish(_ number: Int64, name: StaticString) throws(AhaError) -> Int64? {
  guard number >= -1 else { throw AhaError(.invalidArgument, "\(name) \(number) is below -1") }
  return number < 0 ? nil : number
}

extension Session {
  /// A time of the project in frames. Errors: `invalidArgument`.
  private func frames(_ timeUs: Int64, name: StaticString) throws(AhaError) -> Int64 {
    guard (0...Document.longest).contains(timeUs) else {
      throw AhaError(.invalidArgument, "\(name) of \(timeUs) is not in 0 to a year")
    }
    return frames(timeUs)
  }

  func start(from positionUs: Int64, at frame: Int64) throws(AhaError) {
    let position = try wish(positionUs, name: "position_us")
    let frame = try wish(frame, name: "frame")
    guard let position else { return try timeline.start(at: frame) }
    try timeline.start(from: frames(position, name: "position_us"), at: frame)
  }

  func stop(at frame: Int64) throws(AhaError) { try timeline.stop(at: wish(frame, name: "frame")) }

  func seek(to positionUs: Int64, at frame: Int64) throws(AhaError) {
    try timeline.seek(to: frames(positionUs, name: "position_us"), at: wish(frame, name: "frame"))
  }

  func setLoop(beginUs: Int64, endUs: Int64) throws(AhaError) {
    try timeline.setLoop(
      begin: frames(beginUs, name: "begin_us"), end: frames(endUs, name: "end_us"))
  }

  func clearLoop() throws(AhaError) { try timeline.clearLoop() }

  var positionUs: Int64 { microseconds(timeline.position) }
}

extension aha_session_status {
  init(_ session: Session) throws(AhaError) {
    self = aha_session_status_init()
    do throws(AhaError) { end_us = session.microseconds(try session.end()) } catch {
      if error.code != .state { throw error }
      end_us = -1
    }
    lost_moves = UInt64(clamping: session.timeline.lostMoves)
    is_running = session.timeline.isRunning ? 1 : 0
  }
}
