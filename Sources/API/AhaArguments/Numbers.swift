import AhaBase

// Numbers and enumerators of the host.

/// A number in a range. Errors: `invalidArgument`.
@discardableResult
public func require<T: Comparable & CustomStringConvertible>(
  _ value: T, in range: ClosedRange<T>, _ name: StaticString
) throws(AhaError) -> T {
  guard range.contains(value) else {
    let (low, high) = (range.lowerBound.description, range.upperBound.description)
    throw AhaError(.invalidArgument, "\(name) \(value.description) is not \(low) to \(high)")
  }
  return value
}

/// A number from options; 0 means the default.
public func choose(
  _ requested: UInt32, range: ClosedRange<UInt32>, fallback: Int, name: StaticString
) throws(AhaError) -> Int {
  requested == 0 ? fallback : Int(try require(requested, in: range, name))
}

public func choose<T: BinaryFloatingPoint & CustomStringConvertible>(
  _ requested: T, range: ClosedRange<T>, fallback: T, name: StaticString
) throws(AhaError) -> T {
  requested == 0 ? fallback : try require(requested, in: range, name)
}

/// Milliseconds; nil for 0.
public func time(_ milliseconds: UInt32) -> Int64? { milliseconds == 0 ? nil : Int64(milliseconds) }

/// A frame or count of frames; the engine clamps one that it cannot reach.
public func frame(_ number: UInt64) -> Int64 { Int64(clamping: number) }

/// The case of a number; its type comes from the context. Errors: `invalidArgument`.
public func known<T: RawRepresentable>(
  _ number: UInt32, _ name: StaticString
) throws(AhaError) -> T where T.RawValue: FixedWidthInteger {
  guard let raw = T.RawValue(exactly: number), let value = T(rawValue: raw) else {
    throw AhaError(.invalidArgument, "\(name) \(number) is not known")
  }
  return value
}

public func requireZero(_ reserved: UInt32, _ name: StaticString) throws(AhaError) {
  if reserved != 0 {
    throw AhaError(.unsupported, "\(name)->reserved is \(reserved), not zero")
  }
}

/// An element of a list.
public func element<T>(_ list: [T], _ index: UInt32, _ what: StaticString) throws(AhaError) -> T {
  guard index < UInt32(clamping: list.count) else {
    throw AhaError(.invalidArgument, "index \(index): there are \(list.count) \(what)")
  }
  return list[Int(index)]
}
