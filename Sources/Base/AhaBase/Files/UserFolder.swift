import CShims

/// Variables of the process's environment; a table of them in tests.
public struct Environment: Sendable {
  /// The environment of this process.
  public static let process = Environment(table: nil)

  private let table: [String: String]?

  public init(_ table: [String: String]) { self.init(table: table) }

  private init(table: [String: String]?) { self.table = table }

  public func text(named name: String) -> String? { path(named: name)?.text }

  /// The exact bytes of a value.
  public func path(named name: String) -> FilePath? {
    if let table { return table[name].map { FilePath($0) } }
    return name.withCString { getenv($0) }.map { FilePath(UnsafePointer($0)) }
  }
}

/// Folders of the user's files of libaha. They need not exist.
///
/// Source: the XDG Base Directory Specification: a relative path is ignored.
public enum UserFolder: Sendable {
  /// `$XDG_CONFIG_HOME/aha`, or `~/.config/aha`.
  case configuration
  /// `$XDG_DATA_HOME/aha`, or `~/.local/share/aha`.
  case data
  /// `$XDG_STATE_HOME/aha`, or `~/.local/state/aha`.
  case state

  private var names: (variable: String, inHome: String) {
    switch self {
    case .configuration: ("XDG_CONFIG_HOME", ".config")
    case .data: ("XDG_DATA_HOME", ".local/share")
    case .state: ("XDG_STATE_HOME", ".local/state")
    }
  }

  /// Errors: `notFound` (neither variable is an absolute path).
  public func path(_ environment: Environment = .process) throws(AhaError) -> FilePath {
    let (variable, inHome) = names
    let ours = FilePath("aha")
    if let set = environment.path(named: variable), set.isAbsolute { return set / ours }
    if let home = environment.path(named: "HOME"), home.isAbsolute {
      return home / FilePath(inHome) / ours
    }
    throw AhaError(
      .notFound,
      "cannot find the user's folder: neither \(variable) nor HOME is an absolute path. "
        + "Set one of them")
  }
}
