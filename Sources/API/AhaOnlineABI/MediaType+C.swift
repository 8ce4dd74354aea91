import AhaArguments
import AhaBase
import AhaPage
import AhaPiece

enum Format: Handleless {
  static func mediaType(named name: String) throws(AhaError) -> String {
    let type = MediaTypes.type(named: name)
    guard type.isMediaType else {
      throw AhaError(.invalidArgument, "\"\(name.cut)\" is no media type and no known ending")
    }
    return type
  }
}
