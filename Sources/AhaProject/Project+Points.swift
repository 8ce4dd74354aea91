import AhaBase
import AhaStore

extension Project {
  /// The points of a lane in a range of time, in order.
  /// Errors: `notFound`, `damaged` (a value that the parameter cannot have).
  public func points(
    of lane: ID, in range: ClosedRange<Int64> = 0...Project.longest
  ) throws(AhaError) -> [Point] {
    try locked { (database) throws(AhaError) in
      let parameter = try self.lane(database, lane).parameter
      var points: [Point] = []
      try database.each(
        """
        SELECT time_us, value, curve FROM point
        WHERE lane = ? AND time_us BETWEEN ? AND ? ORDER BY time_us
        """, .integer(lane), .integer(range.lowerBound), .integer(range.upperBound)
      ) { (row) throws(AhaError) in
        points.append(try readPoint(row, lane, parameter))
      }
      return points
    }
  }

  private func readPoint(
    _ row: Row, _ lane: ID, _ parameter: Parameter
  ) throws(AhaError) -> Point {
    do throws(AhaError) {
      guard let curve = Curve(rawValue: row.integer(2)) else {
        throw AhaError(.damaged, "there is no curve \(row.integer(2))")
      }
      let point = Point(time: row.integer(0), value: row.float(1), curve: curve)
      try Require.content.point(point, parameter)
      return point
    } catch {
      throw AhaError(
        error.code,
        "\(path.text): lane \(lane): the point at \(row.integer(0)) us: \(error.line)")
    }
  }

  public func pointCount(of lane: ID) throws(AhaError) -> Int64 {
    try locked { (database) throws(AhaError) in
      try database.integer("SELECT count(*) FROM point WHERE lane = ?", .integer(lane))
    }
  }

  /// Where the last point of all lanes is; 0 without any.
  func lastPointTime() throws(AhaError) -> Int64 {
    try locked { (database) throws(AhaError) in
      try database.integer("SELECT coalesce(max(time_us), 0) FROM point")
    }
  }

  /// Sets one point; one at the same time is replaced.
  /// Errors: `notFound`, `invalidArgument`.
  public func setPoint(_ point: Point, of lane: ID) throws(AhaError) {
    try change("set point") { (database) throws(AhaError) in
      try write(database, [point], lane)
    }
  }

  /// Sets any number of points, whose times must ascend; those at the same times are replaced.
  /// Errors: `notFound`, `invalidArgument`, with the index of the point.
  public func addPoints(_ points: [Point], to lane: ID) throws(AhaError) {
    try change("add points") { (database) throws(AhaError) in
      try write(database, points, lane)
    }
  }

  /// Removes the points in a range of time; returns how many there were.
  @discardableResult
  public func removePoints(
    of lane: ID, in range: ClosedRange<Int64>
  ) throws(AhaError) -> Int64 {
    try change("remove points") { (database) throws(AhaError) in
      _ = try self.lane(database, lane)
      return try remove(database, range, lane)
    }
  }

  /// Removes all points of a lane; returns how many there were.
  @discardableResult
  public func clearPoints(of lane: ID) throws(AhaError) -> Int64 {
    try removePoints(of: lane, in: 0...Project.longest)
  }

  /// Puts points, which must be in a range of time, in the place of those that are there.
  public func replacePoints(
    of lane: ID, in range: ClosedRange<Int64>, with points: [Point]
  ) throws(AhaError) {
    for (index, point) in points.enumerated() where !range.contains(point.time) {
      throw AhaError(
        .invalidArgument, "point \(index): time of \(point.time) us is not in "
          + "\(range.lowerBound) to \(range.upperBound)")
    }
    try change("replace points") { (database) throws(AhaError) in
      _ = try self.lane(database, lane)
      try remove(database, range, lane)
      try write(database, points, lane)
    }
  }

  @discardableResult
  private func remove(
    _ database: Database, _ range: ClosedRange<Int64>, _ lane: ID
  ) throws(AhaError) -> Int64 {
    try database.run(
      "DELETE FROM point WHERE lane = ? AND time_us BETWEEN ? AND ?", .integer(lane),
      .integer(range.lowerBound), .integer(range.upperBound))
    return database.changedRows
  }

  private func write(
    _ database: Database, _ points: [Point], _ lane: ID
  ) throws(AhaError) {
    try check(points, try self.lane(database, lane).parameter)
    try database.many(
      """
      INSERT INTO point VALUES (?, ?, ?, ?) ON CONFLICT (lane, time_us)
      DO UPDATE SET value = excluded.value, curve = excluded.curve
      """
    ) { (statement) throws(AhaError) in
      try statement.bind(1, integer: lane)
      for point in points {
        try statement.bind(2, integer: point.time)
        try statement.bind(3, real: Double(point.value))
        try statement.bind(4, integer: point.curve.rawValue)
        try statement.runOnce()
      }
    }
  }

  private func check(_ points: [Point], _ parameter: Parameter) throws(AhaError) {
    var last: Int64 = -1
    for (index, point) in points.enumerated() {
      do throws(AhaError) { try Require.argument.point(point, parameter) } catch {
        throw AhaError(error.code, "point \(index): \(error.line)")
      }
      if point.time <= last {
        throw AhaError(
          .invalidArgument, "point \(index): \(point.time) us is not after \(last) us")
      }
      last = point.time
    }
  }
}
