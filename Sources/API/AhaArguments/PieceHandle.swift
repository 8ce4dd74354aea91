import AhaBase
import AhaPiece
import CAha

extension SharedPiece: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_PIECE, noun: "piece") }
}
