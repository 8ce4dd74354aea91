import AhaBase
import AhaSync

/// Host names with letters outside ASCII, as some feeds write them.
extension String {
  /// The URL with its host in ASCII ("xn--…"), as DNS knows it; unchanged if the host is in ASCII.
  /// Letters are encoded as they are: another writing of a name, as in capitals, is another name.
  ///
  /// Source: RFC 3492; RFC 5890, 2.3.2.1.
  var withHostInASCII: String {
    let bytes = array
    guard let slashes = bytes.indices.first(where: { bytes[$0...].starts(with: "//".utf8) }) else {
      return self
    }
    let start = slashes + 2
    let ends = ":/?#@[".array
    let end = bytes[start...].firstIndex { ends.contains($0) } ?? bytes.endIndex
    guard bytes[start..<end].contains(where: { $0 >= 0x80 }) else { return self }
    var host: [UInt8] = []
    for label in bytes[start..<end].split(separator: 0x2E, omittingEmptySubsequences: false) {
      if !host.isEmpty { host.append(0x2E) }
      host += Punycode.label(of: label.text)
    }
    return (bytes[..<start] + host + bytes[end...]).text
  }
}

/// Source: RFC 3492.
private enum Punycode {
  /// DNS has labels of up to 63 bytes; the limit also bounds the sums.
  private static let longest = 63

  static func label(of label: String) -> [UInt8] {
    let letters = label.unicodeScalars.map { Int($0.value) }
    if letters.count > longest || letters.allSatisfy({ $0 < 128 }) { return label.array }
    return "xn--".array + encoded(letters)
  }

  private static func encoded(_ letters: [Int]) -> [UInt8] {
    var result = letters.filter { $0 < 128 }.map { UInt8($0) }
    let plain = result.count
    if plain > 0 { result.append(UInt8(ascii: "-")) }
    var (next, delta, bias, done) = (128, 0, 72, plain)
    while let least = letters.filter({ $0 >= next }).min() {
      delta += (least - next) * (done + 1)
      for letter in letters {
        if letter < least { delta += 1 }
        guard letter == least else { continue }
        append(delta, bias: bias, to: &result)
        bias = adapted(delta, count: done + 1, isFirst: done == plain)
        (delta, done) = (0, done + 1)
      }
      (delta, next) = (delta + 1, least + 1)
    }
    return result
  }

  /// A number with digits of varying base, the lowest first.
  private static func append(_ number: Int, bias: Int, to result: inout [UInt8]) {
    var (rest, k) = (number, 36)
    while true {
      let threshold = max(1, min(26, k - bias))
      if rest < threshold { break }
      result.append(digit(of: threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      k += 36
    }
    result.append(digit(of: rest))
  }

  private static func digit(of value: Int) -> UInt8 {
    UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var k = 0
    while delta > 455 {
      delta /= 35
      k += 36
    }
    return k + 36 * delta / (delta + 38)
  }
}
