/// An account as it is called on the command line: PROVIDER or PROVIDER/NAME.
struct AccountName {
  let provider: Bytes
  /// "default", unless it is said.
  let name: Bytes

  init(_ text: Bytes, for verb: Verb) throws(Failure) {
    let slash = text.firstIndex(of: 0x2f) ?? text.count
    provider = Bytes(text[..<slash])
    name = slash < text.count ? Bytes(text[(slash + 1)...]) : Bytes("default".utf8)
    if provider.isEmpty || name.isEmpty {
      throw verb.usage(
        "\"" + shown(text) + "\" is no account: PROVIDER or PROVIDER/NAME, as soundcloud/band")
    }
  }

  var text: String {
    same("default", name) ? shown(provider) : shown(provider) + "/" + shown(name)
  }

  /// A name for a file: what is no letter, digit, "-", "_" or "." is in hexadecimal.
  var fileName: Bytes { escaped(provider) + [0x2b] + escaped(name) }

  private func escaped(_ bytes: Bytes) -> Bytes {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: Bytes = []
    for byte in bytes {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
        || (0x61...0x7a).contains(byte) || byte == 0x2d || byte == 0x5f
        || (byte == 0x2e && !result.isEmpty)
      result += isPlain ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return result
  }
}
