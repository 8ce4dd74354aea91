import AhaBase
import AhaPicture
import CAha

extension SoundPicture {
  public init(_ options: UnsafePointer<aha_strip_options>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(options, "options", default: aha_strip_options_init())
    width = try choose(fields.width, range: 16...8192, fallback: width, name: "width")
    height = try choose(fields.height, range: 16...8192, fallback: height, name: "height")
    foreground = try Color(int: fields.foreground, name: "foreground")
    background = try Color(int: fields.background, name: "background")
  }
}

extension Color {
  /// Nil: use the default.
  fileprivate init?(int given: UInt32, name: StaticString) throws(AhaError) {
    guard given <= UInt32(AHA_COLOR_BLACK) else {
      throw AhaError(.invalidArgument, "\(name) \(given) is over \(AHA_COLOR_BLACK), black")
    }
    if given == 0 { return nil }
    self.init(given)
  }
}
