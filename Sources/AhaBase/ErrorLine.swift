/// The line of an error as it is written in the source, values and all.
///
/// A string of the standard library's would do; putting one together takes half as much code again
/// wherever an error is made, which is in hundreds of places.
public struct ErrorLine: ExpressibleByStringInterpolation {
  let text: String

  @inline(never)
  public init(stringLiteral literal: StaticString) { text = literal.text }

  public init(stringInterpolation pieces: StringInterpolation) { text = pieces.text }

  private init(_ text: String) { self.text = text }

  @inline(never)
  public static func + (left: ErrorLine, right: ErrorLine) -> ErrorLine {
    ErrorLine(left.text + right.text)
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate(set) var text: String

    @inline(never)
    public init(literalCapacity: Int, interpolationCount: Int) { text = "" }

    /// Between two values, and before a first one, there may be nothing.
    @inline(__always)
    public mutating func appendLiteral(_ literal: StaticString) {
      if literal.utf8CodeUnitCount > 0 { appendInterpolation(literal) }
    }

    @inline(never)
    public mutating func appendInterpolation(_ text: StaticString) { self.text += text.text }

    @inline(never)
    public mutating func appendInterpolation(_ text: String) { self.text += text }

    @inline(never)
    public mutating func appendInterpolation(_ number: Int) { text += number.description }

    @inline(never)
    public mutating func appendInterpolation(_ number: Int32) { text += number.description }

    @inline(never)
    public mutating func appendInterpolation(_ number: Int64) { text += number.description }

    @inline(never)
    public mutating func appendInterpolation(_ number: UInt32) { text += number.description }

    @inline(never)
    public mutating func appendInterpolation(_ number: UInt64) { text += number.description }

    @inline(never)
    public mutating func appendInterpolation(_ number: Double) { text += number.description }

    @inline(never)
    public mutating func appendInterpolation(_ number: Float) { text += number.description }
  }
}
