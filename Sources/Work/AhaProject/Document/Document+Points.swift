import AhaBase
import AhaDSP
import AhaStore

/// Two points at one time are a jump. The table has one row per time, so the first point is stored
/// 1 us earlier, with the curve "step"; each such pair of rows is a jump.
extension Document {
  /// The points of a lane in a range of time, in order; a jump is two points at one time.
  /// Errors: `notFound`, `damaged` (a value outside of the parameter's range).
  public func points(
    of lane: ID, in range: ClosedRange<Int64> = 0...Document.longest
  ) throws(AhaError) -> [AutomationPoint] {
    try store.locked { (database) throws(AhaError) in
      let parameter = try self.lane(database, id: lane).parameter
      var points: [AutomationPoint] = []
      try database.each(
        """
        SELECT time_us, value, curve, curve = 0 AND EXISTS (
          SELECT 1 FROM point AS next WHERE next.lane = ?1 AND next.time_us = point.time_us + 1)
        FROM point WHERE lane = ?1 AND time_us BETWEEN ?2 - 1 AND ?3 ORDER BY time_us
        """, .integer(lane), .integer(range.lowerBound), .integer(range.upperBound)
      ) { (row) throws(AhaError) in
        var point = try readPoint(row, lane: lane, parameter: parameter)
        if row.flag(3) { point.time += 1 }
        if range.contains(point.time) { points.append(point) }
      }
      return points
    }
  }

  private func readPoint(
    _ row: Row, lane: ID, parameter: Parameter
  ) throws(AhaError) -> AutomationPoint {
    do throws(AhaError) {
      guard let curve = AutomationCurve(rawValue: row.integer(2)) else {
        throw AhaError(.damaged, "unknown curve \(row.integer(2))")
      }
      let point = AutomationPoint(time: row.integer(0), value: row.float(1), curve: curve)
      try Require.content.point(point, parameter: parameter)
      return point
    } catch {
      throw AhaError(
        error.code,
        "\(path.text): lane \(lane): the point at \(row.integer(0)) us: \(error.line)")
    }
  }

  public func pointCount(of lane: ID) throws(AhaError) -> Int64 {
    try store.locked { (database) throws(AhaError) in
      try database.integer("SELECT count(*) FROM point WHERE lane = ?", .integer(lane))
    }
  }

  /// Time of the last point of all lanes; 0 without points.
  func lastPointTime() throws(AhaError) -> Int64 {
    try store.locked { (database) throws(AhaError) in
      try database.integer("SELECT coalesce(max(time_us), 0) FROM point")
    }
  }

  /// Sets any number of points; replaces points at the same times. The times must ascend. Two may
  /// be equal if no point is 1 us before them. No point may be 1 us before a jump that stays.
  /// Errors: `notFound`, `invalidArgument`, with the index of the point.
  public func addPoints(_ points: [AutomationPoint], to lane: ID) throws(AhaError) {
    try history.change(points.count == 1 ? "set point" : "add points") {
      (database) throws(AhaError) in
      try check(points, parameter: self.lane(database, id: lane).parameter)
      try endJumps(database, points: points, lane: lane)
      try requireCapacity(database, points: points, lane: lane)
      try write(database, points: points, lane: lane, keepsJumps: true)
    }
  }

  /// Removes the points in a range of time; returns their count.
  @discardableResult
  public func removePoints(
    of lane: ID, in range: ClosedRange<Int64>
  ) throws(AhaError) -> Int64 {
    try history.change("remove points") { (database) throws(AhaError) in
      _ = try self.lane(database, id: lane)
      return try remove(database, range: range, lane: lane)
    }
  }

  /// Replaces the points in a range of time; all new points must be within the range. A jump at its
  /// beginning also replaces a point 1 us before. A point at its end also replaces the first point
  /// of a jump 1 us after.
  public func replacePoints(
    of lane: ID, in range: ClosedRange<Int64>, with points: [AutomationPoint]
  ) throws(AhaError) {
    for (index, point) in points.enumerated() where !range.contains(point.time) {
      throw AhaError(
        .invalidArgument,
        "point \(index): time of \(point.time) us is not in "
          + "\(range.lowerBound) to \(range.upperBound)")
    }
    try history.change("replace points") { (database) throws(AhaError) in
      try check(points, parameter: self.lane(database, id: lane).parameter)
      try remove(database, range: range, lane: lane)
      try write(database, points: points, lane: lane)
    }
  }

  @discardableResult
  private func remove(
    _ database: Database, range: ClosedRange<Int64>, lane: ID
  ) throws(AhaError) -> Int64 {
    try database.run(
      """
      DELETE FROM point WHERE lane = ?1 AND time_us BETWEEN ?2 - 1 AND ?3
        AND time_us + (curve = 0 AND EXISTS (
          SELECT 1 FROM point AS next WHERE next.lane = ?1 AND next.time_us = point.time_us + 1))
        BETWEEN ?2 AND ?3
      """, .integer(lane), .integer(range.lowerBound), .integer(range.upperBound))
    return database.changedRows
  }

  /// Removes the first point of each jump at the time of a new point.
  private func endJumps(
    _ database: Database, points: [AutomationPoint], lane: ID
  ) throws(AhaError) {
    guard let first = points.first, let last = points.last else { return }
    let hasJumps = try database.integer(
      """
      SELECT EXISTS (SELECT 1 FROM point WHERE lane = ?1 AND time_us BETWEEN ?2 - 1 AND ?3
        AND curve = 0 AND EXISTS (
          SELECT 1 FROM point AS next WHERE next.lane = ?1 AND next.time_us = point.time_us + 1))
      """, .integer(lane), .integer(first.time), .integer(last.time))
    if hasJumps == 0 { return }
    try database.many(
      """
      DELETE FROM point WHERE lane = ?1 AND time_us = ?2 - 1 AND curve = 0
        AND EXISTS (SELECT 1 FROM point AS next WHERE next.lane = ?1 AND next.time_us = ?2)
      """
    ) { (statement) throws(AhaError) in
      try statement.bind(1, integer: lane)
      for point in points {
        try statement.bind(2, integer: point.time)
        try statement.runOnce()
      }
    }
  }

  /// Checks the space for the first point of each jump. Errors: `invalidArgument` (it is occupied).
  private func requireCapacity(
    _ database: Database, points: [AutomationPoint], lane: ID
  ) throws(AhaError) {
    for index in points.indices.dropFirst() where points[index].time == points[index - 1].time {
      let time = points[index].time
      let count = try database.integer(
        "SELECT count(*) FROM point WHERE lane = ? AND time_us = ?", .integer(lane),
        .integer(time - 1))
      if count > 0 { throw tight(index, at: time) }
    }
  }

  private func tight(_ index: Int, at time: Int64) -> AhaError {
    AhaError(
      .invalidArgument,
      "point \(index): a jump at \(time) us takes two points, and no point 1 us before them")
  }

  /// - Parameter keepsJumps: Does not replace a row that is the first point of a jump.
  /// Errors: `invalidArgument` (such a row).
  private func write(
    _ database: Database, points: [AutomationPoint], lane: ID, keepsJumps: Bool = false
  ) throws(AhaError) {
    try database.many(
      """
      INSERT INTO point VALUES (?1, ?2, ?3, ?4) ON CONFLICT (lane, time_us)
      DO UPDATE SET value = excluded.value, curve = excluded.curve
      WHERE NOT (?5 AND curve = 0 AND EXISTS (
        SELECT 1 FROM point AS next WHERE next.lane = ?1 AND next.time_us = ?2 + 1))
      """
    ) { (statement) throws(AhaError) in
      try statement.bind(1, integer: lane)
      try statement.bind(5, integer: keepsJumps ? 1 : 0)
      let rows = Document.rows(of: points)
      for (index, row) in rows.enumerated() {
        try statement.bind(2, integer: row.time)
        try statement.bind(3, real: Double(row.value))
        try statement.bind(4, integer: row.curve.rawValue)
        try statement.runOnce()
        if database.changedRows == 0 {
          throw tight(points.count - rows.count + index, at: row.time + 1)
        }
      }
    }
  }

  /// The rows for points. Omits the first of two points at time 0, which is inaudible.
  private static func rows(of points: [AutomationPoint]) -> [AutomationPoint] {
    var rows = points
    for index in points.indices.dropLast() where points[index].time == points[index + 1].time {
      rows[index].time -= 1
      rows[index].curve = .step
    }
    return rows.first.map { $0.time < 0 } == true ? Array(rows.dropFirst()) : rows
  }

  private func check(_ points: [AutomationPoint], parameter: Parameter) throws(AhaError) {
    for (index, point) in points.enumerated() {
      do throws(AhaError) { try Require.argument.point(point, parameter: parameter) } catch {
        throw AhaError(error.code, "point \(index): \(error.line)")
      }
      guard index > 0 else { continue }
      let last = points[index - 1].time
      if point.time < last {
        throw AhaError(.invalidArgument, "point \(index): \(point.time) us is before \(last) us")
      }
      if point.time == last, index > 1, points[index - 2].time >= last - 1 {
        throw tight(index, at: last)
      }
    }
  }
}
