import AhaBase
import AhaJSON

extension Provider {
  /// Sets the client's id and secret if the host gave none: from AHA_<PROVIDER>_CLIENT_ID and
  /// AHA_<PROVIDER>_CLIENT_SECRET, then from a file `{"client_id": …, "client_secret": …}`.
  /// - Parameter file: Nil: `<PROVIDER>.json` in `$XDG_CONFIG_HOME/aha`, if it exists.
  /// Errors: `invalidArgument` (no id found; the line names the places searched), `damaged` (the
  /// file), and those of reading it.
  public func findCredentials(file: FilePath? = nil) throws(AhaError) {
    try findCredentials(file: file, environment: .process)
  }

  func findCredentials(file: FilePath?, environment: Environment) throws(AhaError) {
    let variable = "AHA_\(upperName)_CLIENT_ID"
    if clientID.isEmpty { clientID = environment.text(named: variable) ?? "" }
    if clientSecret == nil {
      clientSecret = Secret(given: environment.text(named: "AHA_\(upperName)_CLIENT_SECRET"))
    }
    if !clientID.isEmpty && clientSecret != nil { return }
    let folder = try? UserFolder.configuration.path(environment)
    let path = file ?? folder.map { $0 / FilePath("\(AccountKey.encoded(name)).json") }
    if let path, file != nil || Disk.exists(path) { try readCredentials(from: path) }
    guard clientID.isEmpty else { return }
    let searched = path.map { ", nor client_id in \($0.text)" } ?? ""
    throw AhaError(
      .invalidArgument,
      "\(name) has no client id: the host gave none, there is no \(variable)\(searched)")
  }

  private func readCredentials(from path: FilePath) throws(AhaError) {
    var bytes = try FileStream(reading: path).all(limit: 65536)
    defer { bytes.wipe() }
    guard let object = bytes.withUnsafeBufferPointer(JSONObject.parsed) else {
      throw AhaError(.damaged, "\(path.text) is not a JSON object with client_id and client_secret")
    }
    if clientID.isEmpty, case .text(let id)? = object["client_id"] { clientID = id }
    let secret = object.removeText("client_secret") { Secret($0) }
    if clientSecret == nil, let secret, secret.count > 0 { clientSecret = secret }
  }

  /// The name in capitals, with `_` for every byte that is no letter or digit.
  private var upperName: String {
    var bytes = Array(name.utf8)
    for index in bytes.indices {
      switch bytes[index] {
      case 97...122: bytes[index] -= 32
      case 48...57, 65...90: break
      default: bytes[index] = UInt8(ascii: "_")
      }
    }
    return bytes.text
  }
}

extension FileStream {
  /// The whole content. Errors: `limit`, those of reading.
  public func all(limit: Int) throws(AhaError) -> [UInt8] {
    let length = try Int(clamping: length())
    if length > limit { throw AhaError(.limit, "\(name) has \(length) bytes, over \(limit)") }
    var bytes = [UInt8](repeating: 0, count: length)
    let got = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(AhaError) in
      try read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
    bytes.removeLast(length - got)
    return bytes
  }
}

extension JSONObject {
  /// Parses bytes that hold secrets; nil if they are no object. The parser's error is dropped
  /// because it quotes the bytes.
  static func parsed(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONObject? {
    try? JSONObject(parsing: UnsafeRawBufferPointer(bytes), limit: 1 << 20, named: "it")
  }
}
