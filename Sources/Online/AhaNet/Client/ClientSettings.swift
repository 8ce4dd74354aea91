import AhaBase
import CShims

/// An application's identity and its network settings.
public struct ClientSettings {
  public let applicationID: String
  /// Secret of providers that have a `keyHeader`.
  public var apiKey: Secret?
  /// For share links; "" turns them off.
  public var facebookAppID = ""
  /// Folder for stored accounts; nil: the default of `FileStore`.
  public var stateFolder: FilePath?
  public var transport = TransportSettings()
  public var eventCapacity = 1024
  /// Providers that the application can name without their URLs.
  public var providers: [ProviderKind] = [.oauth2]

  /// Errors: `invalidArgument`.
  public init(applicationID: String) throws(AhaError) {
    guard ClientSettings.isID(applicationID.array) else {
      throw AhaError(
        .invalidArgument,
        "application_id \"\(applicationID.cut)\" is not 1 to 64 letters, "
          + "digits, dots, dashes and underscores")
    }
    self.applicationID = applicationID
    setUserAgent(applicationID)
  }

  /// Sets the User-Agent: the application's name and version, then libaha's.
  public mutating func setUserAgent(_ name: String) {
    transport.userAgent = "\(name) libaha/\(String(cString: shim_version_text()))"
  }

  private static func isID(_ bytes: [UInt8]) -> Bool {
    for byte in bytes {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95: continue
      default: return false
      }
    }
    return (1...64).contains(bytes.count)
  }
}
