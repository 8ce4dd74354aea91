/// Indices of the highest values, highest first; ties in index order. Ignores NaN.
enum Ranking {
  static func indices(_ count: Int, of values: [Double]) -> [Int] {
    var (left, indices) = (values, [Int]())
    while indices.count < min(count, values.count) {
      var best = -1
      for index in left.indices where !left[index].isNaN {
        if best < 0 || left[index] > left[best] { best = index }
      }
      if best < 0 { break }
      indices.append(best)
      left[best] = .nan
    }
    return indices
  }
}
