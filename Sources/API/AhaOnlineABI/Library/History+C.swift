import AhaArguments
import AhaBase
import AhaLibrary
import AhaPicture
import CAha

extension OpenLibrary {
  func noteHistory(
    _ activity: Activity, item: Int64, durationMs: Int64, at: Int64
  ) throws(AhaError) {
    if durationMs < 0 || at < 0 {
      throw AhaError(.invalidArgument, "\(durationMs) ms at \(at): neither can be negative")
    }
    try library.note(
      activity, item: item == 0 ? nil : item, milliseconds: durationMs, at: at == 0 ? nil : at)
  }

  func history(
    _ scale: TimeScale, first: Int64, last: Int64
  ) throws(AhaError) -> [HistoryBucket] {
    try library.history(by: scale, from: first, to: last)
  }

  func historyFirst(_ scale: TimeScale) throws(AhaError) -> Int64? {
    try library.firstDay().map { scale.number(ofDay: $0) }
  }

  func historyJson(_ scale: TimeScale, first: Int64, last: Int64) throws(AhaError) -> String {
    scale.json(of: try history(scale, first: first, last: last))
  }

  func drawHistory(
    _ scale: TimeScale, first: Int64, last: Int64, path: UnsafePointer<CChar>?,
    options: UnsafePointer<aha_strip_options>?
  ) throws(AhaError) {
    let path = try filePath(path)
    var chart = try BarChart(options)
    chart.show(try history(scale, first: first, last: last), scale: scale)
    try draw(chart, title: "history by \(scale.name)", to: path)
  }
}

extension aha_history_bucket {
  init(_ bucket: HistoryBucket) {
    self.init(
      number: bucket.number, plays: bucket.count(.play), takes: bucket.count(.take),
      bounces: bucket.count(.bounce), drops: bucket.count(.drop),
      play_ms: bucket.duration(of: .play), take_ms: bucket.duration(of: .take),
      bounce_ms: bucket.duration(of: .bounce), drop_ms: bucket.duration(of: .drop))
  }
}

extension BarChart {
  fileprivate init(_ options: UnsafePointer<aha_strip_options>?) throws(AhaError) {
    let strip = try SoundPicture(options)
    self.init()
    (width, height) = (strip.width, strip.height)
    foreground = strip.foreground ?? foreground
    background = strip.background ?? background
  }

  /// Shows minutes, or counts if no entry has a duration.
  fileprivate mutating func show(_ buckets: [HistoryBucket], scale: TimeScale) {
    let isTimed = buckets.contains { $0.duration > 0 }
    bars = buckets.map { bucket in
      Activity.allCases.map { Float(isTimed ? bucket.duration(of: $0) : bucket.count($0)) }
    }
    guard let first = buckets.first, let last = buckets.last else { return }
    (firstTitle, lastTitle) = (scale.label(of: first.number), scale.label(of: last.number))
    let highest = buckets.reduce(0) { max($0, isTimed ? $1.duration / 60_000 : $1.count) }
    tallest = isTimed ? "\(highest) minutes" : "\(highest)"
  }
}

extension OpenLibrary {
  func exportHistory(
    _ path: UnsafePointer<CChar>?, format: aha_history_format
  ) throws(AhaError) -> Int64 {
    try library.exportHistory(to: filePath(path), format: known(format, "format"))
  }
}

@c @implementation
public func aha_history_import(
  _ library: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ info: UnsafeMutablePointer<aha_history_import_info>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let library = try Handle.object(library, as: OpenLibrary.self)
    try Sized.check(info, "info")
    var counts = HistoryImport()
    var failure: AhaError?
    do throws(AhaError) {
      try library.library.importHistory(from: filePath(path), counts: &counts)
    } catch { failure = error }
    var value = aha_history_import_info_init()
    (value.added, value.unmatched) = (counts.added, counts.unmatched)
    (value.known, value.skipped) = (counts.known, counts.skipped)
    try Sized.write(value, to: info, "info")
    if let failure { throw failure }
  }
}

@c @implementation
public func aha_history_copy_label(
  _ scale: aha_time_scale, _ number: Int64, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    let scale: TimeScale = try known(scale, "time scale")
    guard (0...scale.number(ofDay: WallClock.last / 86_400)).contains(number) else {
      throw AhaError(.invalidArgument, "\(scale.name) \(number) is not of 1970 to 9999")
    }
    if buffer == nil, outLength == nil {
      throw AhaError(.invalidArgument, "buffer and out_length are both NULL")
    }
    try Text.copyOut(scale.label(of: number), to: buffer, capacity: capacity, outLength: outLength)
  }
}

/// Changes a cursor of the host.
private func moving(
  _ cursor: UnsafeMutablePointer<aha_history_cursor>?, outMoved: UnsafeMutablePointer<Int64>?,
  _ body: (inout HistoryCursor) -> Int64
) -> aha_result {
  outMoved?.pointee = 0
  return guarded { () throws(AhaError) in
    let cursor = try required(cursor, "cursor")
    let fields = try Sized.read(cursor, "cursor", default: aha_history_cursor_init())
    let scale: TimeScale = try known(fields.scale, "scale")
    var position = HistoryCursor(scale: scale, periods: [fields.day, fields.week, fields.month])
    let moved = body(&position)
    var value = aha_history_cursor_init()
    value.scale = position.scale.rawValue
    (value.day, value.week) = (position.period(in: .day), position.period(in: .week))
    value.month = position.period(in: .month)
    value.is_now = position.isNow ? 1 : 0
    try Sized.write(value, to: cursor, "cursor")
    outMoved?.pointee = moved
  }
}

@c @implementation
public func aha_history_cursor_move(
  _ cursor: UnsafeMutablePointer<aha_history_cursor>?, _ count: Int64,
  _ outMoved: UnsafeMutablePointer<Int64>?
) -> aha_result {
  moving(cursor, outMoved: outMoved) { $0.move(by: count) }
}

@c @implementation
public func aha_history_cursor_zoom(
  _ cursor: UnsafeMutablePointer<aha_history_cursor>?, _ count: Int64,
  _ outMoved: UnsafeMutablePointer<Int64>?
) -> aha_result {
  moving(cursor, outMoved: outMoved) { $0.zoom(by: count) }
}

@c @implementation
public func aha_history_cursor_seek(
  _ cursor: UnsafeMutablePointer<aha_history_cursor>?, _ at: Int64
) -> aha_result {
  moving(cursor, outMoved: nil) { cursor in
    cursor.go(to: at)
    return 0
  }
}
