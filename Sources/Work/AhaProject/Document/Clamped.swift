// Saturating arithmetic, for values from files.
extension Int64 {
  func plusClamped(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    if isOver { return other < 0 ? .min : .max }
    return sum
  }

  func timesClamped(_ other: Int64) -> Int64 {
    let (product, isOver) = multipliedReportingOverflow(by: other)
    if isOver { return (self < 0) == (other < 0) ? .max : .min }
    return product
  }
}
