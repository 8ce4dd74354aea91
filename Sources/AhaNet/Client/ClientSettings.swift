import AhaBase
import CShims

/// Who an application is, and how it goes online.
public struct ClientSettings {
  public let applicationID: String
  /// For the Allihoopa protocol.
  public var apiKey: Secret?
  /// For share links; "" for none.
  public var facebookAppID = ""
  /// Where accounts are kept; nil: as `FileStore` has it.
  public var stateFolder: FilePath?
  public var transport = TransportSettings()
  public var eventCapacity = 1024

  /// Errors: `invalidArgument`.
  public init(applicationID: String) throws(AhaError) {
    guard ClientSettings.isID(applicationID.array) else {
      throw AhaError(
        .invalidArgument, "application_id \"\(applicationID.cut)\" is not 1 to 64 letters, "
          + "digits, dots, dashes and underscores")
    }
    self.applicationID = applicationID
    setUserAgent(applicationID)
  }

  /// The application's own name and version, which come before libaha's.
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
