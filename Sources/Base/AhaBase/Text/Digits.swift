extension Int64 {
  /// A number with at least `count` digits.
  public func digits(_ count: Int) -> String {
    let text = "\(self)".array
    return (Array(repeating: 0x30, count: Swift.max(0, count - text.count)) + text).text
  }
}
