import AhaBase
import AhaDrop
import AhaNet

/// Settings of tracks at SoundCloud.
public struct SoundCloudSettings: DestinationSettings {
  /// Source: SoundCloud's own limits since December 2025.
  public static let maxBytes: Int64 = 4_000_000_000

  private static let usualPoll: Int64 = 3000
  public static let licenses: [String] = [
    "no-rights-reserved", "all-rights-reserved", "cc-by", "cc-by-nc", "cc-by-nd", "cc-by-sa",
    "cc-by-nc-nd", "cc-by-nc-sa",
  ]

  /// The host's name for it; nil: the address.
  public var name: String?
  /// URL of the API; "": that of the account's provider.
  public var url = ""
  /// "": the account's default.
  public var license = ""
  public var genre = ""
  /// Separated by commas.
  public var tags = ""
  /// Listeners may download the sound.
  public var allowsDownload = false
  /// Interval of the polls that wait for processing.
  public var pollMilliseconds: Int64 = SoundCloudSettings.usualPoll
  /// Timeout for processing.
  public var timeoutMilliseconds: Int64 = 600_000

  public init() {}

  public mutating func fill(with form: any SettingsForm) throws(AhaError) {
    try form.text("url", in: &url)
    try form.text("license", in: &license)
    try form.text("genre", in: &genre)
    try form.text("tags", in: &tags)
    try form.flag("downloadable", in: &allowsDownload)
    try form.count("poll_ms", in: &pollMilliseconds, usual: SoundCloudSettings.usualPoll)
    pollMilliseconds = min(pollMilliseconds, Int64(UInt32.max))
  }

  /// Errors: `invalidArgument`.
  func check() throws(AhaError) {
    let isKnown = SoundCloudSettings.licenses.contains(license)
    guard license.isEmpty || isKnown else {
      throw AhaError(.invalidArgument, "SoundCloud has no license \(license.cut)")
    }
    // A control character in a tag becomes a space; a genre with one is refused.
    if genre.array.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw AhaError(.invalidArgument, "the genre has control characters")
    }
  }
}
