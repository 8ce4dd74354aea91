/// Indices of the highest values, highest first; ties in index order. Ignores NaN.
enum Ranking {
  static func places(_ count: Int, of values: [Double]) -> [Int] {
    var (left, places) = (values, [Int]())
    while places.count < min(count, values.count) {
      var best = -1
      for index in left.indices where !left[index].isNaN {
        if best < 0 || left[index] > left[best] { best = index }
      }
      if best < 0 { break }
      places.append(best)
      left[best] = .nan
    }
    return places
  }
}
