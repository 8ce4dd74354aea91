/// The parts of an interpolated string, appended out of line.
///
/// The standard library's functions, inlined, take 200 bytes for each part: 800 KB in the whole
/// library, a quarter of its size. These shadow them wherever AhaBase is imported.
extension DefaultStringInterpolation {
  @inline(never)
  public mutating func appendLiteral(_ literal: String) { write(literal) }

  @inline(never)
  public mutating func appendInterpolation(_ text: String) { write(text) }

  @inline(never)
  public mutating func appendInterpolation(_ text: StaticString) { write(text.text) }

  @inline(never)
  public mutating func appendInterpolation(_ number: Int) { write(number.description) }

  @inline(never)
  public mutating func appendInterpolation(_ number: Int32) { write(number.description) }

  @inline(never)
  public mutating func appendInterpolation(_ number: Int64) { write(number.description) }

  @inline(never)
  public mutating func appendInterpolation(_ number: Double) { write(number.description) }

  @inline(never)
  public mutating func appendInterpolation(_ number: Float) { write(number.description) }
}
