import AhaArguments
import AhaBase
import AhaLibrary
import CAha

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
    var position = HistoryCursor(scale, [fields.day, fields.week, fields.month])
    let moved = body(&position)
    var value = aha_history_cursor_init()
    value.scale = position.scale.rawValue
    (value.day, value.week) = (position.number(in: .day), position.number(in: .week))
    value.month = position.number(in: .month)
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
