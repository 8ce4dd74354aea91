import CShims

/// Result of a call. The numbers are those of aha/base.h; a test compares them.
public enum ResultCode: Int32, Sendable, CaseIterable {
  case ok = 0
  case end = 1
  case pending = 2
  case invalidArgument = -1
  case invalidHandle = -2
  case released = -3
  case state = -4
  case unsupported = -5
  case outOfMemory = -6
  case limit = -7
  case cancelled = -8
  case bufferTooSmall = -9
  case reentrant = -10
  case system = -11
  case notFound = -20
  case access = -21
  case isDirectory = -22
  case io = -23
  case diskFull = -24
  case exists = -25
  case empty = -40
  case unknownFormat = -41
  case damaged = -42
  case formatLimit = -43
  case verify = -44
  case noDevice = -60
  case deviceFormat = -61
  case device = -62
  case titleEmpty = -80
  case titleLong = -81
  case pieceShort = -82
  case pieceLong = -83
  case tempoLow = -84
  case tempoHigh = -85
  case loop = -86
  case timeSignature = -87
  case textLong = -88
  case basedOn = -89
  case tonality = -90
  case attachment = -91
  case textDirection = -92
  case network = -100
  case timeout = -101
  case tls = -102
  case http = -103
  case rateLimited = -104
  case reply = -105
  case notSignedIn = -106
  case refused = -107
}

/// A failure: its code, and one line that contains the offending value. The line is shown to people
/// as it is: foreign text in it cannot start a second line or hide a part of it.
public struct AhaError: Error {
  public let code: ResultCode
  public let line: String

  public init(_ code: ResultCode, _ line: String) {
    (self.code, self.line) = (code, line.shownLine)
  }

  /// The failure of a system call, as in "open drums.wav: No such file or directory".
  public static func system(_ errorNumber: Int32, _ what: String) -> AhaError {
    AhaError(code(ofErrno: errorNumber), "\(what): \(text(ofErrno: errorNumber))")
  }

  private static func code(ofErrno number: Int32) -> ResultCode {
    switch number {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: .notFound
    case EACCES, EPERM, EROFS: .access
    case EISDIR: .isDirectory
    case EEXIST: .exists
    case ENOSPC, EDQUOT, EFBIG: .diskFull
    case ENOMEM: .outOfMemory
    // The process or system limit of open files; not a property of this file.
    case EMFILE, ENFILE: .system
    default: .io
    }
  }

  private static func text(ofErrno number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      shim_error_text(number, buffer.baseAddress, buffer.count)
      return String(cString: buffer.baseAddress!)
    }
  }
}
